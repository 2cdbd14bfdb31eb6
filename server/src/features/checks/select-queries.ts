import { type ChecksBody, MOST_CHECKS } from '@heddle/contract/checks.ts'
import { compareUnits } from '@heddle/domain/values/natural-order.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import { type CheckedQuery, findQueriesToCheck, findQueriesIn, listFolders } from './checks.store.ts'
import { folderPaths, withFoldersBelow } from '@heddle/domain/query-files/folders.ts'

type Dependencies = { readonly connectionExists: (db: Executor, id: string) => Promise<boolean> }
export type SelectedQuery = Pick<CheckedQuery, 'id' | 'name' | 'severity'> & { readonly folder: string }

/**
 * The queries that a check is about: those listed, in this order, then the others of the folder and all below it, by
 * folder and name. Throws all errors at once.
 */
export async function selectQueries(
  db: Executor,
  body: ChecksBody,
  { connectionExists }: Dependencies,
): Promise<SelectedQuery[]> {
  const faults: Record<string, string[]> = {}
  const ids = [...new Set((body.saved_queries ?? []).map((id) => id.toLowerCase()))]
  const listed = inOrder(ids, await findQueriesToCheck(db, ids))
  const known = new Set(listed.map(({ id }) => id))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length > 0) faults.saved_queries = unknown.map((id) => `Saved query ${id} does not exist.`)
  if (body.controller_connection != null && !(await connectionExists(db, body.controller_connection.toLowerCase()))) {
    faults.controller_connection = ['This connection does not exist.']
  }
  const folders = await listFolders(db)
  const { category } = body
  const isFolder = category != null && folders.some(({ id }) => id === category)
  if (category != null && !isFolder) faults.category = [`Category ${category} does not exist.`]
  const inFolder = isFolder
    ? await findQueriesIn(db, withFoldersBelow(folders, category), MOST_CHECKS + ids.length + 1)
    : []
  const paths = folderPaths(folders)
  const found = inFolder.filter(({ id }) => !known.has(id)).map(withFolder(paths))
  const all = [...listed.map(withFolder(paths)), ...found.toSorted(byFolderAndName)]
  const fault = Object.keys(faults).length > 0 ? undefined : countFault(all.length)
  if (fault !== undefined) faults.non_field_errors = [fault]
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
  return all
}

function countFault(count: number): string | undefined {
  if (count === 0) return 'There is no query to check: name saved_queries, or a category that has some.'
  return count > MOST_CHECKS
    ? `There are more than ${MOST_CHECKS} queries to check, the most for one check.`
    : undefined
}

const inOrder = (ids: readonly string[], queries: readonly CheckedQuery[]): CheckedQuery[] => {
  const byId = new Map(queries.map((query) => [query.id, query]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const withFolder =
  (paths: ReadonlyMap<number, string>) =>
  ({ id, name, severity, categoryId }: CheckedQuery): SelectedQuery => ({
    id,
    name,
    severity,
    folder: (categoryId === null ? undefined : paths.get(categoryId)) ?? '',
  })

const byFolderAndName = (left: SelectedQuery, right: SelectedQuery): number =>
  compareUnits(left.folder, right.folder) || compareUnits(left.name, right.name) || compareUnits(left.id, right.id)
