import { isDeepStrictEqual } from 'node:util'
import { escapeText, fileNames, fold } from './file-names.ts'
import { type Content, type Item, type FolderFile, writeFolderFile } from './folder-file.ts'

/** The file of what belongs to no query: folders, and the scope. */
export const ROOT_FILE = 'heddle.yaml'

/** What a pull does to a folder. */
export type Pull = {
  readonly writes: ReadonlyMap<string, string>
  readonly unchanged: number
  /** Files that pull wrote, of queries that now have another file. */
  readonly moved: readonly string[]
  /** Files that pull wrote, of queries that are gone. */
  readonly gone: readonly string[]
  readonly problems: readonly string[]
}

type Wanted = { readonly path: string; readonly content: Content }

/** Compares what the server has with the files of a folder; `taken` are files in it that are no documents. */
export function planPull(exported: Content, files: readonly FolderFile[], taken: ReadonlySet<string>): Pull {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const holders = Map.groupBy(
    files.flatMap((file) => file.content.saved_queries.map(({ name }) => ({ name, file }))),
    ({ name }) => name,
  )
  const writes = new Map<string, string>()
  const problems: string[] = []
  const used = new Set<string>()
  for (const wanted of filesOf(exported)) {
    const name = wanted.content.saved_queries[0]?.name
    const holding = name === undefined ? [] : (holders.get(name) ?? []).map(({ file }) => file)
    const own = holding.find((file) => file.path === wanted.path) ?? holding.find(({ isPulled }) => !isPulled)
    const path = own?.path ?? wanted.path
    const found = byPath.get(path)
    used.add(path)
    if (found && saysTheSame(found, wanted.content)) continue
    if (own && own.content.saved_queries.length > 1)
      problems.push(`${path} holds several queries, and "${name}" has changed: give it its own file.`)
    else if (taken.has(path) || (found && !found.isPulled && !own))
      problems.push(`${path} was not written by \`heddle pull\`: move it away.`)
    else writes.set(path, writeFolderFile(path, wanted.content, found?.isPulled ?? true))
  }
  const left = files.filter(({ path, isPulled }) => isPulled && !used.has(path))
  const names = new Set(exported.saved_queries.map(({ name }) => name))
  const present = ({ content }: FolderFile) => content.saved_queries.filter(({ name }) => names.has(name)).length
  return {
    ...{ writes, problems, unchanged: used.size - writes.size },
    moved: left
      .filter((file) => present(file) === 1 && file.content.saved_queries.length === 1)
      .map(({ path }) => path),
    gone: left.filter((file) => present(file) === 0).map(({ path }) => path),
  }
}

/** Whether a file says all of this; one that holds several queries may say more. */
function saysTheSame({ content }: FolderFile, wanted: Content): boolean {
  if (content.saved_queries.length <= 1) return isDeepStrictEqual(content, wanted)
  return (['saved_queries', 'scheduled_tasks'] as const).every((kind) =>
    wanted[kind].every((item) => content[kind].some((other) => isDeepStrictEqual(other, item))),
  )
}

/** One file for each query with its tasks, in folders that follow the categories. */
function filesOf({ saved_queries, scheduled_tasks, ...root }: Content): readonly Wanted[] {
  const paths = pathsOf(saved_queries)
  const tasks = Map.groupBy(scheduled_tasks, ({ saved_query }) =>
    saved_queries.some(({ name }) => name === saved_query) ? saved_query : null,
  )
  return [
    { path: ROOT_FILE, content: { ...root, saved_queries: [], scheduled_tasks: tasks.get(null) ?? [] } },
    ...saved_queries.map((query) => ({
      path: paths.get(query)!,
      content: {
        version: 1,
        categories: [],
        saved_queries: [query],
        scheduled_tasks: tasks.get(query.name) ?? [],
      } as const,
    })),
  ]
}

function pathsOf(queries: readonly Item[]): ReadonlyMap<Item, string> {
  const folders = foldersOf(queries.map(categoryOf))
  return new Map(
    [...Map.groupBy(queries, categoryOf)].flatMap(([category, items]) => {
      const names = fileNames(items.map(({ name }) => name))
      return items.map(
        (item) => [item, `${folders.get(category)!}${freeName(names.get(item.name)!, category)}.yaml`] as const,
      )
    }),
  )
}

const categoryOf = ({ category }: Item): string => (typeof category === 'string' ? category : '')

const freeName = (name: string, category: string): string =>
  category === '' && fold(`${name}.yaml`) === ROOT_FILE ? escapeText(name.slice(0, 1)) + name.slice(1) : name

/** Folders by category, such as `A/B/`. */
function foldersOf(categories: readonly string[]): ReadonlyMap<string, string> {
  const folders = new Map([['', '']])
  const all = new Set(
    categories.flatMap((category) => category.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))),
  )
  const deep = [...all]
    .filter((category) => category !== '')
    .sort((one, other) => one.split('/').length - other.split('/').length)
  for (const [parent, children] of Map.groupBy(deep, parentOf)) {
    const names = fileNames(children.map(lastOf))
    for (const child of children) folders.set(child, `${folders.get(parent)!}${folderName(names.get(lastOf(child))!)}/`)
  }
  return folders
}

const parentOf = (category: string): string => category.slice(0, Math.max(0, category.lastIndexOf('/')))
const lastOf = (category: string): string => category.slice(category.lastIndexOf('/') + 1)

/** A folder must not take the name of a query's file. */
const folderName = (name: string): string => name.replace(/\.(?=ya?ml$)/i, escapeText('.'))
