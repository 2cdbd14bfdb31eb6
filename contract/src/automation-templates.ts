import { type Static, Type } from 'typebox'
import { Nullable, Ordering, PageQuery, Search, Timestamp, Uuid } from './common.ts'

export const COLUMN_FIELD_TYPES = [
  'text',
  'integer',
  'number',
  'boolean',
  'enum',
  'multi_enum',
  'ip_address',
  'ip_network',
  'mac_address',
  'date',
  'datetime',
  'dn',
] as const
export type ColumnFieldType = (typeof COLUMN_FIELD_TYPES)[number]

/** A column of a template's rows, as stored. What a column with `column_template` leaves out comes from there. */
export const ColumnDefinition = Type.Object({
  name: Type.String({ description: 'Key of the value in a row.' }),
  field_type: Type.Optional(Type.Enum([...COLUMN_FIELD_TYPES])),
  required: Type.Optional(Type.Boolean()),
  choices: Type.Optional(Type.Array(Type.String())),
  validation_list: Type.Optional(Nullable(Uuid)),
  regex_pattern: Type.Optional(Nullable(Uuid)),
  min: Type.Optional(Nullable(Type.Number())),
  max: Type.Optional(Nullable(Type.Number())),
  min_length: Type.Optional(Nullable(Type.Integer())),
  max_length: Type.Optional(Nullable(Type.Integer())),
  unique: Type.Optional(Type.Boolean({ description: 'Each value at most once within the rows of a request.' })),
  default: Type.Optional(Type.Unknown({ description: 'Taken by a row without a value.' })),
  help_text: Type.Optional(Type.String()),
  column_template: Type.Optional(Nullable(Uuid)),
})
export type ColumnDefinition = Static<typeof ColumnDefinition>

export const EXECUTION_MODES = ['bulk', 'per_row'] as const
export type ExecutionMode = (typeof EXECUTION_MODES)[number]
export const DEFAULT_ROW_CONCURRENCY = 5
export const MOST_ROW_CONCURRENCY = 100
export const MOST_COLUMNS = 200

const CategoryId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

export const AutomationTemplate = Type.Object({
  id: Uuid,
  name: Type.String(),
  description: Type.String(),
  category: Nullable(Type.Integer()),
  automation_connection: Uuid,
  automation_job_template_id: Type.Integer({ description: 'Job template on the automation server.' }),
  execution_mode: Type.Enum([...EXECUTION_MODES], {
    description: 'bulk: one job for all rows of a request. per_row: one job for each row.',
  }),
  row_concurrency: Type.Integer({ description: 'per_row: jobs of one request that run at once.' }),
  schema: Type.Array(ColumnDefinition),
  validation_lists: Type.Array(Uuid),
  allowed_groups: Type.Array(Type.Integer(), {
    description: 'Their members see and launch the template; empty: everybody.',
  }),
  created_by: Nullable(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type AutomationTemplate = Static<typeof AutomationTemplate>

const written = {
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  description: Type.String({ maxLength: 10_000 }),
  category: Nullable(CategoryId),
  automation_connection: Uuid,
  automation_job_template_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  execution_mode: Type.Enum([...EXECUTION_MODES], { default: 'bulk' }),
  row_concurrency: Type.Integer({ minimum: 1, maximum: MOST_ROW_CONCURRENCY, default: DEFAULT_ROW_CONCURRENCY }),
  // Errors inside are found by the rules for columns, which report all of them.
  schema: Type.Array(Type.Unknown(), { maxItems: MOST_COLUMNS, description: 'Column definitions.' }),
  validation_lists: Type.Array(Uuid, { maxItems: 1_000 }),
  allowed_groups: Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), { maxItems: 1_000 }),
}
export const AutomationTemplateCreate = Type.Object({
  ...Type.Partial(Type.Object(written)).properties,
  name: written.name,
  automation_connection: written.automation_connection,
  automation_job_template_id: written.automation_job_template_id,
})
export type AutomationTemplateCreate = Static<typeof AutomationTemplateCreate>
export const AutomationTemplatePatch = Type.Partial(Type.Object(written))
export type AutomationTemplatePatch = Static<typeof AutomationTemplatePatch>

export const AutomationTemplateListQuery = Type.Object({
  ...PageQuery,
  category: Type.Optional(CategoryId),
  automation_connection: Type.Optional(Uuid),
  search: Search,
  ordering: Ordering,
})
export const AUTOMATION_TEMPLATE_ORDERS = ['name', 'created_at', 'updated_at', 'category'] as const

export const AutomationCategory = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  parent: Nullable(Type.Integer()),
  description: Type.String(),
  template_count: Type.Integer({ description: 'Templates directly in this category that the caller sees.' }),
  children: Type.Array(Type.Integer()),
})
export type AutomationCategory = Static<typeof AutomationCategory>
const name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const description = Type.String({ maxLength: 10_000 })
export const AutomationCategoryWrite = Type.Object({
  name,
  parent: Type.Optional(Nullable(CategoryId)),
  description: Type.Optional(description),
})
export type AutomationCategoryWrite = Static<typeof AutomationCategoryWrite>
export const AutomationCategoryPatch = Type.Partial(AutomationCategoryWrite)
export type AutomationCategoryPatch = Static<typeof AutomationCategoryPatch>
export const AutomationCategoryListQuery = Type.Object({
  ...PageQuery,
  parent: Type.Optional(CategoryId),
  search: Search,
  ordering: Ordering,
})

