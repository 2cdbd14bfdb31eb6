import type { Executor } from '../../adapters/database/database.ts'
import { insertCategory, removeCategory, updateCategory } from '../queries/index.ts'
import { countChildren, findFolder, findRootFolder } from './packs.store.ts'

const ROOT = 'Packs'

/** The folder of a pack, called like its title. Created with the one around it if need be. */
export async function folderOfPack(tx: Executor, present: number | null, title: string): Promise<number> {
  const name = title.replaceAll('/', '-')
  if (present !== null) {
    await updateCategory(tx, { id: present, name }, {})
    return present
  }
  const root = (await findRootFolder(tx, ROOT)) ?? (await insertCategory(tx, { name: ROOT }, null, true))
  return insertCategory(tx, { name, parent: root }, null, true)
}

/** Removes the folder of a pack, and the one around it once that is empty. */
export async function removeFolder(tx: Executor, id: number): Promise<void> {
  const folder = await findFolder(tx, id)
  if (!folder) return
  const root = folder.parentId === null ? undefined : await findFolder(tx, folder.parentId)
  await removeCategory(tx, folder)
  if (root?.isOfPacks === true && (await countChildren(tx, root.id)) === 0) await removeCategory(tx, root)
}
