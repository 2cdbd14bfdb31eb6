import { randomUUID } from 'node:crypto'
import {
  type ConnectionTestReply,
  type ControllerConnectionCreate,
  type ControllerConnectionPatch,
  DEFAULT_PARALLEL_REQUESTS,
} from '@heddle/contract/controller-connections.ts'
import type { BudgetUse, ControllerPool, ControllerTarget } from '../../adapters/controller/controller-pool.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { OutboundRules } from '../../adapters/outbound/outbound-rules.ts'
import type { SecretBox } from '../../adapters/secrets/secret-box.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors, orNotFound } from '../../kernel/errors.ts'
import { nextVersionTime, type Precondition } from '../../kernel/versions.ts'
import type { PageRequest } from '../../kernel/paging.ts'
import { timestamp } from '../../kernel/instants.ts'
import { type Audit, notesOn } from '../audit/index.ts'
import { SECOND } from '../../kernel/durations.ts'
import { budgetsChanged, connectionChanged } from './controller-connections.events.ts'
import {
  type ConnectionFilter,
  type ConnectionRow,
  deleteConnection,
  clearOtherDefaults,
  findConnection,
  insertConnection,
  listBudgets,
  listConnections,
  lockConnection,
  updateConnection,
} from './controller-connections.store.ts'
import { type SharedBudget, shareBudgets } from './shared-budgets.ts'

type Dependencies = {
  readonly database: Database
  readonly secrets: SecretBox
  readonly controllers: ControllerPool
  readonly outbound: OutboundRules
  readonly events: Events
  readonly audit: Audit
  readonly clock: Clock
}

/** A connection, the limits that hold for its controller, and what is asked of that now. */
export type BudgetState = { readonly row: ConnectionRow; readonly shared: SharedBudget; readonly use: BudgetUse }

/** In case the notice of a change was lost. */
const BUDGETS_MS = 10 * SECOND

export type ControllerConnectionsService = ReturnType<typeof createControllerConnectionsService>

const passwordPlace = (id: string) => ({ table: 'controller_connections', column: 'password_sealed', row: id })

