import type { Filter, Join, MatchCondition, PostProcessorStep } from '../canvas/canvas.ts'
import type { EqualityKind } from '../values/equality-key.ts'
import type { ControllerFilter, ControllerQuery } from '../controller-query/controller-query.ts'
import type { SortOrder } from '../values/compare-values.ts'

/**
 * A plan is plain data (it is sent to a worker thread): fetch tables, join them, shape rows, post-process.
 * Tables are named by node id; the relation objects of a `references` edge have their own table,
 * named `<edge id>:<relation class>`.
 */
export type Plan = {
  /** In an order that respects `after`; steps that do not depend on each other may run at the same time. */
  readonly fetches: readonly Fetch[]
  /** Deepest first, so that a `left` or `without` edge sees the finished join of everything behind it. */
  readonly joins: readonly JoinStep[]
  readonly rows: RowShape
  readonly post_processors: readonly PostProcessorStep[]
  /** The controller may be asked how many objects there are, instead of for them. */
  readonly counted?: true
  /** Set when reading may stop early: rows needed before the first step that needs all of them. */
  readonly stop_after_rows: number | undefined
  /** The explain output as text, one line per step. */
  readonly text: string
  /** The same as JSON. */
  readonly steps: readonly PlanStep[]
}

export type TableId = string

export type PlanTable = {
  readonly id: TableId
  /** The canvas node, or undefined for relation objects. */
  readonly node_id: string | undefined
  /** The first one of a union. */
  readonly class_name: string
  /** Classes that the controller does not know have no objects. */
  readonly optional?: true
  /** All classes of a union; undefined for a single class. */
  readonly class_names?: readonly string[]
  /** The classes of its objects among the nested ones of an answer; only its own class if undefined. */
  readonly member_classes?: readonly string[]
  /** Attributes to keep in memory (dn and className always are); undefined: all. */
  readonly properties: readonly string[] | undefined
  /** What the controller is asked to check (exactly or as a superset). */
  readonly pushed: ControllerFilter | undefined
  /** What has to be checked here, because it is not pushed, or only as a superset. */
  readonly local: Filter | undefined
  /**
   * Only objects below (or at) this DN matter. No one has to check this again: the table's own query asks for no
   * others, and for a semi-join `local` includes a scope that the joins do not imply.
   */
  readonly scope_dn: string | undefined
}

export type Fetch = {
  readonly index: number
  /** One table, or for `nested` the root and the tables found inside its children. */
  readonly tables: readonly PlanTable[]
  readonly access: TableAccess
  /** Classes below whose objects to read, should the class of the first table be too big for any page. */
  readonly split_by: readonly string[]
  /** Indexes of the fetches that must finish first. */
  readonly after: readonly number[]
  readonly estimated_rows: number
}

export type TableAccess =
  /** One query, paged; or one for each of `groups`, filters that take the place of its own. No groups: no request. */
  | {
      readonly kind: 'query'
      readonly query: ControllerQuery
      readonly groups?: readonly ControllerFilter[]
      /** Only so many objects are needed, in the order of a date, which the controller may be asked for. */
      readonly first?: FirstObjects
    }
  /** One query whose answer contains the other tables of the fetch as children. */
  | {
      readonly kind: 'nested'
      readonly query: ControllerQuery
      /** RN formats by class, besides the built-in ones: for nested objects that come without `rn` and `dn`. */
      readonly rn_formats?: Readonly<Record<string, string>>
    }
  /**
   * Reads only objects that can match rows of a table read before. Decided during the run: with more than `max_keys`
   * distinct keys (or scopes), `otherwise` is used. Without keys, nothing is read.
   */
  | {
      readonly kind: 'semi_join'
      readonly keys: SemiJoinKeys
      readonly max_keys: number
      readonly otherwise: ControllerQuery
    }
  /** Each class of a union in its own way; an object that several parts find counts once. No part: no object. */
  | { readonly kind: 'union'; readonly parts: readonly UnionPart[] }

