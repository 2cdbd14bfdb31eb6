import type { FileSavedQuery } from '@heddle/contract/query-files.ts'
import type { SavedQueryCreate, SavedQueryPatch } from '@heddle/contract/queries.ts'
import { onlyGiven } from '@heddle/domain/only-given.ts'
import { diffFileValues } from '@heddle/domain/query-files/diff-values.ts'
import type { FileEntry } from '@heddle/domain/query-files/read-query-file.ts'
import { referencesOf } from '@heddle/domain/query-files/references.ts'
import { type Resolved, resolveQuery } from '@heddle/domain/query-files/resolve-entry.ts'
import { groupBySize } from '../../platform/sql/page-by-size.ts'
import {
  afterChange,
  contentHash,
  declaredColumns,
  type LockedQuery,
  type NewQueryOrder,
  type QueryChangeOrder,
} from '../queries/index.ts'
import { mayWaive, type WaiverRow } from '../waivers/index.ts'
import { isOfWaivers } from './import-log.ts'
import { compareWaivers, readWaivers } from './import-waivers.ts'
import { type ChangingServices, type ImportWork, absentFields } from './import-work.ts'
import { fileQuery } from './query-files.presenter.ts'
import { sizesOfQueries } from './query-files.store.ts'
import type { QueryToRun } from '../planning/index.ts'

type FolderIds = ReadonlyMap<string, number>

/** Queries that are written together: others wait for each statement, and for all of them on one connection. */
const WRITTEN_AT_ONCE = 500
const WRITTEN_BYTES = 2_000_000

/** Creates and changes the queries of a file. Returns the names of new ones that were not created. */
export async function writeQueries(
  services: ChangingServices,
  work: ImportWork,
  folders: FolderIds,
): Promise<ReadonlySet<string>> {
  const { tx, file, match } = work
  const coming = new Set([...match.queries.values()].flatMap(({ id, isNew }) => (isNew ? id : [])))
  const failed = new Set<string>()
  const { many } = services.queries
  const created = new Batch<NewQueryOrder>((orders) => many.insert(tx, work.caller, orders))
  const changed = new Batch<QueryChangeOrder>((orders) => many.write(tx, work.caller, orders))
  const all = file.savedQueries.map((entry) => ({ entry, id: match.queries.get(entry.name)!.id, folders, coming }))
  const presentOf = (orders: readonly Order[]) => orders.flatMap(({ id }) => (coming.has(id) ? [] : id))
  const sizes = new Map((await sizesOfQueries(tx, presentOf(all))).map(({ id, bytes }) => [id, bytes]))
  for (const orders of groupBySize(all.map((order) => ({ ...order, bytes: sizes.get(order.id) ?? 0 })))) {
    const present = presentOf(orders)
    const locked = present.length > 0 ? await many.lock(tx, present) : []
    const rows = new Map(locked.map((row) => [row.id, row]))
    const waivers = Map.groupBy(await services.waivers.many.activeOf(tx, present), ({ savedQueryId }) => savedQueryId)
    for (const order of orders) {
      const row = rows.get(order.id)
      if (row) await changeQuery(services, work, order, { row, waivers: waivers.get(row.id) ?? [], changed })
      else if (!(await createQuery(services, work, order, created))) failed.add(order.entry.name)
    }
  }
  if (!work.log.isRefused()) await created.write()
  if (!work.log.isRefused()) await changed.write()
  if (!work.log.isRefused()) await waiveInNew(services, work, coming)
  return failed
}

type Order = {
  readonly entry: FileEntry<FileSavedQuery>
  readonly id: string
  readonly folders: FolderIds
  /** Queries that the import creates, which others may refer to before they are there. */
  readonly coming: ReadonlySet<string>
}

const NOTHING: ReadonlySet<string> = new Set()

async function createQuery(
  { queries: { many } }: ChangingServices,
  work: ImportWork,
  order: Order,
  created: Batch<NewQueryOrder>,
): Promise<boolean> {
  const { tx, log } = work
  const { entry, id, coming } = order
  log.addStep('create', 'saved_query', entry.name)
  const { body, faults } = resolve(work, order, NOTHING)
  const missing = absentFields(entry.fields, entry.faults, ['controller_connection', 'nodes', 'edges'])
  const waiverFaults = readWaivers(work, entry, []).faults
  const found = {
    ...(await many.faultsOf(tx, withoutFound(body), { id }, coming)),
    ...{ ...missing, ...faults, ...waiverFaults },
  }
  if (log.addFaultsOf('saved_query', entry.name, found)) return false
  if (log.isRefused()) return false
  // Without faults, nothing that it needs is missing.
  const query = body as SavedQueryCreate
  work.toValidate?.push(queryOfBody(id, query))
  await created.add({ id, body: query }, query)
  return true
}

