import { type ChecksBody, MOST_CHECKS } from '@heddle/contract/checks.ts'
import { compareUnits } from '@heddle/domain/values/natural-order.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import { parseInstant } from '../../kernel/instants.ts'
import {
  type CheckedQuery,
  findChecksOfPack,
  findGroupsOfPack,
  findQueriesIn,
  findQueriesToCheck,
  listFolders,
} from './checks.store.ts'
import { folderPaths, withFoldersBelow } from '@heddle/domain/query-files/folders.ts'

type Dependencies = { readonly connectionExists: (db: Executor, id: string) => Promise<boolean> }
type Faults = Record<string, string[]>
export type SelectedQuery = Pick<CheckedQuery, 'id' | 'name' | 'severity' | 'packName' | 'packCheck' | 'packGroup'> & {
  readonly folder: string
}

/**
 * The queries that a check is about: those listed, in this order, then the others of the folder and all below it, by
 * folder and name, then those of the pack by its groups. Throws all errors at once.
 */
export async function selectQueries(
  db: Executor,
  body: ChecksBody,
  { connectionExists }: Dependencies,
): Promise<SelectedQuery[]> {
  const faults: Faults = {}
  const folders = await listFolders(db)
  const paths = folderPaths(folders)
  const found = [
    ...(await listedQueries(db, body, faults)),
    ...(await queriesInFolder(db, body, folders, faults)).toSorted(byFolderAndName(paths)),
    ...(await queriesOfPack(db, body, faults)),
  ]
  const all = [...new Map(found.map((query) => [query.id, query])).values()]
  if (body.at != null && parseInstant(body.at) === undefined)
    faults.at = [`${body.at.slice(0, 60)}: expected an ISO 8601 date and time.`]
  const { controller_connection: connection } = body
  if (connection != null) {
    if (!(await connectionExists(db, connection.toLowerCase())))
      faults.controller_connection = ['This connection does not exist.']
  } else if (all.some(({ controllerConnectionId }) => controllerConnectionId === null))
    faults.controller_connection = ['This field is required: checks of packs have no connection of their own.']
  const fault = Object.keys(faults).length > 0 ? undefined : countFault(all.length)
  if (fault !== undefined) faults.non_field_errors = [fault]
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
  return all.map(({ categoryId, controllerConnectionId: _, ...query }) => ({
    ...query,
    folder: pathOf(paths, categoryId),
  }))
}

async function listedQueries(db: Executor, body: ChecksBody, faults: Faults): Promise<readonly CheckedQuery[]> {
  const ids = [...new Set((body.saved_queries ?? []).map((id) => id.toLowerCase()))]
  const byId = new Map((await findQueriesToCheck(db, ids)).map((query) => [query.id, query]))
  const unknown = ids.filter((id) => !byId.has(id))
  if (unknown.length > 0) faults.saved_queries = unknown.map((id) => `Saved query ${id} does not exist.`)
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type Folders = Awaited<ReturnType<typeof listFolders>>

async function queriesInFolder(
  db: Executor,
  { category }: ChecksBody,
  folders: Folders,
  faults: Faults,
): Promise<readonly CheckedQuery[]> {
  if (category == null) return []
  if (folders.some(({ id }) => id === category))
    return findQueriesIn(db, withFoldersBelow(folders, category), ENOUGH_TO_REFUSE)
  faults.category = [`Category ${category} does not exist.`]
  return []
}

async function queriesOfPack(
  db: Executor,
  { pack, groups: wanted }: ChecksBody,
  faults: Faults,
): Promise<readonly CheckedQuery[]> {
  if (pack == null) {
    if (wanted != null) faults.groups = ['These are groups of a pack: name the pack as well.']
    return []
  }
  const groups = await findGroupsOfPack(db, pack)
  if (groups === undefined) {
    faults.pack = [`The pack ${pack} is not installed.`]
    return []
  }
  const unknown = (wanted ?? []).filter((title) => !groups.includes(title))
  if (unknown.length > 0) faults.groups = unknown.map((title) => `The pack has no group "${title}".`)
  const checks = await findChecksOfPack(db, pack, ENOUGH_TO_REFUSE)
  const orderOf = ({ packGroup }: CheckedQuery) => groups.indexOf(packGroup ?? '')
  return checks
    .filter(({ packGroup }) => wanted == null || wanted.includes(packGroup ?? ''))
    .toSorted((a, b) => orderOf(a) - orderOf(b) || compareUnits(a.packCheck ?? '', b.packCheck ?? ''))
}

/** More than a check may have, also where some were listed before. */
const ENOUGH_TO_REFUSE = 2 * MOST_CHECKS + 1

function countFault(count: number): string | undefined {
  if (count === 0) return 'There is no query to check: name saved_queries, a category that has some, or a pack.'
  return count > MOST_CHECKS
    ? `There are more than ${MOST_CHECKS} queries to check, the most for one check.`
    : undefined
}

type Paths = ReadonlyMap<number, string>

const pathOf = (paths: Paths, categoryId: number | null): string =>
  (categoryId === null ? undefined : paths.get(categoryId)) ?? ''

const byFolderAndName =
  (paths: Paths) =>
  (left: CheckedQuery, right: CheckedQuery): number =>
    compareUnits(pathOf(paths, left.categoryId), pathOf(paths, right.categoryId)) ||
    compareUnits(left.name, right.name) ||
    compareUnits(left.id, right.id)