export function createControllerConnectionsService({
  database,
  secrets,
  controllers,
  outbound,
  events,
  audit,
  clock,
}: Dependencies) {
  async function get(id: string): Promise<ConnectionRow> {
    return orNotFound(await findConnection(database.db, id))
  }

  async function lock(tx: Executor, id: string): Promise<ConnectionRow> {
    return orNotFound(await lockConnection(tx, id))
  }

  let budgets: { readonly byConnection: ReadonlyMap<string, SharedBudget>; readonly until: number } | undefined

  /** Every run asks for its connection first, so that `targetOf` knows the budget. */
  async function knowBudgets(): Promise<void> {
    const now = clock.now().getTime()
    if (budgets !== undefined && now < budgets.until) return
    const rows = await listBudgets(database.db)
    budgets = { byConnection: shareBudgets(rows, (host) => controllers.keyOf(host)), until: now + BUDGETS_MS }
  }

  const budgetOf = (row: ConnectionRow): SharedBudget =>
    budgets?.byConnection.get(row.id) ?? {
      controller: controllers.keyOf(row.host),
      parallel: row.maxParallelRequests,
      perMinute: row.maxRequestsPerMinute,
      connections: [row.id],
    }

  /** What the adapter needs to reach the controller; only the adapter reveals the password. */
  function targetOf(row: ConnectionRow): ControllerTarget {
    return {
      connectionId: row.id,
      name: row.name,
      host: row.host,
      hosts: row.hosts,
      username: row.username,
      password: secrets.open(row.passwordSealed, passwordPlace(row.id)),
      verifySsl: row.verifySsl,
      budget: budgetOf(row),
      // Excludes the columns that a connection test writes, which must not end the session of a running query.
      revision: [row.host, ...row.hosts, row.username, row.verifySsl, row.passwordSealed].join('\n'),
    }
  }

  const note = notesOn(audit, 'Controller connection', 'controller_connection')

  /** Rejects addresses with invalid syntax, and those that resolve into a denied range. */
  async function checkHosts({
    host,
    hosts = [],
  }: Pick<ControllerConnectionPatch, 'host' | 'hosts'>): Promise<Record<string, string[]>> {
    const faultsOf = async (addresses: readonly string[]) =>
      (await Promise.all(addresses.map((address) => outbound.faultOf(address)))).filter((fault) => fault !== undefined)
    const [first, further] = await Promise.all([faultsOf(host === undefined ? [] : [host]), faultsOf(hosts)])
    return { ...(first.length > 0 && { host: first }), ...(further.length > 0 && { hosts: further }) }
  }

  return {
    list: (filter: ConnectionFilter, page: PageRequest) => listConnections(database.db, filter, page),
    get,
    targetOf,

    exists: async (db: Executor, id: string): Promise<boolean> => (await findConnection(db, id)) !== undefined,

    /** The connection for a run, or undefined if it was deleted. */
    find: async (id: string): Promise<ConnectionRow | undefined> => {
      await knowBudgets()
      return findConnection(database.db, id)
    },

    forgetBudgets: (): void => {
      budgets = undefined
    },

    budget: async (id: string): Promise<BudgetState> => {
      const row = await get(id)
      await knowBudgets()
      const shared = budgetOf(row)
      return { row, shared, use: await controllers.useOf(shared) }
    },

    create: async (caller: Caller, body: ControllerConnectionCreate): Promise<ConnectionRow> => {
      const faults = await checkHosts(body)
      if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
      const now = clock.now()
      const id = randomUUID()
      await database.transaction(async (tx) => {
        if (body.is_default) await clearOtherDefaults(tx, id, now)
        await insertConnection(tx, {
          id,
          name: body.name,
          host: body.host.trim(),
          hosts: trimmed(body.hosts ?? []),
          username: body.username,
          passwordSealed: secrets.seal(body.password, passwordPlace(id)),
          verifySsl: body.verify_ssl ?? true,
          isDefault: body.is_default ?? false,
          maxParallelRequests: body.max_parallel_requests ?? DEFAULT_PARALLEL_REQUESTS,
          maxRequestsPerMinute: body.max_requests_per_minute ?? null,
          createdBy: caller.id,
          createdAt: now,
          updatedAt: now,
        })
        await note(tx, 'connection_create', { id, name: body.name }, 'was created', body)
      })
      await events.publish(budgetsChanged, {})
      return get(id)
    },

    change: async (id: string, patch: ControllerConnectionPatch, ifMatch: Precondition): Promise<ConnectionRow> => {
      const addressFaults = await checkHosts(patch)
      const before = await get(id)
      await database.transaction(async (tx) => {
        const row = await lock(tx, id)
        ifMatch.check(row.updatedAt)
        const faults = { ...addressFaults, ...credentialFaults(row, patch) }
        if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
        const now = nextVersionTime(clock.now(), row.updatedAt)
        if (patch.is_default) await clearOtherDefaults(tx, id, now)
        await updateConnection(tx, id, {
          name: patch.name ?? row.name,
          host: patch.host?.trim() ?? row.host,
          hosts: patch.hosts ? trimmed(patch.hosts) : row.hosts,
          username: patch.username ?? row.username,
          verifySsl: patch.verify_ssl ?? row.verifySsl,
          isDefault: patch.is_default ?? row.isDefault,
          maxParallelRequests: patch.max_parallel_requests ?? row.maxParallelRequests,
          maxRequestsPerMinute:
            patch.max_requests_per_minute === undefined ? row.maxRequestsPerMinute : patch.max_requests_per_minute,
          ...(patch.password !== undefined && { passwordSealed: secrets.seal(patch.password, passwordPlace(id)) }),
          updatedAt: now,
        })
        await note(tx, 'connection_update', row, 'was changed', { before: visible(row), after: patch })
      })
      const after = await get(id)
      await events.publish(budgetsChanged, {})
      // New limits end no run: only a new address or account needs a new session.
      if (targetOf(before).revision !== targetOf(after).revision || before.name !== after.name)
        await events.publish(connectionChanged, { connection_id: id })
      return after
    },

    setDefault: async (id: string): Promise<ConnectionRow> => {
      await database.transaction(async (tx) => {
        const row = await lock(tx, id)
        const now = nextVersionTime(clock.now(), row.updatedAt)
        await clearOtherDefaults(tx, id, now)
        await updateConnection(tx, id, { isDefault: true, updatedAt: now })
        await note(tx, 'connection_set_default', row, 'was set as the default')
      })
      return get(id)
    },

    remove: async (id: string): Promise<null> => {
      await database.transaction(async (tx) => {
        const row = await lock(tx, id)
        await deleteConnection(tx, id)
        await note(tx, 'connection_delete', row, 'was deleted', visible(row))
      })
      await events.publish(budgetsChanged, {})
      await events.publish(connectionChanged, { connection_id: id })
      return null
    },

    /** Controller errors do not make it fail; they are reported in the reply's status. */
    test: async (id: string): Promise<ConnectionTestReply> => {
      await knowBudgets()
      const row = await get(id)
      const result = await controllers.test(targetOf(row))
      const now = clock.now()
      await database.transaction(async (tx) => {
        // A controller that was not asked is as it was.
        if (result.step !== 'turn')
          await updateConnection(tx, id, {
            lastTestedAt: now,
            lastTestStatus: result.status,
            lastTestMessage: result.message,
          })
        await audit.record(tx, {
          action: 'connection_test',
          description: `Connection test of "${row.name}" ${result.status === 'success' ? 'succeeded' : 'failed'}`,
          target: { type: 'controller_connection', id },
        })
      })
      return { ...result, tested_at: timestamp(now) }
    },
  }
}

/** What the audit log may contain. */
const visible = ({
  name,
  host,
  hosts,
  username,
  verifySsl,
  isDefault,
  maxParallelRequests,
  maxRequestsPerMinute,
}: ConnectionRow) => ({
  name,
  host,
  hosts,
  username,
  verifySsl,
  isDefault,
  maxParallelRequests,
  maxRequestsPerMinute,
})

const trimmed = (hosts: readonly string[]): string[] => hosts.map((host) => host.trim())

/**
 * A stored password is never sent to a new address or account, nor over a connection that is no longer verified: the
 * caller has to send it again.
 */
function credentialFaults(row: ConnectionRow, patch: ControllerConnectionPatch): Record<string, string[]> {
  if (patch.password !== undefined) return {}
  const known = new Set([row.host, ...row.hosts])
  const isNew = (host: string) => !known.has(host)
  const changes = [
    ...(trimmed([patch.host ?? row.host, ...(patch.hosts ?? [])]).some(isNew) ? ['a new address'] : []),
    ...(patch.username !== undefined && patch.username !== row.username ? ['a new account'] : []),
    ...(patch.verify_ssl === false && row.verifySsl ? ['an unverified server'] : []),
  ]
  if (changes.length === 0) return {}
  return { password: [`Enter the password again: a stored password is not sent to ${changes.join(' or ')}.`] }
}
