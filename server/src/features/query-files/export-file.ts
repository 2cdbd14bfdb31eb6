import type { FilePlatform } from '@heddle/contract/platform-files.ts'
import {
  type FileSavedQuery,
  LARGEST_QUERY_FILE_BYTES,
  QUERY_FILE_VERSION,
  type QueryFile,
} from '@heddle/contract/query-files.ts'
import { WHOLE_TREE, folderPaths, withFoldersBelow } from '@heddle/domain/query-files/folders.ts'
import { compareNames, byText } from '@heddle/domain/query-files/match-file.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { may, requireAllowed } from '../../kernel/access.ts'
import type { Caller } from '../../kernel/caller.ts'
import { Conflict, FieldErrors } from '../../kernel/errors.ts'
import type { FieldMessages } from '../../kernel/field-messages.ts'
import { isUuid } from '@heddle/domain/values/uuid.ts'
import { groupBySize } from '../../platform/sql/page-by-size.ts'
import type { WaiversService } from '../waivers/index.ts'
import type { PlatformKind } from './platform/platform-kind.ts'
import { exportPlatform, includedLists } from './platform/export-platform.ts'
import { fileQuery, fileTask, type Names } from './query-files.presenter.ts'
import {
  findPresent,
  findQueriesForFile,
  findTasksOfQueries,
  type PresentRows,
  sizesOfQueries,
} from './query-files.store.ts'

type Waivers = Pick<WaiversService, 'many'>

/** What to export: everything without either. */
export type ExportOrder = {
  readonly category?: string | undefined
  readonly ids?: string | undefined
  /** Lists besides queries, with commas between. */
  readonly include?: string | undefined
  /** Whether it says whose the tasks are. */
  readonly owners?: boolean | undefined
}

/** A folder with all below it and single queries, the folders they are in, and the caller's own tasks of them. */
export async function exportFile(
  { waivers, kinds }: { readonly waivers: Waivers; readonly kinds: readonly PlatformKind[] },
  tx: Executor,
  caller: Caller,
  order: ExportOrder,
): Promise<QueryFile> {
  requireNames(caller)
  const lists = includedLists(kinds, order.include)
  const present = await findPresent(tx, caller)
  const all = namesOf(present)
  const chosen = chooseThings(present, all, order)
  const ids = chosen.queries.map(({ id }) => id)
  const [usedQueries, usedConnections, usedTemplates] = [new Set(ids), new Set<string>(), new Set<string>()]
  const names = {
    ...all,
    queries: noting(all.queries, usedQueries),
    connections: noting(all.connections, usedConnections),
    templates: noting(all.templates, usedTemplates),
  }
  const queries = await readQueries(waivers, tx, ids, names)
  const tasks = (await findTasksOfQueries(tx, caller, ids)).map((task) => {
    const { name, ...rest } = fileTask(task, names)
    return { name, ...(order.owners === true && { owner: caller.username }), ...rest }
  })
  refuseAmbiguous('folders', chosen.folders)
  refuseAmbiguous('saved queries', namesOfAll(all.queries, usedQueries))
  refuseAmbiguous('scheduled tasks', tasks.map(({ name }) => name)) // prettier-ignore
  refuseAmbiguous('connections', namesOfAll(all.connections, usedConnections))
  refuseAmbiguous('automation templates', namesOfAll(all.templates, usedTemplates))
  const platform = await exportPlatform(lists, { tx, caller })
  for (const [list, things] of Object.entries(platform))
    refuseAmbiguous(list.replaceAll('_', ' '), things.map(({ name = '' }) => name)) // prettier-ignore
  return {
    version: QUERY_FILE_VERSION,
    categories: chosen.folders.toSorted(byText),
    saved_queries: queries.toSorted(compareNames),
    scheduled_tasks: tasks.toSorted(compareNames),
    ...(platform as FilePlatform),
  }
}

/** Notes whose name was asked for: what a file refers to must not share its name with anything else in the file. */
const noting = (names: ReadonlyMap<string, string>, used: Set<string>) => ({
  get: (id: string) => {
    if (names.has(id)) used.add(id)
    return names.get(id)
  },
})

const namesOfAll = (names: ReadonlyMap<string, string>, ids: ReadonlySet<string>) =>
  [...ids].flatMap((id) => names.get(id) ?? [])

/** A file names tasks and connections, so its readers and writers have to see them. */
export function requireNames(caller: Caller): void {
  requireAllowed(may('queries.view_scheduledtask', 'controller.view_connection'), caller)
}

export type AllNames = ReturnType<typeof namesOf>

