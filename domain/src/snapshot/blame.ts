import { ancestorDns, isBelow } from '../dn/dn.ts'
import { type FabricAuditRecord, newestFirst, type SpanOfRecords } from '../fabric/audit-records.ts'

/** A row that differs; without a DN nobody can be found. */
export type BlamedRow = { readonly change: 'added' | 'removed' | 'changed'; readonly dn: string | undefined }

/**
 * Who changed a row. `unknown`: none of the records fits, and not all were read, or the row has no DN. `none`: all were
 * read, and none fits.
 */
export type Blame = {
  readonly status: 'found' | 'none' | 'unknown'
  /** Newest first. */
  readonly entries: readonly FabricAuditRecord[]
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
  const sorted = newestFirst(records)
  const byObject = newestOf(sorted)
  const whole = {
    added: newestOf(sorted.filter(({ action }) => action === 'created')),
    removed: newestOf(sorted.filter(({ action }) => action === 'deleted')),
  }
  const objects = [...byObject.keys()].sort()
  const known = new Map<string, Blame>()

  function search({ change, dn }: { change: BlamedRow['change']; dn: string }): Blame {
    const above = change === 'changed' ? [] : ancestorDns(dn).flatMap((one) => whole[change].get(one) ?? [])
    const found = [...[dn, ...objectsBelow(objects, dn)].flatMap((one) => byObject.get(one) ?? []), ...above]
    if (found.length === 0) return isWhole ? NONE : UNKNOWN
    return {
      status: 'found',
      entries: newestFirst(found).slice(0, MOST_ENTRIES),
      more: found.length > MOST_ENTRIES,
    }
  }

  return ({ change, dn }) => {
    if (dn === undefined || dn === '') return UNKNOWN
    // Many rows may be about one object.
    const key = `${change} ${dn}`
    const blame = known.get(key) ?? search({ change, dn })
    known.set(key, blame)
    return blame
  }
}

/** By object, no more of each than tell whether there are more than are listed. */
function newestOf(sorted: readonly FabricAuditRecord[]): ReadonlyMap<string, readonly FabricAuditRecord[]> {
  const found = new Map<string, FabricAuditRecord[]>()
  for (const record of sorted) {
    const some = found.get(record.affected)
    if (some === undefined) found.set(record.affected, [record])
    else if (some.length <= MOST_ENTRIES) some.push(record)
  }
  return found
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

/** Somebody, and how many rows they changed last. */
export type Author = { readonly user: string; readonly rows: number }

/** Who changed how many rows, by the newest record of each; those with most rows first. */
export function authorsOf(blames: readonly { readonly entries: readonly { readonly user: string }[] }[]): Author[] {
  const rows = new Map<string, number>()
  for (const { entries } of blames) {
    const user = entries[0]?.user
    if (user !== undefined && user !== '') rows.set(user, (rows.get(user) ?? 0) + 1)
  }
  return [...rows]
    .sort(([left, many], [right, others]) => others - many || (left < right ? -1 : 1))
    .map(([user, count]) => ({ user, rows: count }))
}

/** Who changed most of the rows, for a notice. */
export const peopleOf = (blames: readonly Blame[]): readonly string[] =>
  authorsOf(blames)
    .slice(0, MOST_PEOPLE)
    .map(({ user }) => user)
