/** A folder of saved queries, as stored. */
export type Folder = { readonly id: number; readonly name: string; readonly parentId: number | null }

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

/** A folder and all folders below it. */
export function withFoldersBelow(folders: readonly Folder[], id: number): readonly number[] {
  const found = [id]
  for (const parent of found) found.push(...folders.filter(({ parentId }) => parentId === parent).map((folder) => folder.id))
  return found
}
