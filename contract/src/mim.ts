import { type Static, Type } from 'typebox'
import { Nullable, PageQuery, Timestamp } from './common.ts'
import { CLASS_CATEGORIES, PROPERTY_TYPES } from './mim-kinds.ts'

/** The class model: explorer, search and favorites. Class names are wire names (`fvBD`). */

export const ClassName = Type.String({ minLength: 1, maxLength: 200, examples: ['fvBD'] })
export const ClassNameParams = Type.Object({ name: ClassName })

const category = Type.Enum([...CLASS_CATEGORIES])

export const MimProperty = Type.Object({
  name: Type.String(),
  type: Type.Enum([...PROPERTY_TYPES]),
  required: Type.Boolean({ description: 'Must be set when an object is created.' }),
  naming: Type.Optional(Type.Boolean({ description: 'Part of the RN; present only on naming properties.' })),
  label: Type.String(),
  description: Type.String(),
  default: Nullable(Type.Union([Type.String(), Type.Number()])),
  values: Type.Array(Type.String(), { description: 'Wire values of enums, flags and booleans.' }),
  value_count: Type.Integer({ description: 'Number of values; very long enumerations list only the first ones.' }),
  read_only: Type.Boolean(),
  create_only: Type.Boolean({ description: 'Can be set only when the object is created.' }),
  secure: Type.Boolean({ description: 'Can be written but not read back.' }),
  deprecated: Type.Boolean(),
  raw_type: Type.String({ description: "The model's own type, such as `scalar:Enum8`." }),
})
export type MimProperty = Static<typeof MimProperty>

export const MimClassItem = Type.Object({
  name: Type.String(),
  display_name: Type.String(),
  package: Type.String(),
  category,
  description: Type.String(),
})
export type MimClassItem = Static<typeof MimClassItem>

export const MimClassDetail = Type.Object({
  ...MimClassItem.properties,
  dn_format: Type.String(),
  dn_formats: Type.Array(Type.String(), { description: 'The first few.' }),
  dn_format_count: Type.Integer(),
  rn_format: Type.String(),
  identified_by: Type.Array(Type.String(), { description: 'Naming properties in RN order.' }),
  context_root: Type.Boolean(),
  abstract: Type.Boolean(),
  configurable: Type.Boolean(),
  deprecated: Type.Boolean(),
  super_classes: Type.Array(Type.String(), { description: 'Nearest first.' }),
  properties: Type.Array(MimProperty),
})
export type MimClassDetail = Static<typeof MimClassDetail>

export const MimTreeNode = Type.Object({
  class_name: Type.String(),
  display_name: Type.String(),
  package: Type.String(),
  category,
  rn_format: Type.String(),
  has_children: Type.Boolean(),
  child_count: Type.Integer(),
  objects: Nullable(
    Type.Integer({ description: 'How many a run counted on `connection` last; null if none has read the class.' }),
  ),
})
export type MimTreeNode = Static<typeof MimTreeNode>

const GENERIC = 'Number of tag, fault, event, health and statistics classes left out.'
export const GenericQuery = {
  include_generic: Type.Optional(
    Type.Boolean({ description: 'Include tag, fault, event, health and statistics classes.' }),
  ),
}

export const MimTree = Type.Object({
  parent: Nullable(Type.String()),
  nodes: Type.Array(MimTreeNode),
  start: Type.Array(MimTreeNode, {
    description: 'Of the roots only: the classes in the tree that operators begin with, such as tenants and nodes.',
  }),
  generic_count: Type.Integer({ description: GENERIC }),
})
export type MimTree = Static<typeof MimTree>

const ClassReference = Type.Object({ class_name: Type.String(), display_name: Type.String() })

export const MimAssociation = Type.Object({
  relation_class: Type.String({ description: 'The Rs class, even if this class is the target.' }),
  reverse_class: Nullable(Type.String({ description: 'The Rt class.' })),
  direction: Type.Enum(['to', 'from'], {
    description: '`to`: this class is the source of the relation, `from`: its target.',
  }),
  class_name: Type.String({ description: 'The class at the other end.' }),
  display_name: Type.String(),
  cardinality: Type.String(),
  type: Type.String({ description: '`named` or `explicit`.' }),
  inherited_from: Nullable(Type.String({ description: 'The superclass that declares it.' })),
})

