import { type Static, Type } from 'typebox'
import { AiSettingsPatch } from './ai.ts'
import { AutomationConnectionPatch } from './automation-connections.ts'
import {
  AutomationTemplatePatch,
  ColumnTemplateWrite,
  RegexPatternPatch,
  ValidationListPatch,
  ValidationListSource,
} from './automation-templates.ts'
import { Nullable } from './common.ts'
import { ControllerConnectionPatch } from './controller-connections.ts'
import { GroupCreate, GroupPatch } from './users.ts'

/** What a file holds besides queries: groups, connections, templates with all they name, settings. No secrets. */

/** The keys of a file, in the order in which an import takes them: a template names connections and groups. */
export const PLATFORM_LISTS = [
  'groups',
  'controller_connections',
  'automation_connections',
  'automation_categories',
  'regex_patterns',
  'validation_lists',
  'column_templates',
  'automation_templates',
  'settings',
] as const
export type PlatformList = (typeof PLATFORM_LISTS)[number]

/** What one entry of each list is called in a plan. */
export const PLATFORM_KINDS = {
  groups: 'group',
  controller_connections: 'controller_connection',
  automation_connections: 'automation_connection',
  automation_categories: 'automation_category',
  regex_patterns: 'regex_pattern',
  validation_lists: 'validation_list',
  column_templates: 'column_template',
  automation_templates: 'automation_template',
  settings: 'setting',
} as const satisfies Record<PlatformList, string>
export type PlatformKind = (typeof PLATFORM_KINDS)[PlatformList]

const CLOSED = { additionalProperties: false } as const
const name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const named = (what: string) => Type.String({ minLength: 1, description: `The name of ${what}.` })
const renamed_from = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Its former name. If the one of that name is there and this one is not, it is renamed.',
  }),
)

export const FileGroup = Type.Object(
  {
    name: GroupPatch.properties.name,
    renamed_from,
    role_template: GroupCreate.properties.role_template,
    permissions: GroupPatch.properties.permissions,
    quota: GroupPatch.properties.quota,
  },
  CLOSED,
)
export type FileGroup = Static<typeof FileGroup>

const { password: _, ...controller } = ControllerConnectionPatch.properties
export const FileControllerConnection = Type.Object({ ...controller, name, renamed_from }, CLOSED)
export type FileControllerConnection = Static<typeof FileControllerConnection>

const { oauth_token: __, ...automation } = AutomationConnectionPatch.properties
export const FileAutomationConnection = Type.Object({ ...automation, name, renamed_from }, CLOSED)
export type FileAutomationConnection = Static<typeof FileAutomationConnection>

export const FileAutomationCategory = Type.Object(
  {
    name: Type.String({ minLength: 1, description: 'Its path, such as `A/B`; a slash in a name is `~1`.' }),
    renamed_from,
    description: RegexPatternPatch.properties.description,
  },
  CLOSED,
)
export type FileAutomationCategory = Static<typeof FileAutomationCategory>

export const FileRegexPattern = Type.Object({ ...RegexPatternPatch.properties, name, renamed_from }, CLOSED)
export type FileRegexPattern = Static<typeof FileRegexPattern>

export const FileValidationList = Type.Object(
  {
    ...ValidationListPatch.properties,
    name,
    renamed_from,
    source: Type.Optional(
      Type.Object(
        {
          type: ValidationListSource.properties.type,
          saved_query: Type.Optional(named('a saved query')),
          column: Type.Optional(ValidationListSource.properties.column),
        },
        { ...CLOSED, description: 'Absent: as it is; of a new list static. Values of a bound list are in no file.' },
      ),
    ),
  },
  CLOSED,
)
export type FileValidationList = Static<typeof FileValidationList>

/** Names where its own keys have ids. */
export const FileColumnTemplate = Type.Object({ ...ColumnTemplateWrite.properties, name, renamed_from }, CLOSED)
export type FileColumnTemplate = ColumnTemplateWrite & { renamed_from?: string }

export const FileAutomationTemplate = Type.Object(
  {
    ...AutomationTemplatePatch.properties,
    name,
    renamed_from,
    category: Type.Optional(
      Nullable(Type.String({ minLength: 1, description: 'The path of a category of templates, such as `A/B`.' })),
    ),
    automation_connection: Type.Optional(named('an automation connection')),
    validation_lists: Type.Optional(Type.Array(named('a validation list'), { maxItems: 1_000 })),
    allowed_groups: Type.Optional(Type.Array(named('a group'), { maxItems: 1_000 })),
  },
  CLOSED,
)
export type FileAutomationTemplate = Static<typeof FileAutomationTemplate>

const { platform_api_key: ___, ...ai } = AiSettingsPatch.properties
export const FileAiSettings = Type.Object({ name: Type.Literal('ai'), ...ai }, CLOSED)
export type FileAiSettings = Static<typeof FileAiSettings>

/** Settings by their area; which keys one has is up to it. */
export const FileSetting = Type.Object(
  { name: Type.Enum(['ai', 'audit']) },
  { additionalProperties: Type.Unknown(), description: 'Without the API key of the AI provider.' },
)
export type FileSetting = Static<typeof FileSetting>

/** The lists of a file; each is there if an export was asked for it. */
export const FilePlatform = Type.Object({
  groups: Type.Optional(Type.Array(FileGroup)),
  controller_connections: Type.Optional(Type.Array(FileControllerConnection)),
  automation_connections: Type.Optional(Type.Array(FileAutomationConnection)),
  automation_categories: Type.Optional(Type.Array(FileAutomationCategory)),
  regex_patterns: Type.Optional(Type.Array(FileRegexPattern)),
  validation_lists: Type.Optional(Type.Array(FileValidationList)),
  column_templates: Type.Optional(Type.Array(FileColumnTemplate)),
  automation_templates: Type.Optional(Type.Array(FileAutomationTemplate)),
  settings: Type.Optional(Type.Array(FileSetting)),
})
export type FilePlatform = Static<typeof FilePlatform>