export function namesOf({ folders, queries, connections, groups, templates }: PresentRows) {
  const byId = <Id>(items: readonly { readonly id: Id; readonly name: string }[]) =>
    new Map(items.map(({ id, name }) => [id, name]))
  return {
    folders: folderPaths(folders),
    queries: byId(queries),
    connections: byId(connections),
    groups: byId(groups),
    templates: byId(templates),
  } satisfies Names
}

type Chosen = { readonly folders: readonly string[]; readonly queries: PresentRows['queries'] }

function chooseThings(present: PresentRows, names: AllNames, { category, ids }: ExportOrder): Chosen {
  if (category === WHOLE_TREE || (!category && !ids))
    return { folders: foldersUpTo(present, names, ownFolders(present)), queries: present.queries }
  const faults: FieldMessages = {}
  const inside = new Set(!category ? [] : foldersInside(category, present, names, faults))
  const wanted = new Set(!ids ? [] : readIds(ids, names, faults))
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
  const queries = present.queries.filter(
    ({ id, categoryId }) => wanted.has(id) || (categoryId !== null && inside.has(categoryId)),
  )
  const used = queries.flatMap(({ categoryId }) => categoryId ?? [])
  return { folders: foldersUpTo(present, names, new Set([...inside, ...used])), queries }
}

/** Without those of packs, unless users have put something into them. */
const ownFolders = ({ folders, queries }: PresentRows) =>
  new Set([
    ...folders.flatMap(({ id, isOfPacks }) => (isOfPacks ? [] : id)),
    ...queries.flatMap(({ categoryId }) => categoryId ?? []),
  ])

/** The paths of folders and of all that they are in, once for each folder. */
function foldersUpTo({ folders }: PresentRows, names: AllNames, ids: ReadonlySet<number>): readonly string[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const all = new Set<number>()
  for (const start of ids) {
    for (let id: number | null = start; id !== null && !all.has(id); id = byId.get(id)?.parentId ?? null) all.add(id)
  }
  return [...all].map((id) => names.folders.get(id)!)
}

function foldersInside(
  category: string,
  { folders }: PresentRows,
  names: AllNames,
  faults: FieldMessages,
): readonly number[] {
  const id = /^\d+$/.test(category) ? Number(category) : undefined
  const byId = folders.filter((folder) => folder.id === id)
  const path = category.replace(/^\//, '')
  const found = byId.length > 0 ? byId : folders.filter((folder) => names.folders.get(folder.id) === path)
  if (found.length === 0) faults.category = [`There is no folder ${JSON.stringify(category.slice(0, 200))}.`]
  if (found.length > 1) throw ambiguous('folders', [path])
  return found.flatMap((folder) => withFoldersBelow(folders, folder.id))
}

function readIds(ids: string, names: AllNames, faults: FieldMessages): readonly string[] {
  const given = ids.split(',').flatMap((id) => (id.trim() === '' ? [] : id.trim().toLowerCase()))
  const unknown = given.filter((id) => !isUuid(id) || !names.queries.has(id))
  if (unknown.length > 0) faults.ids = unknown.slice(0, 100).map((id) => `There is no saved query ${id.slice(0, 100)}.`)
  return given
}

async function readQueries(
  waivers: Waivers,
  tx: Executor,
  ids: readonly string[],
  names: Names,
): Promise<readonly FileSavedQuery[]> {
  const queries: FileSavedQuery[] = []
  let bytes = 0
  for (const group of groupBySize(await sizesOfQueries(tx, ids))) {
    const wanted = group.map(({ id }) => id)
    const waiversOf = Map.groupBy(await waivers.many.activeOf(tx, wanted), ({ savedQueryId }) => savedQueryId)
    for (const row of await findQueriesForFile(tx, wanted)) {
      const query = fileQuery(row, names, waiversOf.get(row.id))
      bytes += Buffer.byteLength(JSON.stringify(query))
      queries.push(query)
    }
    if (bytes > LARGEST_QUERY_FILE_BYTES) {
      throw new FieldErrors({
        category: [`The file would have more than ${LARGEST_QUERY_FILE_BYTES / 1e6} MB: export a folder at a time.`],
      })
    }
  }
  return queries
}

function refuseAmbiguous(kind: string, names: readonly string[]): void {
  const seen = new Set<string>()
  const twice = new Set(names.filter((name) => seen.size === seen.add(name).size))
  if (twice.size > 0) throw ambiguous(kind, [...twice].toSorted(byText))
}

const ambiguous = (kind: string, names: readonly string[]) =>
  new Conflict(
    `Several ${kind} have one name: ${names.slice(0, 10).join(', ')}. Rename all but one.`,
    'ambiguous_name',
    { names },
  )
