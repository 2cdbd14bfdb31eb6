import type { ChannelEventType } from '@heddle/contract/channels.ts'
import type { NotificationCategory, NotificationSeverity } from '@heddle/contract/notifications.ts'

type Value = string | number | boolean | null
export type OccurrenceRow = Readonly<Record<string, Value>>

/** Something that channels report. */
export type Occurrence = {
  readonly type: ChannelEventType
  readonly category: NotificationCategory
  readonly severity: NotificationSeverity
  readonly title: string
  /** Plain text. */
  readonly text: string
  /** ISO 8601. */
  readonly at: string
  readonly saved_query: { readonly id: string; readonly name: string } | null
  readonly connections: readonly string[]
  readonly counts: Readonly<Record<string, number>>
  /** The first rows that changed or fail. */
  readonly rows: readonly OccurrenceRow[]
  /** Who changed them, by the controller. */
  readonly blame: readonly string[]
  /** Relative path. */
  readonly link: string
  /** The same for all that is about one trouble: the next good run resolves it. */
  readonly key: string
}

/** Where the links of a message lead. */
export type MessageLinks = {
  readonly open: string
  /** Null where nothing can be muted. */
  readonly mute: { readonly hour: string; readonly day: string; readonly untilPassed: string } | null
}

export const MOST_ROWS = 10
const MOST_FIELDS = 12
const LONGEST_VALUE = 300
const LONGEST_COLUMN = 60

/** The first rows, with what is too long cut. */
export function rowsToTell(rows: readonly Readonly<Record<string, unknown>>[]): OccurrenceRow[] {
  return rows.slice(0, MOST_ROWS).map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .slice(0, MOST_FIELDS)
        .map(([column, value]) => [shortened(column, LONGEST_COLUMN), plainValue(value)]),
    ),
  )
}

function plainValue(value: unknown): Value {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return shortened(typeof value === 'string' ? value : JSON.stringify(value), LONGEST_VALUE)
}

/** A changed row as one: its key, and each field with what it was and is. */
export function changedRowToTell(row: {
  readonly key: Readonly<Record<string, unknown>>
  readonly fields: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>
}): Record<string, unknown> {
  const fields: [string, string][] = Object.entries(row.fields).map(([name, { before, after }]) => [
    name,
    `${String(plainValue(before) ?? '(none)')} → ${String(plainValue(after) ?? '(none)')}`,
  ])
  return { ...row.key, ...Object.fromEntries(fields) }
}

/** At most this many characters; never half of one. */
export function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** `3 added, 1 removed`. */
export const countsInWords = (counts: Occurrence['counts']): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name.replaceAll('_', ' ')}`)
    .join(', ')

/** `dn: uni/tn-A, name: A`. */
export const rowInWords = (row: OccurrenceRow): string =>
  Object.entries(row)
    .map(([column, value]) => `${column}: ${value === null ? '(none)' : String(value)}`)
    .join(', ')
