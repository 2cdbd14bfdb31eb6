import { MOST_WAIVERS, type WaiverCreate } from '@heddle/contract/waivers.ts'
import type { ActiveWaiver } from '@heddle/domain/expectation/waived.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { FieldErrors, Forbidden, orNotFound } from '../../kernel/errors.ts'
import { parseInstant, timestamp } from '../../kernel/instants.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Audit } from '../audit/index.ts'
import { addWaiver, endWaiver, mayWaive, replaceWaivers, untilFaults, type WaiverChange } from './write-waivers.ts'
import { waiverExpired } from './waivers.events.ts'
import {
  countActive,
  findWaiver,
  listActive,
  listActiveOf,
  listWaivers,
  lockExpired,
  lockQueryOf,
  lockWaiver,
  markExpired,
  type ShownWaiver,
  type WaiverFilter,
} from './waivers.store.ts'
import type { WaiverRow } from './waivers.tables.ts'

type Dependencies = {
  readonly database: Database
  readonly connectionExists: (db: Executor, id: string) => Promise<boolean>
  readonly events: Events
  readonly audit: Audit
  readonly clock: Clock
}

/** The connections of a run: one, or those of a merged run with their names. */
type Connections = string | { readonly connections: readonly { readonly id: string; readonly name: string }[] }

export type WaiversService = {
  readonly list: (filter: WaiverFilter, page: PageRequest) => Promise<PageOf<ShownWaiver>>
  readonly get: (id: string) => Promise<ShownWaiver>
  readonly create: (caller: Caller, body: WaiverCreate) => Promise<ShownWaiver>
  readonly end: (caller: Caller, id: string) => Promise<null>
  /** Those of a query that hold in a run. */
  readonly activeOf: (savedQueryId: string, connections: Connections, now: Date) => Promise<readonly ActiveWaiver[]>
  /** For files of queries, in their transaction. */
  readonly many: {
    /** Those that hold, of all these queries. */
    readonly activeOf: (tx: Executor, savedQueryIds: readonly string[]) => Promise<readonly WaiverRow[]>
    /** Ends and creates waivers of a query that is locked. */
    readonly replace: (tx: Executor, caller: Caller, change: WaiverChange) => Promise<void>
  }
  /** Notifies about waivers whose time is over. */
  readonly expire: () => Promise<void>
}

const EXPIRED_AT_ONCE = 100

export function createWaiversService(parts: Dependencies): WaiversService {
  const { database, clock } = parts
  return {
    list: (filter, page) => listWaivers(database.db, filter, page, clock.now()),
    get: async (id) => orNotFound(await findWaiver(database.db, id)),
    create: async (caller, body) => orNotFound(await findWaiver(database.db, await create(parts, caller, body))),
    end: (caller, id) => end(parts, caller, id),
    activeOf: async (savedQueryId, connections, now) =>
      activeIn(await listActive(database.db, savedQueryId.toLowerCase(), now), connections),
    many: {
      activeOf: (tx, ids) => listActiveOf(tx, ids, clock.now()),
      replace: (tx, caller, change) => replaceWaivers(parts, tx, caller, change),
    },
    expire: async () => {
      while ((await database.transaction((tx) => expireSome(parts, tx))) === EXPIRED_AT_ONCE);
    },
  }
}

function activeIn(
  found: readonly { readonly id: string; readonly resource: string; readonly controllerConnectionId: string | null }[],
  connections: Connections,
): readonly ActiveWaiver[] {
  return found.flatMap(({ id, resource, controllerConnectionId: own }) => {
    if (own === null) return { id, resource, controller: null }
    if (typeof connections === 'string') return own === connections ? { id, resource, controller: null } : []
    const merged = connections.connections.find((one) => one.id === own)
    return merged ? { id, resource, controller: merged.name } : []
  })
}

function requireRight(caller: Caller, owner: number | null): void {
  if (mayWaive(caller, owner)) return
  throw new Forbidden('Waivers take the right to change the query, or the permission queries.add_waiver.', {
    permission: 'queries.add_waiver',
  })
}

async function create(parts: Dependencies, caller: Caller, body: WaiverCreate): Promise<string> {
  const { database, clock } = parts
  const now = clock.now()
  const connection = body.controller_connection?.toLowerCase() ?? null
  return database.transaction(async (tx) => {
    const query = await lockQueryOf(tx, body.saved_query.toLowerCase())
    const until = parseInstant(body.until)
    const faults = {
      ...(query ? {} : { saved_query: ['This saved query does not exist.'] }),
      ...(connection === null || (await parts.connectionExists(tx, connection))
        ? {}
        : { controller_connection: ['This connection does not exist.'] }),
      ...untilFaults(body.until, until, now),
    }
    if (query) requireRight(caller, query.createdBy)
    if (!query || until === undefined || Object.keys(faults).length > 0) throw new FieldErrors(faults)
    if ((await countActive(tx, query.id, now)) >= MOST_WAIVERS)
      throw new FieldErrors({ saved_query: [`The query has ${MOST_WAIVERS} waivers already, the most for one query.`] })
    const { resource, reason } = body
    const content = { resource, controllerConnectionId: connection, until, reason }
    return addWaiver(parts, tx, caller, query, content, body)
  })
}

async function end(parts: Dependencies, caller: Caller, id: string): Promise<null> {
  await parts.database.transaction(async (tx) => {
    const { waiver, query } = orNotFound(await lockWaiver(tx, id))
    requireRight(caller, query.createdBy)
    await endWaiver(parts, tx, query, waiver)
  })
  return null
}

/** Returns how many there were. */
async function expireSome({ events, audit, clock }: Dependencies, tx: Executor): Promise<number> {
  const now = clock.now()
  const expired = await lockExpired(tx, now, EXPIRED_AT_ONCE)
  for (const { waiver, queryName } of expired) {
    const { id, savedQueryId, resource, reason, createdBy } = waiver
    const until = timestamp(waiver.until)
    await markExpired(tx, id, now)
    await audit.record(tx, {
      action: 'waiver_expire',
      description: `The waiver for findings of saved query "${queryName}" about ${resource} expired`,
      target: { type: 'waiver', id },
      metadata: { saved_query: savedQueryId, resource, until },
    })
    await events.raise(tx, waiverExpired, {
      ...{ waiver_id: id, saved_query: savedQueryId, query_name: queryName, resource, reason, until },
      created_by: createdBy,
    })
  }
  return expired.length
}