export const MimRelationships = Type.Object({
  class_name: Type.String(),
  containers: Type.Array(ClassReference),
  contained: Type.Array(ClassReference),
  generic_count: Type.Integer({ description: GENERIC }),
  associations: Type.Array(MimAssociation),
})
export type MimRelationships = Static<typeof MimRelationships>

export const MimAncestors = Type.Object({
  class_name: Type.String(),
  paths: Type.Array(Type.Array(Type.Object({ ...ClassReference.properties, rn_format: Type.String() })), {
    description: 'From the root to the class, shortest first, at most 20.',
  }),
  truncated: Type.Boolean({ description: 'There are more paths.' }),
})
export type MimAncestors = Static<typeof MimAncestors>

export const MimInsightsQuery = Type.Object({
  source: Type.Optional(
    Type.Enum(['model'], { description: 'Only the notes that follow from the model: AI is not asked.' }),
  ),
})
export const MimInsights = Type.Object({
  class_name: Type.String(),
  notes: Type.Array(Type.Object({ title: Type.String(), text: Type.String(), source: Type.Enum(['model', 'ai']) })),
  detail: Type.Optional(Type.String({ description: 'Why no AI was asked, or what went wrong.' })),
})
export type MimInsights = Static<typeof MimInsights>

export const MimStats = Type.Object({
  total_classes: Type.Integer(),
  total_properties: Type.Integer(),
  packages: Type.Integer(),
  relationships: Type.Integer({ description: 'Containment and relation edges.' }),
  last_synced_at: Nullable(Timestamp),
  controller_version: Nullable(Type.String()),
})

/** Recursive in the document; the schema stops at the first level. */
export type MimHierarchyNode = { class_name: string; display_name: string; children: MimHierarchyNode[] }
export const MimHierarchy = Type.Object({
  ...ClassReference.properties,
  children: Type.Array(Type.Unsafe<MimHierarchyNode>({ type: 'object', additionalProperties: true }), {
    description: 'Nested `{class_name, display_name, children}`.',
  }),
  truncated: Type.Boolean({ description: 'There are more classes than one response can hold.' }),
  generic_count: Type.Integer({ description: GENERIC }),
})
export type MimHierarchy = Static<typeof MimHierarchy>

export const MimRelated = Type.Object({
  class_name: Type.String(),
  related: Type.Array(
    Type.Object({
      ...MimClassItem.properties,
      relationship: Type.Enum(['container', 'contained', 'relation_to', 'relation_from', 'superclass', 'subclass']),
      relation_class: Nullable(Type.String()),
    }),
  ),
  generic_count: Type.Integer({ description: GENERIC }),
})
export type MimRelated = Static<typeof MimRelated>

export const MimPackage = Type.Object({ name: Type.String(), class_count: Type.Integer(), description: Type.String() })
export type MimPackage = Static<typeof MimPackage>

const SearchText = Type.Optional(
  Type.String({ maxLength: 500, description: 'Search text. An empty text finds nothing.' }),
)
const Limit = Type.Optional(Type.Integer({ minimum: 1, description: '20 by default, at most 100.' }))

export const MimSearchResult = Type.Object({
  type: Type.Enum(['class', 'property', 'package']),
  name: Type.String(),
  score: Type.Number({ description: 'Greater than 0; 1 is a perfect match.' }),
  display_name: Type.Optional(Type.String({ description: 'Only for classes and properties.' })),
  class: Type.Optional(Type.String({ description: 'The class of a property.' })),
  package: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
})
export type MimSearchResult = Static<typeof MimSearchResult>

export const MimSearchQuery = Type.Object({
  q: SearchText,
  type: Type.Optional(Type.Enum(['class', 'property', 'package'])),
  limit: Limit,
})
export const MimSearchReply = Type.Object({ query: Type.String(), results: Type.Array(MimSearchResult) })

export const MOST_NAMED_CLASSES = 50
export const MimClassesQuery = Type.Object({
  names: Type.String({
    minLength: 1,
    maxLength: 10_000,
    description: `Comma-separated, at most ${MOST_NAMED_CLASSES}.`,
  }),
})
export const MimClassDetails = Type.Object({ results: Type.Array(MimClassDetail) })

