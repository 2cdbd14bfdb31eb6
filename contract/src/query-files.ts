import { type Static, Type } from 'typebox'
import { Nullable } from './common.ts'
import { SavedQueryPatch } from './queries.ts'
import { FilePlatform, PLATFORM_KINDS, PLATFORM_LISTS } from './platform-files.ts'
import { FILE_WAIVER, MOST_WAIVERS } from './waivers.ts'
import { OnChangesWrite, ScheduledTaskPatch } from './schedules.ts'

/** Saved queries, their folders and tasks as a file: references are names, and there are no ids or times. */

export const QUERY_FILE_VERSION = 1
/** What an import takes; an export is never larger. */
export const LARGEST_QUERY_FILE_BYTES = 10_000_000

const FolderPath = Type.String({
  minLength: 1,
  description: 'Names from the top, such as `A/B`; a slash in a name is `~1`, and `~0` a tilde before 0 or 1.',
})
const QueryName = Type.String({ minLength: 1, description: 'The name of a saved query, in the file or on the server.' })
const ConnectionName = Type.String({ minLength: 1, description: 'The name of a controller connection.' })
const name = Type.String({ minLength: 1, maxLength: 200 })

const { name: _, description, category: __, controller_connection: ___, ...canvas } = SavedQueryPatch.properties

/** A waiver in the file of its query. It has no id: one that says something else is another one. */
export const FileWaiver = Type.Object(
  {
    resource: FILE_WAIVER.resource,
    controller_connection: Type.Optional(Nullable(ConnectionName)),
    until: FILE_WAIVER.until,
    reason: FILE_WAIVER.reason,
  },
  { additionalProperties: false },
)
export type FileWaiver = Static<typeof FileWaiver>

