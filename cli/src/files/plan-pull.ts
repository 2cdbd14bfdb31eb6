import { isDeepStrictEqual } from 'node:util'
import { groupBy } from '../group-by.ts'
import { escapeText, fileNames, fold } from './file-names.ts'
import {
  type Content,
  type Item,
  type FolderFile,
  PLATFORM_LISTS,
  platformFile,
  ROOT_FILE,
  writeFolderFile,
} from './folder-file.ts'
import { differingKeys, type Lock, type LockEntry, lockOf, ROOT_ENTRY } from './lock.ts'

/** What a pull does to a folder. */
export type Pull = {
  readonly writes: ReadonlyMap<string, string>
  readonly unchanged: number
  /** Files that pull wrote, of queries that now have another file. */
  readonly moved: readonly string[]
  /** Files that pull wrote, of queries that are gone. */
  readonly gone: readonly string[]
  /** Files with edits that are not applied yet, and that nobody changed on the server: they stay. */
  readonly kept: readonly string[]
  /** Files with such edits that the server has changed too, or that are elsewhere or gone there: they stay as well. */
  readonly conflicts: readonly string[]
  readonly problems: readonly string[]
  readonly lock: Lock
}

type Before = {
  /** Files in the folder that are no documents. */
  readonly taken: ReadonlySet<string>
  /** What was pulled last. Without it nobody knows what was edited. */
  readonly lock: Lock | undefined
  /** Whether edits are given up. */
  readonly isForced: boolean
  /** The address of the schema of files. */
  readonly schema?: string
}

type Wanted = { readonly path: string; readonly content: Content }

/** Compares what the server has with the files of a folder. */
export function planPull(
  exported: Content,
  files: readonly FolderFile[],
  { taken, lock, isForced, schema }: Before,
): Pull {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const holders = groupBy(
    files.flatMap((file) => file.content.saved_queries.map(({ name }) => ({ name, file }))),
    ({ name }) => name,
  )
  const writes = new Map<string, string>()
  const [problems, kept, conflicts]: [string[], string[], string[]] = [[], [], []]
  const next = new Map(lockOf(exported))
  const isEdited = ({ content }: FolderFile, wanted = content): boolean => !isForced && differs(lock, content, wanted)
  const used = new Set<string>()
  const all = filesOf(exported)
  for (const wanted of all) {
    const name = wanted.content.saved_queries[0]?.name
    const holding = name === undefined ? [] : (holders.get(name) ?? []).map(({ file }) => file)
    const own = holding.find((file) => file.path === wanted.path) ?? holding.find(({ isPulled }) => !isPulled)
    const path = own?.path ?? wanted.path
    const found = byPath.get(path)
    used.add(path)
    if (found && saysTheSame(found, wanted.content)) continue
    if (found && (own !== undefined || found.isPulled) && isEdited(found, wanted.content)) {
      if (!differs(lock, wanted.content, found.content)) kept.push(path)
      else {
        conflicts.push(path)
        for (const name of lockOf(wanted.content).keys()) keepEntry(next, lock, name)
      }
      continue
    }
    if (own && own.content.saved_queries.length > 1)
      problems.push(`${path} holds several queries, and "${name}" has changed: give it its own file.`)
    else if (taken.has(path) || (found && !found.isPulled && !own))
      problems.push(`${path} was not written by \`heddle pull\`: move it away.`)
    else writes.set(path, writeFolderFile(path, wanted.content, { isOwn: found?.isPulled ?? true, schema }))
  }
  problems.push(...misplaced(files))
  const left = files.filter(
    ({ path, content, isPulled }) => isPulled && !used.has(path) && listIn(content) === undefined,
  )
  const names = new Set(exported.saved_queries.map(({ name }) => name))
  const present = ({ content }: FolderFile) => content.saved_queries.filter(({ name }) => names.has(name)).length
  const moved = left.filter((file) => present(file) === 1 && file.content.saved_queries.length === 1)
  const gone = left.filter((file) => present(file) === 0)
  const isApplied = (file: FolderFile) => all.some((wanted) => saysTheSame(file, wanted.content))
  const edited = [...moved.filter((file) => !isApplied(file)), ...gone.filter(hasBeenPulled(lock))].filter((file) =>
    isEdited(file),
  )
  conflicts.push(...edited.map(({ path }) => path))
  for (const { content } of gone)
    for (const name of lockOf(content).keys()) if (!next.has(name)) keepEntry(next, lock, name)
  const isLeft = ({ path }: FolderFile): boolean => !conflicts.includes(path)
  return {
    ...{ writes, problems, kept, conflicts, lock: next },
    unchanged: used.size - writes.size - kept.length - conflicts.filter((path) => used.has(path)).length,
    moved: moved.filter(isLeft).map(({ path }) => path),
    gone: gone.filter((file) => isLeft(file) && !isEdited(file)).map(({ path }) => path),
  }
}

/** A list besides queries is pulled into one file, so it can be in no other. */
const misplaced = (files: readonly FolderFile[]): readonly string[] =>
  files.flatMap(({ path, content }) => {
    const list = PLATFORM_LISTS.find((one) => (content[one]?.length ?? 0) > 0 && platformFile(one) !== path)
    return list === undefined ? [] : [`${path} holds ${list}: move them to ${platformFile(list)}.`]
  })