export const MimConnectQuery = Type.Object({ source: ClassName, target: ClassName })

const depth = Nullable(
  Type.Enum(['child', 'any'], { description: '`child`: directly, `any`: only further down; null: not at all.' }),
)
const Connections = {
  contains: Type.Object(
    { forward: depth, backward: depth },
    { description: '`forward`: the source contains the target.' },
  ),
  relations: Type.Array(
    Type.Object({
      through: Type.String({ description: 'The Rs class.' }),
      direction: Type.Enum(['forward', 'backward'], {
        description: '`forward`: the source holds the relation object.',
      }),
      cardinality: Type.String(),
      inherited_from: Nullable(Type.String({ description: 'The superclass of the holder that declares it.' })),
    }),
  ),
}
export const MimConnect = Type.Object({
  ...Connections,
  shared: Type.Array(Type.Object({ source: Type.String(), target: Type.String() }), {
    description: 'Properties of one name and type, which a `match` edge can compare.',
  }),
})
export type MimConnect = Static<typeof MimConnect>

const CountedOn = Type.Optional(
  Type.String({ format: 'uuid', description: 'The controller connection on which objects were counted.' }),
)
export const MimConnectableQuery = Type.Object({ class: ClassName, q: SearchText, limit: Limit, connection: CountedOn })
export const MimConnectable = Type.Object({
  class_name: Type.String(),
  connectable: Type.Array(Type.Object({ ...MimClassItem.properties, ...Connections }), {
    description: 'Best first. The class asked about is the source.',
  }),
})
export type MimConnectable = Static<typeof MimConnectable>

export const MimTreeQuery = Type.Object({
  parent: Type.Optional(ClassName),
  connection: CountedOn,
  ...GenericQuery,
})
export const MimGenericQuery = Type.Object(GenericQuery)
export const MimClassListQuery = Type.Object({ ...PageQuery, package: Type.Optional(Type.String({ maxLength: 100 })) })
export const MimTextQuery = Type.Object({ q: SearchText, limit: Limit })
export const MimClassResults = Type.Object({ query: Type.String(), results: Type.Array(MimClassItem) })
export const MimEnhancedReply = Type.Object({
  query: Type.String(),
  results: Type.Array(Type.Object({ ...MimClassItem.properties, score: Type.Number() })),
  packages: Type.Array(Type.Object({ package: Type.String(), count: Type.Integer() }), {
    description: 'Number of matches by package, largest first.',
  }),
})
export const MimSuggestQuery = Type.Object({
  ...MimTextQuery.properties,
  source: Type.Optional(
    Type.Enum(['search'], { description: 'Only the search: AI is not asked. For suggestions while typing.' }),
  ),
})
export const MimSuggestReply = Type.Object({
  query: Type.String(),
  source: Type.Enum(['ai', 'search']),
  results: Type.Array(
    Type.Object({
      name: Type.String(),
      display_name: Type.String(),
      reason: Type.String(),
      properties: Type.Array(Type.String(), { description: 'Those that the text is about.' }),
      filters: Type.Array(
        Type.Object({
          property: Type.String(),
          operator: Type.String(),
          value: Nullable(Type.Union([Type.String(), Type.Number()])),
        }),
        { description: 'Conditions as a canvas has them.' },
      ),
    }),
    { description: 'Best first, at most 10.' },
  ),
  detail: Type.Optional(Type.String({ description: 'Why no AI was asked, or what went wrong.' })),
})
export type MimSuggestReply = Static<typeof MimSuggestReply>
export const MimHierarchyQuery = Type.Object({
  depth: Type.Optional(Type.Integer({ minimum: 1, description: 'Levels below the class: 2 by default, at most 5.' })),
  ...GenericQuery,
})
export const MimTopPackagesQuery = Type.Object({ limit: Limit })

export const MimFavoriteBody = Type.Object({ class_name: ClassName })
export const MimFavorite = Type.Object({ id: Type.Integer(), class_name: Type.String() })
export const MimFavoritesQuery = Type.Object({
  detail: Type.Optional(Type.Boolean({ description: 'Return objects with ids instead of names.' })),
})
