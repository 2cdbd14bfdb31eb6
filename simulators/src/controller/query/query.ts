import type { Filter } from '../filter/filter.ts'

export type Scope =
  | { readonly kind: 'class'; readonly classes: readonly string[] }
  | { readonly kind: 'object'; readonly dn: string }
  | { readonly kind: 'class-below'; readonly dn: string; readonly classes: readonly string[] }

export type SortKey = { readonly className: string; readonly property: string; readonly descending: boolean }

/** A parsed GET, checked against the classes the store knows. Class lists hold concrete names. */
export type Query = {
  readonly scope: Scope
  readonly target: 'self' | 'children' | 'subtree'
  readonly targetClasses: readonly string[]
  readonly filter: Filter | undefined
  readonly subtree: 'no' | 'children' | 'full'
  readonly subtreeClasses: readonly string[]
  readonly subtreeFilter: Filter | undefined
  readonly includes: ReadonlySet<string>
  readonly properties: 'all' | 'naming-only' | 'config-only'
  readonly sort: readonly SortKey[]
  readonly page: { readonly number: number; readonly size: number } | undefined
  readonly createdBetween: { readonly from: string; readonly to: string } | undefined
}

/** Limits of one controller; tests scale them down. */
export type QueryLimits = {
  /** Objects in one answer, including nested ones. */
  maxObjects: number
  /** Predicates in one filter; releases before 6.2 have no such limit. */
  maxPredicates: number
  /** HTTP status of "result dataset is too big": 400, or 503 according to some documents. */
  tooBigStatus: 400 | 503
}