/** Whether `content` is not what was pulled; `other` may have what it lacks. */
function differs(lock: Lock | undefined, content: Content, other: Content): boolean {
  if (lock === undefined) return true
  const own = lockOf(content)
  const names = [...own.keys(), ...[...lockOf(other).keys()].filter((name) => lock.has(name) && !own.has(name))]
  return names.some((name) => {
    // What is in no query belongs to the file of the folder.
    if (name === ROOT_ENTRY && (content.saved_queries.length > 0 || listIn(content) !== undefined)) return false
    const [before, now] = [lock.get(name), own.get(name)]
    return before === undefined || now === undefined || differingKeys(before, now).length > 0
  })
}

/** The list besides queries that a file holds. */
const listIn = (content: Content) => PLATFORM_LISTS.find((list) => (content[list]?.length ?? 0) > 0)

const hasBeenPulled =
  (lock: Lock | undefined) =>
  ({ content }: FolderFile): boolean =>
    content.saved_queries.some(({ name }) => lock?.has(`saved_queries.${name}`))

function keepEntry(next: Map<string, LockEntry>, lock: Lock | undefined, name: string): void {
  const before = lock?.get(name)
  if (before) next.set(name, before)
  else next.delete(name)
}

/** Whether a file says all of this; one that holds several queries may say more. */
function saysTheSame({ content }: FolderFile, wanted: Content): boolean {
  if (content.saved_queries.length <= 1) return isDeepStrictEqual(withoutFormer(content), wanted)
  return (['saved_queries', 'scheduled_tasks'] as const).every((kind) =>
    wanted[kind].every((item) => content[kind].some((other) => isDeepStrictEqual(other, item))),
  )
}

/** The former name of a query stays in its file: once the query has the new one, it says nothing. */
function withoutFormer(content: Content): Content {
  const bare = (items: readonly Item[] = []) => items.map(({ renamed_from: _, ...item }) => item as Item)
  const list = listIn(content)
  return {
    ...content,
    saved_queries: bare(content.saved_queries),
    ...(list !== undefined && { [list]: bare(content[list]) }),
  }
}

const NOTHING: Content = { version: 1, categories: [], saved_queries: [], scheduled_tasks: [] }

/** One file for each list besides queries, and for each query with its tasks, in folders that follow the categories. */
function filesOf({ version, scope, categories, saved_queries, scheduled_tasks, ...lists }: Content): readonly Wanted[] {
  const root = { version, ...(scope && { scope }), categories }
  const paths = pathsOf(saved_queries)
  const tasks = groupBy(scheduled_tasks, ({ saved_query }) =>
    saved_queries.some(({ name }) => name === saved_query) ? saved_query : null,
  )
  return [
    { path: ROOT_FILE, content: { ...root, saved_queries: [], scheduled_tasks: tasks.get(null) ?? [] } },
    ...PLATFORM_LISTS.flatMap((list) =>
      lists[list] === undefined ? [] : [{ path: platformFile(list), content: { ...NOTHING, [list]: lists[list] } }],
    ),
    ...saved_queries.map((query) => ({
      path: paths.get(query)!,
      content: { ...NOTHING, saved_queries: [query], scheduled_tasks: tasks.get(query.name) ?? [] },
    })),
  ]
}

function pathsOf(queries: readonly Item[]): ReadonlyMap<Item, string> {
  const folders = foldersOf(queries.map(categoryOf))
  return new Map(
    [...groupBy(queries, categoryOf)].flatMap(([category, items]) => {
      const names = fileNames(items.map(({ name }) => name))
      return items.map(
        (item) => [item, `${folders.get(category)!}${freeName(names.get(item.name)!, category)}.yaml`] as const,
      )
    }),
  )
}

const RESERVED: ReadonlySet<string> = new Set([ROOT_FILE, ...PLATFORM_LISTS.map(platformFile)])

const categoryOf = ({ category }: Item): string => (typeof category === 'string' ? category : '')

/** Names in the folder itself that begin like the files of lists are theirs. */
const freeName = (name: string, category: string): string =>
  category === '' && RESERVED.has(fold(`${name}.yaml`)) ? escapeText(name.slice(0, 1)) + name.slice(1) : name

/** Folders by category, such as `A/B/`. */
function foldersOf(categories: readonly string[]): ReadonlyMap<string, string> {
  const folders = new Map([['', '']])
  const all = new Set(
    categories.flatMap((category) => category.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))),
  )
  const deep = [...all]
    .filter((category) => category !== '')
    .sort((one, other) => one.split('/').length - other.split('/').length)
  for (const [parent, children] of groupBy(deep, parentOf)) {
    const names = fileNames(children.map(lastOf))
    for (const child of children) folders.set(child, `${folders.get(parent)!}${folderName(names.get(lastOf(child))!)}/`)
  }
  return folders
}

const parentOf = (category: string): string => category.slice(0, Math.max(0, category.lastIndexOf('/')))
const lastOf = (category: string): string => category.slice(category.lastIndexOf('/') + 1)

/** A folder must not take the name of a query's file. */
const folderName = (name: string): string => name.replace(/\.(?=ya?ml$)/i, escapeText('.'))
