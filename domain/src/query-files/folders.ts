/** A folder of saved queries, as stored. */
type Folder = { readonly id: number; readonly name: string; readonly parentId: number | null }

/** The path of each folder, such as `Fabric/Health`; a slash in a name is `~1`, a tilde `~0`. */
export function folderPaths(folders: readonly Folder[]): ReadonlyMap<number, string> {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const pathOf = ({ name, parentId }: Folder): string => {
    const parent = parentId === null ? undefined : byId.get(parentId)
    const own = name.replaceAll('~', '~0').replaceAll('/', '~1')
    return parent ? `${pathOf(parent)}/${own}` : own
  }
  return new Map(folders.map((folder) => [folder.id, pathOf(folder)]))
}

/** The path of the folder that a folder is in; undefined at the top. */
export function parentPath(path: string): string | undefined {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? undefined : path.slice(0, slash)
}

/** The name of the folder at the end of a path. */
export const folderName = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')

/** A path and the paths of all folders that it is in. */
export function pathsUpTo(path: string): readonly string[] {
  const parent = parentPath(path)
  return parent === undefined ? [path] : [...pathsUpTo(parent), path]
}

const LONGEST_NAME = 200
// Deeper than anybody sorts queries, and no trouble for what walks the tree.
const MOST_LEVELS = 50

/** Why a text is no path of a folder; undefined when it is one. */
export function pathFault(path: string): string | undefined {
  const names = path.split('/')
  if (names.length > MOST_LEVELS) return `has ${names.length} levels: expected at most ${MOST_LEVELS}`
  if (names.includes('')) return 'has an empty name: expected names with slashes between, such as A/B'
  if (/~(?![01])/.test(path))
    return 'has a tilde that stands for nothing: expected ~0 for a tilde and ~1 for a slash in a name'
  return names.some((name) => Array.from(folderName(name)).length > LONGEST_NAME)
    ? `has a name of more than ${LONGEST_NAME} characters`
    : undefined
}

/** A folder and all folders below it. */
export function withFoldersBelow(folders: readonly Folder[], id: number): readonly number[] {
  const found = [id]
  for (const parent of found)
    found.push(...folders.filter(({ parentId }) => parentId === parent).map((folder) => folder.id))
  return found
}

/** Stands for all folders, and for what is in none. */
export const WHOLE_TREE = '/'

/** Whether a folder is this one or below it. */
export const insideOf =
  (scope: string) =>
  (path: string | null): boolean =>
    scope === WHOLE_TREE || (path !== null && (path === scope || path.startsWith(`${scope}/`)))
