import { type Faults, noFaults } from '../faults.ts'
import { insideOf } from './folders.ts'
import type { FileMatch, PresentQuery } from './match-queries.ts'
import type { QueriesOfFile } from './read-query-file.ts'

/** What a file says about anything outside of a folder, by the place in the file. */
export function outsideFaults(
  { categories, savedQueries }: QueriesOfFile,
  matches: ReadonlyMap<string, FileMatch>,
  present: readonly PresentQuery[],
  folder: string,
): Faults {
  const faults = noFaults()
  const report = (place: string, message: string) => void (faults[place] ??= []).push(message)
  const isInside = insideOf(folder)
  const there = new Map(present.map((query) => [query.id, query]))
  for (const path of categories) if (!isInside(path)) report(`categories.${path}`, `It is outside of ${folder}.`)
  for (const { name, fields } of savedQueries) {
    const found = there.get(matches.get(name)?.id ?? '')
    if (found !== undefined && !isInside(found.category))
      report(`saved_queries.${name}`, `There is a saved query of this name outside of ${folder}: rename one of them.`)
    else if (!isInside(fields.category ?? folder) || fields.category === null)
      report(`saved_queries.${name}.category`, `It is outside of ${folder}.`)
  }
  return faults
}
