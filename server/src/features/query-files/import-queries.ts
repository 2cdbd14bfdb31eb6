import type { FileSavedQuery } from '@heddle/contract/query-files.ts'
import type { SavedQueryCreate, SavedQueryPatch } from '@heddle/contract/queries.ts'
import { onlyGiven } from '@heddle/domain/only-given.ts'
import { diffValues } from '@heddle/domain/query-files/diff-values.ts'
import type { Entry } from '@heddle/domain/query-files/read-query-file.ts'
import { referencesOf } from '@heddle/domain/query-files/references.ts'
import { type Resolved, resolveQuery } from '@heddle/domain/query-files/resolve-entry.ts'
import { afterChange, declaredColumns, type LockedQuery } from '../queries/index.ts'
import { type ChangingServices, type ImportWork, missingFields } from './import-work.ts'
import { fileQuery } from './query-files.presenter.ts'

type FolderIds = ReadonlyMap<string, number>

/** Five canvases have at most 2.5 MB. */
const READ_AT_ONCE = 5

/** Creates and changes the queries of a file. Returns the names of new ones that have faults. */
export async function writeQueries(
  services: ChangingServices,
  work: ImportWork,
  folders: FolderIds,
): Promise<ReadonlySet<string>> {
  const { tx, file, match } = work
  const coming = new Set([...match.queries.values()].flatMap(({ id, isNew }) => (isNew ? id : [])))
  const failed = new Set<string>()
  for (let from = 0; from < file.savedQueries.length; from += READ_AT_ONCE) {
    const orders = file.savedQueries
      .slice(from, from + READ_AT_ONCE)
      .map((entry) => ({ entry, id: match.queries.get(entry.name)!.id, folders, coming }))
    const present = orders.flatMap(({ id }) => (coming.has(id) ? [] : id))
    const rows = new Map((await services.queries.many.lock(tx, present)).map((row) => [row.id, row]))
    for (const order of orders) {
      const row = rows.get(order.id)
      if (row) await changeQuery(services, work, order, row)
      else if (!(await createQuery(services, work, order))) failed.add(order.entry.name)
    }
  }
  return failed
}

type Order = {
  readonly entry: Entry<FileSavedQuery>
  readonly id: string
  readonly folders: FolderIds
  /** Queries that the import creates, which others may refer to before they are there. */
  readonly coming: ReadonlySet<string>
}

const NOTHING: ReadonlySet<string> = new Set()

async function createQuery({ queries: { many } }: ChangingServices, work: ImportWork, order: Order): Promise<boolean> {
  const { tx, caller, log } = work
  const { entry, id, coming } = order
  log.addStep('create', 'saved_query', entry.name)
  const { body, faults } = resolve(work, order, NOTHING)
  const missing = missingFields(entry.fields, entry.faults, ['controller_connection', 'nodes', 'edges'])
  const found = { ...(await many.faultsOf(tx, withoutFound(body), { id }, coming)), ...missing, ...faults }
  if (log.addFaultsOf('saved_query', entry.name, found)) return false
  // Without faults, nothing that it needs is missing.
  await many.insert(tx, caller, id, body as SavedQueryCreate)
  return true
}

async function changeQuery(
  { queries: { many } }: ChangingServices,
  work: ImportWork,
  order: Order,
  row: LockedQuery,
): Promise<void> {
  const { tx, caller, names, log } = work
  const { entry, coming } = order
  const { body, faults } = resolve(work, order, namedIds(row))
  const found = { ...(await many.faultsOf(tx, withoutFound(body), row, coming)), ...faults }
  if (log.addFaultsOf('saved_query', entry.name, found)) return
  const diff = diffValues(fileQuery(row, names), fileQuery(afterChange(row, asStored(body)), names))
  if (diff.length === 0) {
    log.addStep('unchanged', 'saved_query', entry.name)
    return
  }
  log.addStep('change', 'saved_query', entry.name, diff)
  if (log.isOwn(row.createdBy, `saved query "${entry.name}"`)) await many.write(tx, caller, row, body)
}

function resolve(
  { match }: ImportWork,
  { entry, folders }: Order,
  kept: ReadonlySet<string>,
): Resolved<SavedQueryPatch> {
  const { body, faults } = resolveQuery(entry, match.resolve, kept)
  const { category } = entry.fields
  const id = category == null ? category : folders.get(category)
  return { body: { ...body, ...onlyGiven({ category: id }) }, faults }
}

/** The ids of whatever a query names now, deleted or not. */
const namedIds = ({ controllerConnectionId, postProcessors, parameters }: LockedQuery): ReadonlySet<string> =>
  new Set([
    controllerConnectionId,
    ...referencesOf({ post_processors: postProcessors, parameters }).map(({ value }) => value),
  ])

/** Without what was looked up by name: it is there. */
const withoutFound = ({ category: _, controller_connection: __, ...body }: SavedQueryPatch): SavedQueryPatch => body

const asStored = (patch: SavedQueryPatch): SavedQueryPatch => ({ ...patch, ...declaredColumns(patch) })
