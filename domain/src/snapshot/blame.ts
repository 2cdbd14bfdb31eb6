import { ancestorDns, isBelow } from '../dn/dn.ts'
import { type AuditRecord, newestFirst, type SpanOfRecords } from '../fabric/audit-records.ts'

/** A row that differs; without a DN nobody can be found. */
export type BlamedRow = { readonly change: 'added' | 'removed' | 'changed'; readonly dn: string | undefined }

/**
 * Who changed a row. `unknown`: none of the records fits, and not all were read, or the row has no DN. `none`: all were
 * read, and none fits.
 */
export type Blame = {
  readonly status: 'found' | 'none' | 'unknown'
  /** Newest first. */
  readonly entries: readonly AuditRecord[]
  readonly more: boolean
}

/** Of a row. */
const MOST_ENTRIES = 5
/** Named in a notice. */
const MOST_PEOPLE = 3

export const UNKNOWN: Blame = { status: 'unknown', entries: [], more: false }
const NONE: Blame = { status: 'none', entries: [], more: false }

/**
 * Finds the records behind each row: those of its object and of what is below it. A row that appeared or disappeared
 * may owe it to an object above that was created or deleted; that one of these was merely modified explains nothing.
 */
export function createBlame({ records, isWhole }: SpanOfRecords): (row: BlamedRow) => Blame {
  const byObject = Map.groupBy(newestFirst(records), ({ affected }) => affected)
  const sorted = [...byObject.keys()].sort()
  return ({ change, dn }) => {
    if (dn === undefined || dn === '') return UNKNOWN
    const above = change === 'changed' ? [] : ancestorDns(dn)
    const explains = change === 'added' ? 'created' : 'deleted'
    const found = [
      ...[dn, ...objectsBelow(sorted, dn)].flatMap((one) => byObject.get(one) ?? []),
      ...above.flatMap((one) => byObject.get(one) ?? []).filter(({ action }) => action === explains),
    ]
    if (found.length === 0) return isWhole ? NONE : UNKNOWN
    return {
      status: 'found',
      entries: newestFirst(found).slice(0, MOST_ENTRIES),
      more: found.length > MOST_ENTRIES,
    }
  }
}

/** All that are below an object stand together, after `<dn>/`. */
function objectsBelow(sorted: readonly string[], dn: string): readonly string[] {
  const prefix = `${dn}/`
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < prefix) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < sorted.length && isBelow(sorted[end]!, dn)) end += 1
  return sorted.slice(low, end)
}

/** Who changed most of the rows, for a notice: by the newest record of each. */
export function peopleOf(blames: readonly Blame[]): readonly string[] {
  const rows = new Map<string, number>()
  for (const { entries } of blames) {
    const user = entries[0]?.user
    if (user !== undefined && user !== '') rows.set(user, (rows.get(user) ?? 0) + 1)
  }
  return [...rows]
    .sort(([left, many], [right, others]) => others - many || (left < right ? -1 : 1))
    .slice(0, MOST_PEOPLE)
    .map(([user]) => user)
}