/** Writes queries a batch at a time. */
class Batch<Order> {
  readonly #write: (orders: readonly Order[]) => Promise<void>
  #orders: Order[] = []
  #bytes = 0

  constructor(write: (orders: readonly Order[]) => Promise<void>) {
    this.#write = write
  }

  async add(order: Order, body: SavedQueryPatch): Promise<void> {
    this.#orders.push(order)
    this.#bytes += JSON.stringify(body).length
    if (this.#orders.length >= WRITTEN_AT_ONCE || this.#bytes >= WRITTEN_BYTES) await this.write()
  }

  async write(): Promise<void> {
    const orders = this.#orders
    ;[this.#orders, this.#bytes] = [[], 0]
    if (orders.length > 0) await this.#write(orders)
  }
}

/** New queries have to be there before their waivers. */
async function waiveInNew({ waivers }: ChangingServices, work: ImportWork, coming: ReadonlySet<string>): Promise<void> {
  const { tx, caller, file, match } = work
  for (const entry of file.savedQueries) {
    const { id } = match.queries.get(entry.name)!
    if (!coming.has(id)) continue
    const created = readWaivers(work, entry, []).wanted ?? []
    await waivers.many.replace(tx, caller, { query: { id, name: entry.name }, ended: [], created })
  }
}

type Present = {
  readonly row: LockedQuery
  readonly waivers: readonly WaiverRow[]
  readonly changed: Batch<QueryChangeOrder>
}

async function changeQuery(
  services: ChangingServices,
  work: ImportWork,
  order: Order,
  { row, waivers, changed }: Present,
): Promise<void> {
  const { many } = services.queries
  const { tx, caller, names, log } = work
  const { entry, coming } = order
  const { body, faults } = resolve(work, order, namedIds(row))
  const waived = readWaivers(work, entry, waivers)
  const found = { ...(await many.faultsOf(tx, withoutFound(body), row, coming)), ...faults, ...waived.faults }
  if (log.addFaultsOf('saved_query', entry.name, found)) return
  const after = afterChange(row, asStored(body))
  const diff = diffFileValues(fileQuery(row, names, waivers), fileQuery(after, names, waived.wanted ?? waivers))
  if (diff.length === 0) {
    log.addStep('unchanged', 'saved_query', entry.name)
    return
  }
  const { renamedFrom } = work.match.queries.get(entry.name)!
  const isWaiving = isOfWaivers(diff)
  if (!isWaiving)
    work.toValidate?.push({ ...after, controllerConnectionId: after.controllerConnectionId ?? '', id: row.id })
  log.addStep('change', 'saved_query', entry.name, diff, {
    ...onlyGiven({ renamed_from: renamedFrom }),
    ...byHand(row),
  })
  const what = `saved query "${entry.name}"`
  if (isWaiving) log.require(mayWaive(caller, row.createdBy), what)
  else log.isOwn(row.createdBy, what)
  if (log.isRefused()) return
  if (!isWaiving) await changed.add({ row, patch: body }, body)
  const change = compareWaivers(waivers, waived.wanted)
  await services.waivers.many.replace(tx, caller, { query: { id: row.id, name: entry.name }, ...change })
}

const queryOfBody = (id: string, body: SavedQueryCreate): QueryToRun => ({
  ...{ id, name: body.name ?? '', controllerConnectionId: body.controller_connection },
  ...{ nodes: body.nodes, edges: body.edges, postProcessors: body.post_processors ?? [] },
  ...{ parameters: [], expect: null, ...declaredColumns(body) },
})

/** Said of a query that is not as a file last made it. */
export const byHand = (row: LockedQuery): { readonly by_hand?: true } =>
  row.fileHash === contentHash(row) ? {} : { by_hand: true }

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
    ...(controllerConnectionId === null ? [] : [controllerConnectionId]),
    ...referencesOf({ post_processors: postProcessors, parameters }).map(({ value }) => value),
  ])

/** Without what was looked up by name: it is there. */
const withoutFound = ({ category: _, controller_connection: __, ...body }: SavedQueryPatch): SavedQueryPatch => body

const asStored = (patch: SavedQueryPatch): SavedQueryPatch => ({ ...patch, ...declaredColumns(patch) })