const audited = { created_by: Nullable(Type.String()), created_at: Timestamp, updated_at: Timestamp }

export const VALIDATION_LIST_SOURCES = ['static', 'saved_query', 'snapshot'] as const
/** Where the values of a list come from. `saved_query`: its result now. `snapshot`: its newest snapshot. */
export const ValidationListSource = Type.Object({
  type: Type.Enum([...VALIDATION_LIST_SOURCES]),
  saved_query: Nullable(Uuid),
  column: Nullable(Type.String({ maxLength: 500 })),
})
export type ValidationListSource = Static<typeof ValidationListSource>
export const MOST_LIST_VALUES = 100_000

export const ValidationList = Type.Object({
  id: Uuid,
  name: Type.String(),
  description: Type.String(),
  source: ValidationListSource,
  values: Type.Array(Type.String(), { description: 'The allowed values; those of a bound list as of `refreshed_at`.' }),
  refreshed_at: Nullable(Timestamp),
  ...audited,
})
export type ValidationList = Static<typeof ValidationList>
export const ValidationListWrite = Type.Object({
  name,
  description: Type.Optional(description),
  values: Type.Optional(Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: MOST_LIST_VALUES })),
  source: Type.Optional(
    Type.Union(
      [
        Type.Literal('static'),
        Type.Object({ ...Type.Partial(ValidationListSource).properties, type: ValidationListSource.properties.type }),
      ],
      {
        description: 'Absent: static.',
      },
    ),
  ),
})
export type ValidationListWrite = Static<typeof ValidationListWrite>
export const ValidationListPatch = Type.Partial(ValidationListWrite)
export type ValidationListPatch = Static<typeof ValidationListPatch>

export const RegexPattern = Type.Object({
  id: Uuid,
  name: Type.String(),
  description: Type.String(),
  pattern: Type.String({ description: 'RE2; the whole value must match.' }),
  ...audited,
})
export type RegexPattern = Static<typeof RegexPattern>
export const RegexPatternWrite = Type.Object({
  name,
  description: Type.Optional(description),
  pattern: Type.String({ minLength: 1, maxLength: 10_000 }),
})
export type RegexPatternWrite = Static<typeof RegexPatternWrite>
export const RegexPatternPatch = Type.Partial(RegexPatternWrite)
export type RegexPatternPatch = Static<typeof RegexPatternPatch>

/** The keys of a column definition, flat; its own `name` is that of the template, not of a column. */
export const ColumnTemplate = Type.Object({
  id: Uuid,
  description: Type.String(),
  ...Type.Omit(ColumnDefinition, ['column_template']).properties,
  ...audited,
})
export type ColumnTemplate = Static<typeof ColumnTemplate>
/** Takes the other keys of a column definition too; the rules for columns check them. */
export const ColumnTemplateWrite = Type.Object({
  name,
  description: Type.Optional(description),
  ...Object.fromEntries(
    Object.keys(ColumnDefinition.properties)
      .filter((key) => key !== 'name' && key !== 'column_template')
      .map((key) => [key, Type.Optional(Type.Unknown())]),
  ),
})
export type ColumnTemplateWrite = { name: string; description?: string } & {
  [Key in Exclude<keyof ColumnDefinition, 'name' | 'column_template'>]?: unknown
}
export const ColumnTemplatePatch = Type.Partial(ColumnTemplateWrite)
export type ColumnTemplatePatch = Partial<ColumnTemplateWrite>

export const ReferenceListQuery = Type.Object({ ...PageQuery, search: Search, ordering: Ordering })
export const REFERENCE_ORDERS = ['name', 'created_at', 'updated_at'] as const
