import { type Static, Type } from 'typebox'
import { MOST_VERSIONS } from './canvas-budget.ts'
import { declarations, edgeList, nodeList, savedParts, stepList } from './canvas-lists.ts'
import { ExpectationFilter } from './executions.ts'
import { ConnectionName, Nullable, Ordering, PageQuery, Search, Timestamp, Uuid } from './common.ts'

const CategoryId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

export const QueryCategory = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  parent: Nullable(Type.Integer()),
  query_count: Type.Integer({ description: 'Queries directly in this category.' }),
  children: Type.Array(Type.Integer()),
})
export type QueryCategory = Static<typeof QueryCategory>

const categoryName = Type.String({ minLength: 1, maxLength: 200 })
export const QueryCategoryWrite = Type.Object({ name: categoryName, parent: Type.Optional(Nullable(CategoryId)) })
export type QueryCategoryWrite = Static<typeof QueryCategoryWrite>
export const QueryCategoryPatch = Type.Object({
  name: Type.Optional(categoryName),
  parent: Type.Optional(Nullable(CategoryId)),
})
export type QueryCategoryPatch = Static<typeof QueryCategoryPatch>
export const QueryCategoryListQuery = Type.Object({
  ...PageQuery,
  parent: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  search: Search,
  ordering: Ordering,
})
export const CATEGORY_ORDERS = ['name', 'id'] as const
export const CategoryDeleteQuery = Type.Object({ force: Type.Optional(Type.Boolean()) })

export const MOST_CHOICES = 1_000
export const PARAMETER_TYPES = ['text', 'integer', 'number', 'boolean', 'enum', 'date', 'dn', 'ip'] as const

const count = Type.Optional(Type.Integer({ minimum: 0 }))
const Bounds = Type.Object({ min: count, max: count })
export const CHANGE_KINDS = ['added', 'removed', 'changed'] as const
/** Where a capture is meant: the newest one before the run. */
export const PREVIOUS = 'previous'

/** What a saved query expects of its rows, all of them, after the steps. */
export const Expect = Type.Object({
  rows: Type.Optional(Bounds),
  every: Type.Optional(Type.String({ description: 'An expression over the columns that must be true for every row.' })),
  changes: Type.Optional(
    Type.Object(
      { added: Type.Optional(Bounds), removed: Type.Optional(Bounds), changed: Type.Optional(Bounds) },
      { description: 'How many rows may differ from a snapshot; a kind that is left out may differ as it likes.' },
    ),
  ),
  against: Type.Optional(
    Type.String({
      description:
        '`previous`, the default: the newest snapshot before the run. Or the id of a snapshot of this query.',
    }),
  ),
})
export type Expect = Static<typeof Expect>

export const SEVERITIES = ['none', 'low', 'medium', 'high', 'critical'] as const
export const DEFAULT_SEVERITY = 'medium'
export const MOST_LINKS = 20
const guidanceText = Type.String({ maxLength: 10_000 })

export const DEFAULT_RESOURCE = 'dn'

/** What a query that is a check says about what it finds. */
const Guidance = {
  when: Nullable(
    Type.String({
      description:
        'An expression over the facts of the fabric (`fabric.version`), the parameters (`params.x`) and `has_class("x")`: where it is not true, the check is not applicable. Null: everywhere.',
    }),
  ),
  resource: Type.String({ minLength: 1, maxLength: 200, description: 'The column that a finding is about.' }),
  reason: Type.String({ description: 'Why a row is a finding, with `{{columns}}` of it; empty: what is expected.' }),
  severity: Type.Enum([...SEVERITIES], { description: 'How bad it is if the rows are not as expected.' }),
  why: { ...guidanceText, description: 'Why it matters, as Markdown.' },
  remedy: { ...guidanceText, description: 'What to do about it, as Markdown.' },
  links: Type.Array(
    Type.Object({
      title: Type.String({ minLength: 1, maxLength: 200 }),
      url: Type.String({ maxLength: 2_000, pattern: '^https?://\\S+$' }),
    }),
    { maxItems: MOST_LINKS },
  ),
  look: Type.Boolean({
    description: 'Rows that are not as expected are for a person to judge: the status is `look` instead of `failed`.',
  }),
}

const ParameterValue = Type.Union([Type.String(), Type.Number(), Type.Boolean()])

/** A variable that the query declares. */
export const Parameter = Type.Object({
  name: Type.String(),
  label: Type.String(),
  type: Type.Enum([...PARAMETER_TYPES]),
  required: Type.Boolean(),
  default: Type.Union([ParameterValue, Type.Null()], { description: 'Null: none.' }),
  choices: Type.Optional(Type.Array(ParameterValue, { description: `At most ${MOST_CHOICES}.` })),
  choices_from: Type.Optional(Type.Object({ saved_query: Uuid, column: Type.String() })),
})
export type Parameter = Static<typeof Parameter>

