import type { Wire } from '../../../lib/api/wire.ts'

export const CHANGES = ['added', 'removed', 'changed'] as const
export type Change = (typeof CHANGES)[number]

/** A field that differs. */
export type ChangedField = { readonly name: string; readonly before: unknown; readonly after: unknown }

/** The mark that somebody has looked at a row. */
export type ReviewedRow = Wire.Reviews['reviewed'][number]

/** A row that was added, removed or changed. */
export type Entry = {
  readonly change: Change
  /** What identifies it, as one reads it: a DN, or the values of the key. */
  readonly name: string
  /** The same in an address; unlike the name, no other row of the comparison has it. */
  readonly key: string
  readonly fields: readonly ChangedField[]
  /** The whole row; of a changed one only where it was asked for, as it is on the later side. */
  readonly row?: Readonly<Record<string, unknown>> | undefined
  /** Who looked at it, if somebody did. */
  readonly review?: ReviewedRow | undefined
  /** Who changed it, where that was asked. */
  readonly blame?: Wire.RowBlame | undefined
}

/** What is known of a comparison before anybody looks at its rows. */
export type Comparison = Pick<
  Wire.CompareReply,
  'summary' | 'key_strategy' | 'key_fields' | 'ignored_fields' | 'truncated' | 'execution' | 'blame'
> & {
  /** Fields of changed rows, the most frequent first, and in how many rows each differs. */
  readonly attributes: readonly { readonly name: string; readonly rows: number }[]
  /** How many keys belong to more than one of the rows that differ. */
  readonly repeatedKeys: number
  /** How many of each kind are listed. */
  readonly listed: Readonly<Record<Change, number>>
}

/** By tenant or node, by class, by the object above, by what happened to the row, or not at all. */
export const GROUPINGS = ['place', 'class', 'parent', 'change', 'none'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** Groups that also exist without a change. */
export type QuietGrouping = Wire.SnapshotGroupsQuery['by']

export type CompareView = {
  readonly changes: readonly Change[]
  /** Only changed rows in which one of these differs. */
  readonly fields: readonly string[]
  readonly text: string
  readonly grouping: Grouping
  /** Groups whose rows are not shown. */
  readonly folded: readonly string[]
  readonly reviewed: readonly ReviewedRow[]
  /** Only rows that nobody has looked at. */
  readonly onlyOpen: boolean
}

export type RowGroup = { readonly name: string; readonly counts: Readonly<Record<Change, number>> }

/** The list as a view has it. */
export type ViewedItems = {
  /** Groups and rows, in the order of the list: for each item, how many lines it may take; 0 is a group. */
  readonly lines: readonly number[]
  /** Rows that fit, also those in folded groups. */
  readonly hits: number
  /** The keys of the rows that are shown, in order: what `[` and `]` walk through. */
  readonly keys: readonly string[]
  /** Names of all groups, in order. */
  readonly groups: readonly string[]
  /** Of every row that differs, also of those that do not fit. */
  readonly changedGroups: readonly string[]
  /** Rows that fit and were reviewed, also where these are not shown. */
  readonly reviewed: number
}

export type ShownItem =
  | { readonly kind: 'group'; readonly group: RowGroup; readonly isFolded: boolean }
  | { readonly kind: 'entry'; readonly entry: Entry; readonly number: number }

/** Why rows could not be compared. A status of 0 is a line that broke. */
export type CompareFailure = {
  readonly status: number
  readonly message: string
  /** Messages by field, such as about the key. */
  readonly fields?: Readonly<Record<string, readonly string[]>>
  readonly requestId?: string
}
