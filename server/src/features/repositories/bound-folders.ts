import { withFoldersBelow } from '@heddle/domain/query-files/folders.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { type BoundFolder, findBound, findFolders } from './repositories.store.ts'

/** Which folders are in Git; undefined where none is, which is found out with one statement. */
export async function readBoundFolders(db: Executor) {
  const bound = await findBound(db)
  if (bound.length === 0) return undefined
  const folders = await findFolders(db)
  const parents = new Map(folders.map(({ id, parentId }) => [id, parentId]))
  const byFolder = new Map(bound.map((one) => [one.categoryId, one]))

  /** The repository that a folder belongs to. */
  function of(folder: number | null | undefined): BoundFolder | undefined {
    for (let id = folder ?? null; id !== null; id = parents.get(id) ?? null) {
      const found = byFolder.get(id)
      if (found) return found
    }
    return undefined
  }
  return {
    of,
    /** Those of folders below one. */
    below: (folder: number): readonly BoundFolder[] => {
      const inside = new Set(withFoldersBelow(folders, folder))
      return bound.filter(({ categoryId }) => inside.has(categoryId))
    },
  }
}
