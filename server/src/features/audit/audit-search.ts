import type { Database } from '../../adapters/database/database.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import type { PageRequest, CountedPage } from '../../kernel/paging.ts'
import { entriesByIds, type ListedEntry, type LogFilter, type Walk } from './audit-log.store.ts'
import {
  estimateEntries,
  estimateMatches,
  type FoundLogs,
  type WindowMatches,
  hasTrigram,
  isBeyondReach,
  type Part,
  SEARCH_REACH,
  searchAlongList,
  searchTrigrams,
  searchWindow,
} from './audit-search.store.ts'

/** One page of the entries whose description contains the term; `reach` limits the search without an index. */
export async function searchPage(
  database: Database,
  filter: LogFilter,
  { size, offset }: PageRequest,
  reach = SEARCH_REACH,
): Promise<CountedPage<ListedEntry>> {
  const near = await searchWindow(database.db, filter, {}, { offset, limit: size + 1 })
  const found = await searchOn(database, filter, {}, { offset, limit: size + 1 }, near, reach)
  const items = await entriesByIds(database.db, filter, found.ids.slice(0, size))
  const hasMore = found.ids.length > size
  const seen = offset + found.ids.length
  if (!hasMore) return { items, hasMore, count: seen, countIsExact: true }
  if (found.isComplete) return { items, hasMore, count: found.counted, countIsExact: true }
  return {
    items,
    hasMore,
    count: Math.max(await estimate(database, filter, near), found.counted, seen),
    countIsExact: false,
  }
}

/** All entries whose description contains the term, in order, in batches of varying size. */
export async function* searchEntries(
  database: Database,
  filter: LogFilter,
  walk: Walk,
  batch: number,
): AsyncGenerator<readonly ListedEntry[]> {
  const part = { offset: 0, limit: batch }
  for (let place = walk.place; ;) {
    const from = { ...walk, place }
    const near = await searchWindow(database.db, filter, from, part)
    // Without the index the log is read window by window: each query is short, so that others are not held up.
    const found = hasTrigram(filter) ? await searchOn(database, filter, from, part, near, SEARCH_REACH) : near
    const entries = await entriesByIds(database.db, filter, found.ids)
    yield entries
    const last = entries.at(-1)
    const isFull = entries.length === batch
    if (isFull) place = last && { time: last.createdAt, id: last.id }
    else if (found === near && near.end) place = near.end
    else return
  }
}

// With this many among the first entries, reading along the list fills a page soon.
const ENOUGH_NEAR = 5

/** Finds frequent terms along the list, rare ones in the trigram index. */
async function searchOn(
  database: Database,
  filter: LogFilter,
  walk: Walk,
  part: Part,
  near: WindowMatches,
  reach: number,
): Promise<FoundLogs> {
  if (near.isComplete || near.ids.length === part.limit) return near
  const { db } = database
  if (near.counted >= ENOUGH_NEAR || !hasTrigram(filter)) {
    const along = await searchAlongList(db, filter, walk, part, reach)
    if (along.ids.length === part.limit) return along
    if (!(await isBeyondReach(db, filter, walk, reach))) return { ...along, isComplete: true }
  }
  if (!hasTrigram(filter)) throw tooShort(filter, reach)
  const rare = await database.transaction((tx) => searchTrigrams(tx, filter, walk, part))
  return rare.isComplete ? rare : searchAlongList(db, filter, walk, part, undefined)
}

/** Extrapolates from the entries read if enough of them match, which is better than the planner's guess. */
async function estimate({ db }: Database, filter: LogFilter, { counted, seen }: WindowMatches): Promise<number> {
  if (counted < ENOUGH_NEAR) return estimateMatches(db, filter)
  return Math.round((counted / seen) * (await estimateEntries(db, filter)))
}

/** Leaving entries out would be wrong, and reading all of them would hold up everyone else. */
const tooShort = ({ search = '' }: LogFilter, reach: number) =>
  new FieldErrors({
    search: [
      `${search}: not found often enough among the first ${reach.toLocaleString('en')} entries. ` +
        'Search for at least three letters or digits in a row, or narrow the list with another filter.',
    ],
  })
