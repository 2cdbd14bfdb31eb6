import { decodeNames, encodeNames } from '@heddle/domain/values/names-in-address.ts'
import { CHANGES, type Change, type Grouping, GROUPINGS } from './comparison.ts'

export const LIVE = 'live'
export const VIEWS = ['inline', 'side', 'full'] as const
export type ChangeView = (typeof VIEWS)[number]

/** A comparison and how somebody looks at it: all of it fits into an address. */
export type CompareAddress = {
  readonly a: string | undefined
  /** A capture, or `live`. */
  readonly b: string | undefined
  readonly savedQuery: string | undefined
  /** Undefined where the settings of the user say it. */
  readonly keyFields: readonly string[] | undefined
  readonly ignored: readonly string[] | undefined
  readonly view: ChangeView
  readonly changes: readonly Change[]
  readonly fields: readonly string[]
  readonly text: string
  /** Whether it says who changed the rows. */
  readonly asksWho: boolean
  readonly grouping: Grouping
  /** Whether rows that were reviewed stay away. */
  readonly onlyOpen: boolean
  /** The row that has the attention. */
  readonly row: string | undefined
}

type Search = Readonly<Partial<Record<string, string>>>

export function addressOf(search: Search): CompareAddress {
  const changes = CHANGES.filter((change) => names(search.kind)?.includes(change))
  return {
    a: search.snapshot_a?.toLowerCase(),
    b: search.snapshot_b?.toLowerCase(),
    savedQuery: search.saved_query,
    keyFields: names(search.key),
    ignored: names(search.ignore),
    view: VIEWS.find((view) => view === search.view) ?? 'inline',
    changes: changes.length === 0 ? CHANGES : changes,
    fields: names(search.field) ?? [],
    text: search.q ?? '',
    asksWho: search.who === 'yes',
    grouping: GROUPINGS.find((grouping) => grouping === search.group) ?? 'place',
    onlyOpen: search.reviewed === 'no',
    row: search.row,
  }
}

/** Parameters of an address; what is usual stays away. */
export function searchOf(change: Partial<CompareAddress>): Record<string, string | undefined> {
  const all: Record<string, string | undefined> = {
    snapshot_a: change.a,
    snapshot_b: change.b,
    saved_query: change.savedQuery,
    key: list(change.keyFields),
    ignore: list(change.ignored),
    view: change.view === 'inline' ? undefined : change.view,
    kind: change.changes?.length === CHANGES.length ? undefined : list(change.changes),
    field: change.fields?.length === 0 ? undefined : list(change.fields),
    q: change.text === '' ? undefined : change.text,
    who: change.asksWho === true ? 'yes' : undefined,
    group: change.grouping === 'place' ? undefined : change.grouping,
    reviewed: change.onlyOpen === true ? 'no' : undefined,
    row: change.row,
  }
  const given = Object.keys(change).map((name) => PARAMETERS[name as keyof CompareAddress])
  return Object.fromEntries(Object.entries(all).filter(([name]) => given.includes(name)))
}

const PARAMETERS: Readonly<Record<keyof CompareAddress, string>> = {
  a: 'snapshot_a',
  b: 'snapshot_b',
  savedQuery: 'saved_query',
  keyFields: 'key',
  ignored: 'ignore',
  view: 'view',
  changes: 'kind',
  fields: 'field',
  text: 'q',
  asksWho: 'who',
  grouping: 'group',
  onlyOpen: 'reviewed',
  row: 'row',
}

/** Nothing ignored is a choice too. */
const list = (values: readonly string[] | undefined): string | undefined => values && encodeNames(values)
const names = (written: string | undefined): readonly string[] | undefined =>
  written === undefined ? undefined : decodeNames(written)
