import { noFaults } from '../faults.ts'
import { WHOLE_TREE, insideOf, pathsUpTo, parentPath } from './folders.ts'
import {
  type CanvasHashOf,
  type FileMatch,
  matchQueries,
  type PresentQuery,
  type ReportFileFault,
} from './match-queries.ts'
import type { FileFaults, QueriesOfFile } from './read-query-file.ts'

/** What the server has, as far as a file can name it. */
export type PresentFolder = { readonly id: number; readonly path: string }
export type PresentTask = {
  readonly id: string
  readonly name: string
  readonly savedQuery: string
  /** Absent: the importer. */
  readonly owner?: string
}
type Named<Id = string> = { readonly id: Id; readonly name: string }
export type Present = {
  readonly folders: readonly PresentFolder[]
  readonly queries: readonly PresentQuery[]
  /** The importer's own, and those of others that the file names and the importer may change. */
  readonly tasks: readonly PresentTask[]
  readonly connections: readonly Named[]
  readonly groups: readonly Named<number>[]
  readonly templates: readonly Named[]
}

/** Which thing on the server each name of a file means. */
export type MatchedFile = {
  readonly newFolders: readonly string[]
  readonly queries: ReadonlyMap<string, FileMatch>
  readonly tasks: ReadonlyMap<string, FileMatch>
  /** What is in the scope and not in the file; folders from the bottom up. */
  readonly missing: {
    readonly folders: readonly PresentFolder[]
    readonly queries: readonly PresentQuery[]
    readonly tasks: readonly PresentTask[]
  }
  readonly resolve: Resolve
  readonly faults: FileFaults
}

/** Finds what a name means; reports it when that is nothing, or several things. */
export type Resolve = {
  readonly savedQuery: Find<string>
  readonly connection: Find<string>
  readonly group: Find<number>
  readonly template: Find<string>
  /** Why a path cannot be the category of a query. */
  readonly folderFault: (path: string) => string | undefined
}
type Found<Id> = { readonly id: Id } | { readonly fault: string }
type Find<Id> = (name: string) => Found<Id>

export function matchFile(
  file: QueriesOfFile,
  present: Present,
  newId: (query?: string) => string,
  canvasHashOf: CanvasHashOf = () => undefined,
): MatchedFile {
  const faults = noFaults()
  const report = (place: string, message: string) => void (faults[place] ??= []).push(message)
  const folders = Map.groupBy(present.folders, ({ path }) => path)
  checkFolders(file, folders, report)
  const queries = matchQueries(file, present.queries, { newId, canvasHashOf }, report)
  const tasks = matchTasks(file, present.tasks, queries, newId, report)
  const missing = findMissing(file, present, queries, tasks)
  const deleted = new Set(missing.queries.map(({ id }) => id))
  return {
    newFolders: file.categories.filter((path) => !folders.has(path)).toSorted(byText),
    queries,
    tasks,
    missing,
    resolve: {
      savedQuery: queryFinder(queries, present.queries, deleted),
      connection: finder('controller connection', present.connections),
      group: finder('group', present.groups),
      template: finder('automation template that you see', present.templates),
      folderFault: folderFinder(file, folders),
    },
    faults,
  }
}

/** By code, the same in every language. */
export const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
export const compareNames = (one: { readonly name: string }, other: { readonly name: string }): number =>
  byText(one.name, other.name)

type Folders = ReadonlyMap<string, readonly PresentFolder[]>

function checkFolders({ categories, deletesInside }: QueriesOfFile, folders: Folders, report: ReportFileFault): void {
  const listed = new Set(categories)
  for (const path of categories) {
    const parent = parentPath(path)
    if ((folders.get(path)?.length ?? 0) > 1) report(`categories.${path}`, severalFolders(path))
    if (parent === undefined || listed.has(parent)) continue
    const above = folders.get(parent)?.length ?? 0
    if (above !== 1)
      report(
        `categories.${path}`,
        above === 0 ? `There is no folder ${parent}: list it as well.` : severalFolders(parent),
      )
  }
  if (deletesInside === null || deletesInside === WHOLE_TREE || listed.has(deletesInside)) return
  const inside = folders.get(deletesInside)?.length ?? 0
  if (inside !== 1)
    report('scope.category', inside === 0 ? `There is no folder ${deletesInside}.` : severalFolders(deletesInside))
}