/** A saved query in a file. Keys that are absent stay as they are when the query exists. */
export const FileSavedQuery = Type.Object(
  {
    name,
    description,
    category: Type.Optional(Nullable(FolderPath)),
    controller_connection: Type.Optional(ConnectionName),
    renamed_from: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'Its former name. If that query is there and this one is not, it is renamed and keeps its history.',
      }),
    ),
    ...canvas,
    waivers: Type.Optional(
      Type.Array(FileWaiver, {
        maxItems: MOST_WAIVERS,
        description: 'All that hold: others are ended. Those whose time is over are left out.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type FileSavedQuery = Static<typeof FileSavedQuery>

/** A scheduled task in a file: the importer's own, unless it names its owner. */
export const FileScheduledTask = Type.Object(
  {
    ...ScheduledTaskPatch.properties,
    name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
    owner: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 150,
        description:
          'The username of a person or service account. Administrators create and change tasks of others; any other import leaves those as they are.',
      }),
    ),
    saved_query: Type.Optional(QueryName),
    controller_connections: Type.Optional(Type.Array(ConnectionName, { minItems: 1, maxItems: 100 })),
    granted_groups: Type.Optional(
      Type.Array(Type.String({ minLength: 1, description: 'The name of a group.' }), { maxItems: 1000 }),
    ),
    on_changes: Type.Optional(
      Nullable(
        Type.Object(
          {
            ...OnChangesWrite.properties,
            template: Type.String({ minLength: 1, description: 'The name of an automation template.' }),
          },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { additionalProperties: false },
)
export type FileScheduledTask = Static<typeof FileScheduledTask>

export const QueryFile = Type.Object({
  version: Type.Literal(QUERY_FILE_VERSION),
  categories: Type.Array(FolderPath),
  saved_queries: Type.Array(FileSavedQuery),
  scheduled_tasks: Type.Array(FileScheduledTask),
  ...FilePlatform.properties,
})
export type QueryFile = Static<typeof QueryFile>

export const QueryExportQuery = Type.Object({
  category: Type.Optional(
    Type.String({
      maxLength: 10_000,
      description: 'A folder with all below it: its id or its path. A path may begin with a slash.',
    }),
  ),
  ids: Type.Optional(
    Type.String({
      maxLength: 20_000,
      description: 'Comma-separated ids of saved queries. With `category` both are exported.',
    }),
  ),
  include: Type.Optional(
    Type.String({
      maxLength: 200,
      description: `What else, of the whole installation: ${PLATFORM_LISTS.join(', ')}, with commas between.`,
    }),
  ),
  owners: Type.Optional(Type.Boolean({ description: 'Says of each scheduled task whose it is.' })),
  format: Type.Optional(Type.Enum(['yaml', 'json'], { default: 'yaml' })),
})

export const QueryImportQuery = Type.Object({
  dry_run: Type.Optional(Type.Boolean({ description: 'Plans the import and changes nothing.' })),
  validate: Type.Optional(
    Type.Boolean({
      description: 'With `dry_run`: says of each query that is created or changed why it could not run.',
    }),
  ),
})

// Every fault is reported under the name of what has it, so nothing is checked by the place in a list.
export const QueryImportBody = Type.Object(
  {
    version: Type.Optional(Type.Unknown({ description: `${QUERY_FILE_VERSION}; required.` })),
    categories: Type.Optional(Type.Unknown({ description: 'Paths of folders, each after those it is in.' })),
    saved_queries: Type.Optional(Type.Unknown({ description: 'A list, as in an export.' })),
    scheduled_tasks: Type.Optional(Type.Unknown({ description: 'A list, as in an export.' })),
    ...Object.fromEntries(
      PLATFORM_LISTS.map((list) => [
        list,
        Type.Optional(Type.Unknown({ description: 'A list, as in an export with `include`.' })),
      ]),
    ),
    delete_missing: Type.Optional(
      Type.Unknown({ description: 'True: what is in `scope` and not in the file is deleted.' }),
    ),
    scope: Type.Optional(
      Type.Unknown({
        description:
          '`{category: <path>}` (`/`: everything), `{kinds: [<list>]}` for all that such a list of the file could name, or both; required with `delete_missing`.',
      }),
    ),
  },
  // Unknown keys are kept, so that they are reported.
  { additionalProperties: Type.Unknown() },
)

export const IMPORT_ACTIONS = ['create', 'change', 'unchanged', 'delete'] as const
const { settings, ...named } = PLATFORM_KINDS
/** In the order of a plan. */
export const IMPORT_KINDS = [
  ...([named.groups, named.controller_connections, named.automation_connections] as const),
  ...([named.automation_categories, named.regex_patterns, named.validation_lists] as const),
  ...([named.column_templates, named.automation_templates] as const),
  ...(['category', 'saved_query', 'scheduled_task', settings] as const),
] as const

export const ValueChange = Type.Object({
  path: Type.String({ description: 'Keys and positions with dots between, such as `nodes.0.class_name`.' }),
  before: Type.Unknown({ description: 'Null where there was nothing.' }),
  after: Type.Unknown({ description: 'Null where there is no longer anything.' }),
})
export type ValueChange = Static<typeof ValueChange>

/** What is wrong with the canvas of a query that an import creates or changes. */
export const ImportProblem = Type.Object({
  severity: Type.Enum(['error', 'warning']),
  code: Type.String(),
  message: Type.String(),
  path: Nullable(Type.String({ description: 'In the query, such as `nodes.0.class_name`.' })),
  suggestions: Type.Optional(Type.Array(Type.String())),
})
export type ImportProblem = Static<typeof ImportProblem>

const Loses = Type.Object(
  { executions: Type.Integer(), snapshots: Type.Integer(), schedules: Type.Integer() },
  { description: 'Of a saved query that is deleted: what goes with it, of all owners.' },
)

export const ImportStep = Type.Object({
  action: Type.Enum([...IMPORT_ACTIONS]),
  kind: Type.Enum([...IMPORT_KINDS]),
  name: Type.String({ description: 'Of a category: its path.' }),
  diff: Nullable(Type.Array(ValueChange, { description: 'Null unless `action` is `change`.' })),
  renamed_from: Type.Optional(
    Type.String({ description: 'What gets this name: named by the file, or a saved query of the same canvas.' }),
  ),
  by_hand: Type.Optional(
    Type.Boolean({
      description: 'True where what is changed or deleted is not as a file last made it.',
    }),
  ),
  loses: Type.Optional(Loses),
  twins: Type.Optional(
    Type.Integer({
      description: 'Of a new scheduled task: how many other users have one of this name for this query. All would run.',
    }),
  ),
  left_to: Type.Optional(
    Type.String({
      description: 'Of a scheduled task that the import leaves as it is: its owner, whom the file names.',
    }),
  ),
  needs_secret: Type.Optional(
    Type.Enum(['password', 'token'], {
      description: 'Of a connection that has none, as a file holds no secrets: it has to be set on the connection.',
    }),
  ),
  problems: Type.Optional(
    Type.Array(ImportProblem, { description: 'With `validate`: why the query could not run, if there is something.' }),
  ),
})
export type ImportStep = Static<typeof ImportStep>

export const QueryImportReply = Type.Object({
  plan: Type.Array(ImportStep, {
    description:
      'Groups, connections, templates and what they name, categories, saved queries, scheduled tasks and settings, each by name.',
  }),
  applied: Type.Boolean({ description: 'False for a dry run.' }),
})
export type QueryImportReply = Static<typeof QueryImportReply>
