import type {
  ConnectionTestReply,
  ControllerConnectionCreate,
  ControllerConnectionPatch,
} from '@heddle/contract/controller-connections.ts'
import type { BudgetUse, ControllerPool, ControllerTarget } from '../../adapters/controller/controller-pool.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { OutboundRules } from '../../adapters/outbound/outbound-rules.ts'
import type { SecretBox } from '../../adapters/secrets/secret-box.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { BadGateway, Forbidden, orNotFound } from '../../kernel/errors.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import type { Precondition } from '../../kernel/versions.ts'
import {
  addConnection,
  type ChangedConnection,
  changeConnection,
  type ConnectionFilter,
  type ConnectionParts,
  getConnection,
  listConnections,
  makeDefault,
  recordTest,
  removeConnection,
  type SentConnection,
} from '../../platform/connections/connections.service.ts'
import { type ManyConnections, manyConnections } from '../../platform/connections/many-connections.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Audit } from '../audit/index.ts'
import { ConnectionBudgets } from './connection-budgets.ts'
import { budgetsChanged, connectionChanged } from './controller-connections.events.ts'
import {
  type ConnectionRow,
  controllerStore,
  type VisibleControllerConnection,
} from './controller-connections.store.ts'
import { controllerKind, type ControllerTypes, passwordPlace } from './controller-kind.ts'
import { type ClassReading, FabricFactsReader, type FactsReading } from './fabric-facts.ts'
import { createObjectReader, type ObjectReader } from './read-objects.ts'
import type { SharedBudget } from './shared-budgets.ts'

type Dependencies = {
  readonly database: Database
  readonly secrets: SecretBox
  readonly controllers: ControllerPool
  readonly outbound: OutboundRules
  readonly events: Events
  readonly audit: Audit
  readonly clock: Clock
}
type Parts = Dependencies &
  ConnectionParts<ControllerTypes> & { readonly budgets: ConnectionBudgets; readonly facts: FabricFactsReader }

/** A connection, the limits that hold for its controller, and what is asked of that now. */
export type BudgetState = { readonly row: ConnectionRow; readonly shared: SharedBudget; readonly use: BudgetUse }

export type ReadFacts = Extract<FactsReading, { ok: true }>

export type ControllerConnectionsService = {
  readonly list: (
    filter: ConnectionFilter<ControllerTypes['order']>,
    page: PageRequest,
  ) => Promise<PageOf<VisibleControllerConnection>>
  readonly get: (id: string) => Promise<VisibleControllerConnection>
  readonly exists: (db: Executor, id: string) => Promise<boolean>
  /** The connection for a run, or undefined if it was deleted. */
  readonly find: (id: string) => Promise<ConnectionRow | undefined>
  /** What the adapter needs to reach the controller of a connection that `find` returned. */
  readonly targetOf: (row: ConnectionRow) => ControllerTarget
  /** The same of one that another statement has read along. */
  readonly targetOfRead: (row: ConnectionRow) => Promise<ControllerTarget>
  /** For small reads outside of runs; undefined if the connection was deleted. */
  readonly reader: (id: string) => Promise<ObjectReader | undefined>
  readonly budget: (id: string) => Promise<BudgetState>
  readonly forgetBudgets: () => void
  /** Kept for ten minutes; a fresh reading takes the right to test connections. */
  readonly facts: (caller: Caller, id: string, options: { readonly isFresh: boolean }) => Promise<ReadFacts>
  /** For a check, on whose behalf no caller asks; undefined if there is no such connection. */
  readonly factsOf: (id: string) => Promise<FactsReading | undefined>
  readonly knowsClass: (id: string, className: string) => Promise<ClassReading | undefined>
  readonly create: (
    caller: Caller,
    sent: SentConnection<ControllerConnectionCreate>,
  ) => Promise<VisibleControllerConnection>
  readonly change: (
    id: string,
    sent: SentConnection<ControllerConnectionPatch>,
    ifMatch: Precondition,
  ) => Promise<VisibleControllerConnection>
  readonly setDefault: (id: string) => Promise<VisibleControllerConnection>
  readonly remove: (id: string) => Promise<null>
  /** For a change of several in one transaction, by the rules of each. */
  readonly many: ManyConnections<ControllerTypes>
  /** Controller errors do not make it fail; they are reported in the reply's status. */
  readonly test: (id: string) => Promise<ConnectionTestReply>
}

