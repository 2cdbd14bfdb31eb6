import type { ReportFileFault } from './match-queries.ts'
import type { FileEntry, NamedThing } from './read-query-file.ts'

/** Something that the server has and that a file finds by its name. */
export type PresentThing = { readonly id: string; readonly name: string }

/** What each entry of a list means: what is there, perhaps by its former name, or nothing yet. */
export type MatchedThings<Thing> = {
  readonly found: ReadonlyMap<string, { readonly thing: Thing; readonly renamedFrom?: string }>
  /** What no entry means. */
  readonly missing: readonly Thing[]
}

/** Finds what the entries of a list mean, and reports at their places what nobody could decide. */
export function matchNamed<Thing extends PresentThing>(
  entries: readonly FileEntry<NamedThing>[],
  present: readonly Thing[],
  report: ReportFileFault,
): MatchedThings<Thing> {
  const byNames = Map.groupBy(present, ({ name }) => name)
  const inFile = new Set(entries.map(({ name }) => name))
  const found = new Map<string, { readonly thing: Thing; readonly renamedFrom?: string }>()
  const taken = new Set<string>()
  for (const { name, fields } of entries) {
    const former = byNames.has(name) ? undefined : fields.renamed_from
    const same = byNames.get(former ?? name) ?? []
    const [thing, another] = same
    if (thing === undefined) continue
    if (another !== undefined)
      report(name, `There are ${same.length} of the name ${former ?? name}: rename the others.`)
    else if (former !== undefined && inFile.has(former))
      report(`${name}.renamed_from`, 'The file still has one of this name: remove that one, or this line.')
    else if (taken.has(thing.id)) report(`${name}.renamed_from`, 'Another one of the file was renamed from it.')
    else {
      found.set(name, { thing, ...(former !== undefined && { renamedFrom: former }) })
      taken.add(thing.id)
    }
  }
  const meant = new Set([...inFile, ...[...found.values()].map(({ thing }) => thing.name)])
  return { found, missing: present.filter(({ name }) => !meant.has(name)) }
}
