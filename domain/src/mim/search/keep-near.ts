import { NO_OWNER, documentsOfEntry, typeOfDocument, type EntryType, type Numbering } from './layout.ts'
import type { NearNames } from './match-query.ts'
import type { SearchIndex } from './search-index.ts'
import type { SearchSource } from './search-source.ts'
import type { SearchMatch } from './select-found.ts'

type Wanted = { readonly limit: number; readonly type: EntryType | undefined }

// The maximum share of the hits for such names: a short word has many neighbours.
const SHARE = 2 / 5

/**
 * Ensures that names equal to the query or one typo away are among the hits: the misspelt word may be another word
 * shared by hundreds of better matches (`node` for `mode`). They take the last places, with the score of the hit before
 * them.
 */
export function keepNear(
  index: SearchIndex,
  source: SearchSource,
  found: SearchMatch[],
  names: NearNames,
  wanted: Wanted,
): SearchMatch[] {
  // If there is room left, every match is already included.
  if (found.length < wanted.limit) return found
  const entries = [...(names.same === -1 ? [] : entriesOf(index, [names.same])), ...entriesOf(index, names.near)]
  const there = new Set(found.map(({ entry }) => entry))
  const missing = entries
    .filter((entry) => !there.has(entry))
    .flatMap((entry) => describe(index.layout, source, entry, wanted.type))
  const places = Math.min(missing.length, Math.floor(wanted.limit * SHARE))
  if (places === 0) return found
  const kept = withoutLast(found, places, new Set(entries))
  const level = kept.at(-1)?.level ?? 0
  return [...kept, ...missing.slice(0, wanted.limit - kept.length).map((answer) => ({ ...answer, level }))]
}

/** The entries with these names, the most central first, because there may be more of them than places. */
function entriesOf({ names, layout }: SearchIndex, ids: readonly number[]): number[] {
  const { starts, values } = names.entries
  return ids
    .flatMap((name) => [...values.subarray(starts[name], starts[name + 1])])
    .sort((a, b) => layout.places[a]! - layout.places[b]!)
}

/** The entry as a hit, a property with its most central class. Empty if it has another type or no class has it. */
function describe(
  layout: Numbering,
  source: SearchSource,
  entry: number,
  type: EntryType | undefined,
): Omit<SearchMatch, 'level'>[] {
  const { from, to } = documentsOfEntry(layout, entry)
  if (type !== undefined && typeOfDocument(layout, from) !== type) return []
  if (typeOfDocument(layout, from) !== 'property') return [{ document: from, entry, owner: undefined }]
  const placeOf = (document: number) => layout.ownerPlaces[document - layout.classCount]!
  let best = from
  for (let document = from + 1; document < to; document++) if (placeOf(document) < placeOf(best)) best = document
  if (placeOf(best) === NO_OWNER) return []
  return [{ document: best, entry, owner: source.definitionOwners(layout.definitions[best - layout.classCount]!)[0] }]
}

/** The hits without the last `count` of those that are neither near nor the first of their entry. */
function withoutLast(found: readonly SearchMatch[], count: number, near: ReadonlySet<number>): SearchMatch[] {
  const first = new Map<number, number>()
  found.forEach(({ entry }, at) => {
    if (!first.has(entry)) first.set(entry, at)
  })
  let left = count
  const kept = found.toReversed().filter(({ entry }, back) => {
    const isKept = left === 0 || (near.has(entry) && first.get(entry) === found.length - 1 - back)
    if (!isKept) left--
    return isKept
  })
  return kept.reverse()
}