export function createControllerConnectionsService(dependencies: Dependencies): ControllerConnectionsService {
  const parts = {
    ...dependencies,
    kind: controllerKind(dependencies),
    budgets: new ConnectionBudgets(dependencies),
    facts: new FabricFactsReader(dependencies),
  }
  const get = (id: string) => getConnection(parts, id)

  return {
    list: (filter, page) => listConnections(parts, filter, page),
    get,
    exists: async (db, id) => (await controllerStore.find(db, id)) !== undefined,
    find: (id) => findForRun(parts, id),
    targetOf: (row) => targetOf(parts, row),
    targetOfRead: async (row) => {
      await parts.budgets.refresh()
      return targetOf(parts, row)
    },
    reader: async (id) => {
      const row = await findForRun(parts, id)
      return row && createObjectReader(parts.controllers, targetOf(parts, row))
    },
    budget: (id) => budgetState(parts, id),
    forgetBudgets: () => parts.budgets.forget(),
    facts: (caller, id, { isFresh }) => readFacts(parts, caller, id, isFresh),
    factsOf: async (id) => {
      const row = await findForRun(parts, id)
      return row && parts.facts.read(targetOf(parts, row))
    },
    knowsClass: async (id, className) => {
      const row = await findForRun(parts, id)
      return row && parts.facts.knows(targetOf(parts, row), className)
    },
    create: async (caller, sent) => {
      const id = await addConnection(parts, caller, sent)
      await parts.events.publish(budgetsChanged, {})
      return get(id)
    },
    change: async (id, sent, ifMatch) => {
      await change(parts, id, sent, ifMatch)
      return get(id)
    },
    setDefault: async (id) => {
      await makeDefault(parts, id)
      return get(id)
    },
    remove: (id) => remove(parts, id),
    many: manyConnections(parts, (id, change) => tellOf(parts, id, change)),
    test: (id) => test(parts, id),
  }
}

/** Every run asks for its connection first, so that `targetOf` knows the budget. */
async function findForRun({ database, budgets }: Parts, id: string): Promise<ConnectionRow | undefined> {
  await budgets.refresh()
  return controllerStore.find(database.db, id)
}

/** Only the adapter reveals the password. */
function targetOf({ secrets, budgets }: Parts, row: ConnectionRow): ControllerTarget {
  const { id: connectionId, name, host, hosts, username, verifySsl, caCertificate } = row
  return {
    connectionId,
    name,
    host,
    hosts,
    username,
    password: row.passwordSealed === null ? null : secrets.open(row.passwordSealed, passwordPlace(row.id)),
    verifySsl,
    caCertificate,
    budget: budgets.of(row),
    revision: revisionOf(row),
  }
}

/** Excludes the columns that a connection test writes, which must not end the session of a running query. */
const revisionOf = ({ host, hosts, username, verifySsl, ...row }: ConnectionRow): string =>
  [host, ...hosts, username, verifySsl, row.caCertificate ?? '', row.passwordSealed ?? ''].join('\n')

async function budgetState(parts: Parts, id: string): Promise<BudgetState> {
  const row = orNotFound(await findForRun(parts, id))
  const shared = parts.budgets.of(row)
  return { row, shared, use: await parts.controllers.useOf(shared) }
}

async function readFacts(parts: Parts, caller: Caller, id: string, isFresh: boolean): Promise<ReadFacts> {
  const permission = 'controller.test_connection'
  if (isFresh && !caller.isSuperuser && !caller.permissions.has(permission))
    throw new Forbidden('Reading facts again takes the right to test connections.', { permission })
  const row = orNotFound(await findForRun(parts, id))
  const reading = await parts.facts.read(targetOf(parts, row), { isFresh })
  if (!reading.ok) throw new BadGateway(reading.failure.message, { reason: reading.failure.reason })
  return reading
}

async function change(
  parts: Parts,
  id: string,
  sent: SentConnection<ControllerConnectionPatch>,
  ifMatch: Precondition,
): Promise<void> {
  await tellOf(parts, id, await changeConnection(parts, id, sent, ifMatch))
}

/** Tells all processes of a change that is committed; without the change, of a connection that came or went. */
async function tellOf({ events }: Parts, id: string, change?: ChangedConnection<ControllerTypes>): Promise<void> {
  await events.publish(budgetsChanged, {})
  // New limits end no run: only a new address or account needs a new session.
  const isSame =
    change !== undefined &&
    revisionOf(change.before) === revisionOf(change.after) &&
    change.before.name === change.after.name
  if (!isSame) await events.publish(connectionChanged, { connection_id: id })
}

async function remove(parts: Parts, id: string): Promise<null> {
  await removeConnection(parts, id)
  await tellOf(parts, id)
  return null
}

async function test(parts: Parts, id: string): Promise<ConnectionTestReply> {
  const row = orNotFound(await findForRun(parts, id))
  const result = await parts.controllers.test(targetOf(parts, row))
  // A controller that was not asked is as it was.
  return recordTest(parts, row, result, result.step !== 'turn')
}