const severalFolders = (path: string) => `There are several folders ${path}: rename one of them.`

function folderFinder({ categories }: QueriesOfFile, folders: Folders): Resolve['folderFault'] {
  const listed = new Set(categories)
  return (path) => {
    const count = folders.get(path)?.length ?? 0
    if (count > 1) return severalFolders(path)
    return count === 1 || listed.has(path) ? undefined : `There is no folder ${path}, neither in the file nor here.`
  }
}

/** Of several tasks of one name the one of the query that the file says. */
function matchTasks(
  file: QueriesOfFile,
  present: readonly PresentTask[],
  queries: ReadonlyMap<string, FileMatch>,
  newId: () => string,
  report: ReportFileFault,
) {
  const byNames = Map.groupBy(present, ({ name }) => name)
  return new Map(
    file.scheduledTasks.map(({ name, fields }): [string, FileMatch] => {
      const same = (byNames.get(name) ?? []).filter(({ owner }) => owner === fields.owner)
      const query = queries.get(fields.saved_query ?? '')?.id
      const there = same.length > 1 ? same.filter(({ savedQuery }) => savedQuery === query) : same
      if (same.length > 0 && there.length !== 1)
        report(
          `scheduled_tasks.${name}`,
          `${fields.owner === undefined ? 'You have' : `${fields.owner} has`} ${same.length} scheduled tasks of this name: rename the others.`,
        )
      return [name, there[0] ? { id: there[0].id, isNew: false } : { id: newId(), isNew: true }]
    }),
  )
}

/** Inside the folder that the file is about; the folder itself stays, and so do those that what stays is in. */
function findMissing(
  file: QueriesOfFile,
  present: Present,
  queries: ReadonlyMap<string, FileMatch>,
  tasks: ReadonlyMap<string, FileMatch>,
): MatchedFile['missing'] {
  const { deletesInside: scope } = file
  if (scope === null) return { folders: [], queries: [], tasks: [] }
  const isInside = insideOf(scope)
  const keptQueries = new Set([...queries.values()].map(({ id }) => id))
  const keptTasks = new Set([...tasks.values()].map(({ id }) => id))
  const inside = new Set(present.queries.filter(({ category }) => isInside(category)).map(({ id }) => id))
  const categoryOf = new Map(present.queries.map(({ id, category }) => [id, category]))
  const used = file.savedQueries.flatMap(({ name, fields }) => {
    const found = queries.get(name)
    const category = 'category' in fields || found === undefined ? fields.category : categoryOf.get(found.id)
    return category == null ? [] : pathsUpTo(category)
  })
  const keptFolders = new Set([scope, ...used, ...file.categories.flatMap(pathsUpTo)])
  return {
    folders: present.folders
      .filter(({ path }) => isInside(path) && !keptFolders.has(path))
      .toSorted((one, other) => byText(other.path, one.path)),
    queries: present.queries.filter(({ id }) => inside.has(id) && !keptQueries.has(id)),
    tasks: present.tasks.filter(
      ({ id, savedQuery, owner }) => owner === undefined && inside.has(savedQuery) && !keptTasks.has(id),
    ),
  }
}

function finder<Id>(kind: string, present: readonly Named<Id>[]): Find<Id> {
  const byNames = Map.groupBy(present, ({ name }) => name)
  return (name) => oneOf(kind, name, byNames.get(name) ?? [])
}

function oneOf<Id>(kind: string, name: string, found: readonly Named<Id>[]): Found<Id> {
  const [first] = found
  if (first && found.length === 1) return { id: first.id }
  const shown = JSON.stringify(name.slice(0, 200))
  return {
    fault: first
      ? `There are ${found.length} of the name ${shown}: rename all but one.`
      : `There is no ${kind} ${shown}.`,
  }
}

function queryFinder(
  inFile: ReadonlyMap<string, FileMatch>,
  present: readonly PresentQuery[],
  deleted: ReadonlySet<string>,
): Find<string> {
  const byNames = Map.groupBy(
    present.filter(({ id }) => !deleted.has(id)),
    ({ name }) => name,
  )
  return (name) => {
    const own = inFile.get(name)
    return own ? { id: own.id } : oneOf('saved query', name, byNames.get(name) ?? [])
  }
}
