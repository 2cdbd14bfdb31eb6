import type { FileSavedQuery } from '@heddle/contract/query-files.ts'
import { insideOf } from './folders.ts'
import type { QueriesOfFile } from './read-query-file.ts'

export type PresentQuery = {
  readonly id: string
  readonly name: string
  readonly category: string | null
  /** Equal for equal canvases. */
  readonly canvasHash: string
}
export type FileMatch = {
  readonly id: string
  readonly isNew: boolean
  /** The name it has until the import. */
  readonly renamedFrom?: string
}

/** The hash that an entry's canvas would have; undefined if it has none. */
export type CanvasHashOf = (fields: Partial<FileSavedQuery>) => string | undefined
export type ReportFileFault = (place: string, message: string) => void

type Terms = { readonly newId: (query: string) => string; readonly canvasHashOf: CanvasHashOf }
type Entries = QueriesOfFile['savedQueries']

/**
 * Which query on the server each name of a file means: the one of that name, else the one that the file says it was,
 * else the one with the same canvas that the import would delete. Of several of one name it is the one in the folder
 * that the file says.
 */
export function matchQueries(
  file: QueriesOfFile,
  present: readonly PresentQuery[],
  { newId, canvasHashOf }: Terms,
  report: ReportFileFault,
): ReadonlyMap<string, FileMatch> {
  const found = byTheirNames(file.savedQueries, present, report)
  const add = (name: string, query: PresentQuery): void =>
    void found.set(name, { id: query.id, isNew: false, renamedFrom: query.name })
  const unmatched = () => file.savedQueries.filter(({ name }) => !found.has(name))
  for (const entry of unmatched()) {
    const former = formerQuery(entry, file.savedQueries, present, found, report)
    if (former) add(entry.name, former)
  }
  for (const [name, query] of guessRenames(file, unmatched(), present, found, canvasHashOf)) add(name, query)
  return new Map(
    file.savedQueries.map(({ name }): [string, FileMatch] => [
      name,
      found.get(name) ?? { id: newId(name), isNew: true },
    ]),
  )
}

type Found = Map<string, FileMatch>

function byTheirNames(entries: Entries, present: readonly PresentQuery[], report: ReportFileFault): Found {
  const byNames = Map.groupBy(present, ({ name }) => name)
  const found: Found = new Map()
  for (const { name, fields } of entries) {
    const same = byNames.get(name) ?? []
    const there = same.length > 1 ? same.filter(({ category }) => category === fields.category) : same
    if (same.length > 0 && there.length !== 1) report(`saved_queries.${name}`, severalQueries(same.length))
    if (there[0]) found.set(name, { id: there[0].id, isNew: false })
  }
  return found
}

const severalQueries = (count: number) => `There are ${count} saved queries of this name: rename the others.`

function formerQuery(
  { name, fields }: Entries[number],
  entries: Entries,
  present: readonly PresentQuery[],
  found: Found,
  report: ReportFileFault,
): PresentQuery | undefined {
  const { renamed_from: former, category } = fields
  if (former === undefined) return undefined
  const place = `saved_queries.${name}.renamed_from`
  const same = present.filter((query) => query.name === former)
  if (same.length === 0) return undefined
  if (entries.some((entry) => entry.name === former)) {
    report(place, 'The file still has a query of this name: remove that one, or this line.')
    return undefined
  }
  const there = same.length > 1 ? same.filter((query) => query.category === category) : same
  const [only] = there
  if (only === undefined || there.length > 1) {
    report(place, severalQueries(same.length))
    return undefined
  }
  if ([...found.values()].some(({ id }) => id === only.id)) {
    report(place, 'Another query of the file was renamed from it.')
    return undefined
  }
  return only
}

/** Pairs of one that would be created and one that would be deleted, if no other has the same canvas. */
function guessRenames(
  { deletesInside: scope }: QueriesOfFile,
  unmatched: Entries,
  present: readonly PresentQuery[],
  found: Found,
  canvasHashOf: CanvasHashOf,
): readonly (readonly [string, PresentQuery])[] {
  if (scope === null) return []
  const kept = new Set([...found.values()].map(({ id }) => id))
  const isInside = insideOf(scope)
  const going = Map.groupBy(
    present.filter(({ id, category }) => !kept.has(id) && isInside(category)),
    ({ canvasHash }) => canvasHash,
  )
  const coming = Map.groupBy(unmatched, ({ fields }) => canvasHashOf(fields))
  return [...coming].flatMap(([hash, [entry, another]]) => {
    const [query, second] = (hash === undefined ? undefined : going.get(hash)) ?? []
    return entry && query && !another && !second ? [[entry.name, query] as const] : []
  })
}
