import { folderName, parentPath } from '@heddle/domain/query-files/folders.ts'
import { byText } from '@heddle/domain/query-files/match-file.ts'
import { byHand } from './import-queries.ts'
import { queryLosses } from './query-files.store.ts'
import type { ChangingServices, ImportWork } from './import-work.ts'

/** Creates the folders that are not there yet, each after the one it is in. Returns the ids of all folders by path. */
export async function createFolders(
  { categories: { many } }: ChangingServices,
  { tx, caller, file, match, names, log }: ImportWork,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map([...names.folders].map(([id, path]) => [path, id]))
  const created = new Set(match.newFolders)
  for (const path of file.categories.toSorted(byText)) {
    log.addStep(created.has(path) ? 'create' : 'unchanged', 'category', path)
    const parent = parentPath(path)
    const parentId = parent === undefined ? null : ids.get(parent)
    // Without the folder it is in, there is a fault already.
    if (!created.has(path) || parentId === undefined || log.isRefused()) continue
    ids.set(path, await many.insert(tx, caller, { name: folderName(path), parent: parentId }))
  }
  return ids
}

/** Deletes what the file lacks in its scope. Comes last: tasks may have left queries, and queries folders. */
export async function deleteMissing(
  services: ChangingServices,
  { tx, caller, match: { missing }, log }: ImportWork,
): Promise<void> {
  const { queries, schedules, categories } = services
  for (const { id, name } of missing.tasks) {
    log.addStep('delete', 'scheduled_task', name)
    const row = await schedules.many.lock(tx, caller, id)
    if (!log.isRefused()) await schedules.many.erase(tx, row)
  }
  for (const { id, name } of missing.queries) {
    const [row] = await queries.many.lock(tx, [id])
    log.addStep('delete', 'saved_query', name, null, {
      ...(row && byHand(row)),
      loses: await queryLosses(tx, id),
    })
    if (row && log.isOwn(row.createdBy, `saved query "${name}"`) && !log.isRefused()) await queries.many.erase(tx, row)
  }
  for (const { id, path } of missing.folders) {
    const row = await categories.many.get(tx, caller, id)
    if (row.isOfPacks) continue
    log.addStep('delete', 'category', path)
    if (log.isOwn(row.createdBy, `folder ${path}`) && !log.isRefused()) await categories.many.erase(tx, row)
  }
}