/** A parameter as it is sent: null is as good as leaving a key out. */
export const ParameterWrite = Type.Object({
  name: Parameter.properties.name,
  ...Type.Partial(
    Type.Object({
      label: Nullable(Parameter.properties.label),
      type: Nullable(Parameter.properties.type),
      required: Nullable(Parameter.properties.required),
      default: Parameter.properties.default,
      choices: Nullable(Type.Array(ParameterValue, { description: `At most ${MOST_CHOICES}.` })),
      choices_from: Nullable(Type.Object({ saved_query: Uuid, column: Type.String() })),
    }),
  ).properties,
})

export const ChoicesQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Only choices that contain it, in any case.' })),
  controller_connection: Type.Optional(Uuid),
})
export const Choices = Type.Object({
  choices: Type.Array(ParameterValue, { description: `At most ${MOST_CHOICES}.` }),
  count: Type.Integer({ description: 'How many there are, also those not listed.' }),
})

export const VersionEntry = Type.Object({
  version: Type.String(),
  before_hash: Nullable(Type.String()),
  after_hash: Type.String(),
  changed_at: Timestamp,
  changed_by: Type.String(),
  changes: Type.Array(Type.String({ description: 'Changed part: nodes, edges or post_processors.' })),
})
export type VersionEntry = Static<typeof VersionEntry>

export const SavedQueryListItem = Type.Object({
  id: Uuid,
  name: Type.String(),
  description: Type.String(),
  category: Nullable(Type.Integer()),
  controller_connection: Nullable(Type.String({ format: 'uuid', description: 'Null for a check of a pack.' })),
  controller_connection_name: ConnectionName,
  ...savedParts,
  expect: Nullable(Expect),
  parameters: Type.Array(Parameter),
  ...Guidance,
  current_version: Type.String(),
  current_version_hash: Type.String({ description: 'sha256:<hex> over nodes, edges and post_processors.' }),
  pack: Nullable(
    Type.Object(
      { name: Type.String(), version: Type.String(), check: Type.String() },
      { description: 'The pack that it is a check of: it cannot be changed, only duplicated. Null: of none.' },
    ),
  ),
  is_favorite: Type.Boolean(),
  created_by: Nullable(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export const SavedQuery = Type.Object({
  ...SavedQueryListItem.properties,
  version_history: Type.Array(VersionEntry, { description: `The newest ${MOST_VERSIONS}.` }),
})
export type SavedQuery = Static<typeof SavedQuery>

export const SavedQueryVersion = Type.Object({
  ...VersionEntry.properties,
  ...savedParts,
})

const queryName = Type.String({ minLength: 1, maxLength: 200 })
const description = Type.String({ maxLength: 10_000 })
export const SavedQueryCreate = Type.Object({
  name: Type.Optional(queryName),
  description: Type.Optional(description),
  category: Type.Optional(Nullable(CategoryId)),
  controller_connection: Uuid,
  nodes: nodeList,
  edges: edgeList,
  post_processors: Type.Optional(stepList),
  ...declarations,
  ...Type.Partial(Type.Object(Guidance)).properties,
})
export type SavedQueryCreate = Static<typeof SavedQueryCreate>

export const SavedQueryPatch = Type.Partial(SavedQueryCreate)
export type SavedQueryPatch = Static<typeof SavedQueryPatch>

export const SavedQueryListQuery = Type.Object({
  ...PageQuery,
  category: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  controller_connection: Type.Optional(Uuid),
  is_favorite: Type.Optional(Type.Boolean()),
  expectation: Type.Optional(ExpectationFilter),
  search: Search,
  ordering: Ordering,
})
export const QUERY_ORDERS = ['name', 'created_at', 'updated_at', 'category', 'current_version', 'is_favorite'] as const

export const DuplicateBody = Type.Object({ name: Type.Optional(queryName) })

export const MOST_USING_QUERIES = 200
const PropertyUse = Type.Object({ property: Type.String(), query_count: Type.Integer() })

/** Where saved queries use a class. */
export const ClassUseReply = Type.Object({
  class_name: Type.String(),
  query_count: Type.Integer({ description: `At most ${MOST_USING_QUERIES}; then \`truncated\` is true.` }),
  truncated: Type.Boolean(),
  properties: Type.Array(PropertyUse, {
    description: 'Those that queries show, filter or join by, the most used first.',
  }),
  queries: Type.Array(
    Type.Object({
      id: Uuid,
      name: Type.String(),
      created_by: Nullable(Type.String()),
      properties: Type.Array(Type.String()),
    }),
    { description: 'The last changed first.' },
  ),
})
export type ClassUseReply = Static<typeof ClassUseReply>