export type UnionPart = {
  /** Several classes if one query reads them all. */
  readonly class_names: readonly string[]
  readonly access: Extract<TableAccess, { kind: 'query' | 'semi_join' }>
  /** What has to be checked here for these classes. */
  readonly local: Filter | undefined
}

export type FirstObjects = {
  readonly property: string
  readonly descending: boolean
  readonly count: number
  /** What the steps order them by: dates, or DNs in either order of texts. */
  readonly order: 'time' | SortOrder
}

export type SemiJoinKeys =
  /** Children of known parents: `mo` subtree requests at the parents, or their common ancestors if these are fewer. */
  | { readonly by: 'scopes'; readonly from: TableId; readonly depth: 'child' | 'any' }
  /** Parents (or ancestors by RN prefix) of known children: groups of `eq(Class.dn, …)`. */
  | {
      readonly by: 'ancestors'
      readonly from: TableId
      readonly depth: 'child' | 'any'
      readonly rn_prefix: string | undefined
    }
  /** Equal values: groups of `eq(Class.property, …)`. */
  | { readonly by: 'values'; readonly from: TableId; readonly from_property: string; readonly property: string }

/** Which pairs of rows belong together. */
export type JoinOn =
  /** parent(right.dn) = left.dn */
  | { readonly kind: 'child' }
  /** right.dn is below left.dn, at any depth */
  | { readonly kind: 'descendant' }
  /** left.dn = parent(right.dn) read the other way: left is the child of right */
  | { readonly kind: 'parent' }
  /** Equal and not empty; as text, unless `compare` says that both sides are numbers or addresses. */
  | { readonly kind: 'equal'; readonly left: string; readonly right: string; readonly compare?: EqualityKind }
  /** Every row with every row. */
  | { readonly kind: 'any' }
  /** All hold for the values of both rows; `source` is on the left. Null and empty values join nothing. */
  | { readonly kind: 'conditions'; readonly all: readonly JoinCondition[] }
  /**
   * An end of a relation object, when it is not known which class holds it: the other side's dn is the parent of the
   * relation object's dn, or equals its `tDn`. `relation` says which side the relation objects are on.
   */
  | { readonly kind: 'relation_end'; readonly relation: 'left' | 'right' }

/** `compare` as in `equal`. An expression is compared as the property on the other side is. */
export type JoinCondition = MatchCondition & { readonly compare?: EqualityKind }

export type JoinStep = {
  readonly edge_id: string
  readonly left: TableId
  readonly right: TableId
  readonly on: JoinOn
  /** `left` keeps rows without a match (right side null), `without` keeps only those. */
  readonly join: Join
}

export type RowShape = {
  readonly primary: TableId
  /**
   * In canvas order, the primary first; relation tables and tables behind a `without` edge are absent.
   * `prefix` is the alias, without the dot; empty for the primary. `properties` begin with `dn`; undefined: all.
   */
  readonly tables: readonly {
    readonly table: TableId
    readonly prefix: string
    readonly properties: readonly string[] | undefined
  }[]
  /** Relation tables with attributes to show, if any, after all others; `prefix` is the id of the edge. */
  readonly relations?: readonly {
    readonly table: TableId
    readonly prefix: string
    readonly properties: readonly string[]
  }[]
  /** In a merged run, the connection that is read: the value of `@controller` in every row. */
  readonly controller?: string
}

/** One line of the explain output. */
export type PlanStep = {
  readonly step: 'fetch' | 'join' | 'rows' | 'post_processor'
  readonly id: string
  readonly text: string
  readonly class_name?: string
  readonly access?: TableAccess['kind']
  /** Path of the first request, percent-decoded, without page parameters, if it is known before the run. */
  readonly request?: string
  readonly pushed_filter?: string
  readonly local_filter?: string
  readonly estimated_rows?: number
  /** Of the class in the whole fabric: counted by an earlier run, or guessed. */
  readonly size?: { readonly objects: number; readonly source: 'counted' | 'estimated' }
}
