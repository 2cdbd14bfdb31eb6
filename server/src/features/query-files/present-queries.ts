import type { FileSavedQuery } from '@heddle/contract/query-files.ts'
import { folderPaths } from '@heddle/domain/query-files/folders.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { fileQuery } from './query-files.presenter.ts'
import { type ExportedQuery, findNamesOfQueries } from './query-files.store.ts'

export type QueryToPresent = Omit<ExportedQuery, 'id'>

/** Saved queries as a file has them, with what ids are called now. */
export async function presentFileQueries(
  db: Executor,
  queries: readonly QueryToPresent[],
): Promise<readonly FileSavedQuery[]> {
  if (queries.length === 0) return []
  const { folders, queries: named, connections } = await findNamesOfQueries(db)
  const byId = (items: readonly { readonly id: string; readonly name: string }[]) =>
    new Map(items.map(({ id, name }) => [id, name]))
  const none = new Map<never, string>()
  const names = {
    ...{ folders: folderPaths(folders), queries: byId(named), connections: byId(connections) },
    ...{ groups: none, templates: none },
  }
  return queries.map((query) => fileQuery(query, names))
}
