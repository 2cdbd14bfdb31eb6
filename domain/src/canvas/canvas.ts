import type { EqualityKind } from '../values/equality-key.ts'

/**
 * The canvas as the engine reads it: defaults filled in, unknown keys dropped.
 * The wire form, which keeps unknown keys, is stored untouched beside it.
 */
export type Scalar = string | number | boolean | null

export const OPERATORS = [
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'between',
  'in',
  'not_in',
  'contains',
  'starts_with',
  'ends_with',
  'matches',
  'is_empty',
  'is_set',
  'any_bit',
  'all_bits',
  'since',
  'in_subnet',
  'contains_ip',
  'overlaps',
] as const
export type Operator = (typeof OPERATORS)[number]

/** `value` is a list for `between`, `in`, `not_in`, `any_bit`, `all_bits`; absent for `is_empty` and `is_set`. */
export type Condition = {
  readonly property: string
  readonly operator: Operator
  readonly value?: Scalar | readonly Scalar[]
  /** Set by the planner where the class model knows the type of the property; absent: text equals text exactly. */
  readonly compare?: EqualityKind
}

/** A tree of conditions over properties of a node, or over columns of a row. */
export type Filter =
  | Condition
  | { readonly any: readonly Filter[] }
  | { readonly all: readonly Filter[] }
  | { readonly not: Filter }

/** Texts of instants; at least one of them. */
export type TimeRange = { readonly from: string | undefined; readonly to: string | undefined }

export type CanvasNode = {
  readonly id: string
  /** Undefined on a half-drawn canvas; the first one of a union. */
  readonly class_name: string | undefined
  /** Set on a union: objects of all these classes. As drawn, so a class may occur twice; see `nodeClasses`. */
  readonly class_names?: readonly string[]
  /** Column prefix; the id when the canvas gives none. */
  readonly alias: string
  readonly scope_dn: string | undefined
  /** Only records of this time. */
  readonly time_range?: TimeRange
  /** All of these must hold. */
  readonly filters: readonly Filter[]
  /** A class that the controller does not know has no objects. */
  readonly optional?: true
  /** Empty means all properties of the primary node, dn and naming properties of the others. */
  readonly properties: readonly string[]
  readonly primary: boolean
}

export const EDGE_KINDS = ['auto', 'contains', 'references', 'match', 'any'] as const
export type EdgeKind = (typeof EDGE_KINDS)[number]

export const JOINS = ['inner', 'left', 'without'] as const
export type Join = (typeof JOINS)[number]

export const MATCH_OPERATORS = ['eq', 'between', 'in_subnet', 'overlaps', 'contains_ip'] as const
export type MatchOperator = (typeof MATCH_OPERATORS)[number]

/** One side of a match: a property of the object at that end, or an expression over its properties. */
export type MatchOperand = string | { readonly expression: string }

/** What must hold between source and target. Has two targets, from and to, for `between`, else one. */
export type MatchCondition = {
  readonly op: MatchOperator
  readonly source: MatchOperand
  readonly targets: readonly MatchOperand[]
}

export type CanvasEdge = {
  readonly id: string
  readonly source: string
  readonly target: string
  readonly kind: EdgeKind
  /** `contains`: any depth, or direct children only. */
  readonly depth: 'any' | 'child'
  /** `references`: the relation class, such as fvRsCtx. */
  readonly through: string | undefined
  /** `match`: two properties that must be equal, or a list of conditions that must all hold. */
  readonly on: { readonly source: string; readonly target: string } | readonly MatchCondition[] | undefined
  /** `references`: attributes of the relation objects that become columns, `<edge id>.<property>`. */
  readonly properties: readonly string[]
  readonly join: Join
}

/** `config` is checked by the step's own schema, see `post-processing/`. */
export type PostProcessorStep = {
  readonly id: string
  readonly type: string
  readonly enabled: boolean
  readonly config: Readonly<Record<string, unknown>>
  /** How values of columns are equal, where the plan knows it. */
  readonly comparisons?: ReadonlyMap<string, EqualityKind>
}

export type Canvas = {
  readonly nodes: readonly CanvasNode[]
  readonly edges: readonly CanvasEdge[]
  readonly post_processors: readonly PostProcessorStep[]
}

/** Values given for `{{name}}`; see `variables.ts`. */
export type Variables = Readonly<Record<string, unknown>>
