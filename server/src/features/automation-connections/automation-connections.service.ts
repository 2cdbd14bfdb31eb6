import type {
  AutomationConnectionCreate,
  AutomationConnectionPatch,
  AutomationTestReply,
} from '@heddle/contract/automation-connections.ts'
import { jobUrl } from '@heddle/domain/automation/job-url.ts'
import { AutomationFailure } from '../../adapters/automation-server/automation-failure.ts'
import type {
  AutomationPool,
  AutomationServer,
  AutomationTarget,
  JobRef,
  JobTemplates,
} from '../../adapters/automation-server/automation-server.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { OutboundRules } from '../../adapters/outbound/outbound-rules.ts'
import type { SecretBox } from '../../adapters/secrets/secret-box.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { BadGateway, orNotFound } from '../../kernel/errors.ts'
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
import { automationConnectionChanged } from './automation-connections.events.ts'
import {
  type AutomationConnectionRow,
  automationStore,
  type VisibleAutomationConnection,
} from './automation-connections.store.ts'
import { automationKind, type AutomationTypes, REPLACED_AUTOMATION, tokenPlace } from './automation-kind.ts'

type Dependencies = {
  readonly database: Database
  readonly secrets: SecretBox
  readonly automation: AutomationPool
  readonly outbound: OutboundRules
  readonly events: Events
  readonly audit: Audit
  readonly clock: Clock
}
type Parts = Dependencies & ConnectionParts<AutomationTypes>

export type AutomationConnectionsService = {
  readonly list: (
    filter: ConnectionFilter<AutomationTypes['order']>,
    page: PageRequest,
  ) => Promise<PageOf<VisibleAutomationConnection>>
  readonly get: (id: string) => Promise<VisibleAutomationConnection>
  readonly exists: (db: Executor, id: string) => Promise<boolean>
  /** Undefined if it was deleted. */
  readonly find: (id: string) => Promise<AutomationConnectionRow | undefined>
  /** The API of a connection's automation server; undefined if the connection was deleted. */
  readonly server: (id: string) => Promise<AutomationServer | undefined>
  readonly targetOf: (row: AutomationConnectionRow) => AutomationTarget
  /** The page of a job in the automation server's own UI. */
  readonly jobUrl: (row: Pick<AutomationConnectionRow, 'baseUrl' | 'jobUrlPattern'>, ref: JobRef) => string
  readonly create: (
    caller: Caller,
    sent: SentConnection<AutomationConnectionCreate>,
  ) => Promise<VisibleAutomationConnection>
  readonly change: (
    id: string,
    sent: SentConnection<AutomationConnectionPatch>,
    ifMatch: Precondition,
  ) => Promise<VisibleAutomationConnection>
  /** What the body leaves out becomes what it is for a new connection; only the token is kept. */
  readonly replace: (
    id: string,
    sent: SentConnection<AutomationConnectionCreate>,
    ifMatch: Precondition,
  ) => Promise<VisibleAutomationConnection>
  readonly setDefault: (id: string) => Promise<VisibleAutomationConnection>
  readonly remove: (id: string) => Promise<null>
  /** For a change of several in one transaction, by the rules of each. */
  readonly many: ManyConnections<AutomationTypes>
  /** What the account of the connection can see on the automation server, which is asked now. */
  readonly jobTemplates: (
    id: string,
    wanted: { readonly search: string | undefined; readonly page: PageRequest },
    signal: AbortSignal,
  ) => Promise<JobTemplates>
  /** What the automation server does wrong does not make it fail; it is reported in the reply's status. */
  readonly test: (id: string) => Promise<AutomationTestReply>
}

export function createAutomationConnectionsService(dependencies: Dependencies): AutomationConnectionsService {
  const parts = { ...dependencies, kind: automationKind(dependencies) }
  const get = (id: string) => getConnection(parts, id)
  const find = (id: string) => automationStore.find(parts.database.db, id)

  return {
    list: (filter, page) => listConnections(parts, filter, page),
    get,
    exists: async (db, id) => (await automationStore.find(db, id)) !== undefined,
    find,
    server: async (id) => {
      const row = await find(id)
      return row && parts.automation.server(targetOf(parts, row))
    },
    targetOf: (row) => targetOf(parts, row),
    jobUrl: (row, ref) => jobUrl(row, ref),
    create: async (caller, sent) => get(await addConnection(parts, caller, sent)),
    change: (id, sent, ifMatch) => change(parts, id, sent, ifMatch),
    replace: (id, { body, faults }, ifMatch) =>
      change(parts, id, { body: { ...REPLACED_AUTOMATION, ...body }, faults }, ifMatch),
    setDefault: async (id) => {
      await makeDefault(parts, id)
      return get(id)
    },
    remove: (id) => remove(parts, id),
    many: manyConnections(parts, (id, change) => tellOf(parts, id, change)),
    jobTemplates: (id, wanted, signal) => readJobTemplates(parts, id, wanted, signal),
    test: async (id) => {
      const row = orNotFound(await find(id))
      return recordTest(parts, row, await parts.automation.test(targetOf(parts, row)))
    },
  }
}

async function readJobTemplates(
  parts: Parts,
  id: string,
  wanted: Parameters<AutomationServer['jobTemplates']>[0],
  signal: AbortSignal,
): Promise<JobTemplates> {
  const row = orNotFound(await automationStore.find(parts.database.db, id))
  try {
    return await parts.automation.server(targetOf(parts, row)).jobTemplates(wanted, signal)
  } catch (error: unknown) {
    if (!(error instanceof AutomationFailure)) throw error
    throw new BadGateway(error.message, { reason: error.reason })
  }
}

/** What the adapter needs to reach the server; only the adapter reveals the token. */
function targetOf({ secrets }: Parts, row: AutomationConnectionRow): AutomationTarget {
  const { baseUrl, apiPrefix, username, authMethod, verifySsl, caCertificate, tokenSealed } = row
  return {
    connectionId: row.id,
    baseUrl,
    apiPrefix,
    username,
    authMethod,
    token: tokenSealed === null ? null : secrets.open(tokenSealed, tokenPlace(row.id)),
    verifySsl,
    caCertificate,
    revision: revisionOf(row),
  }
}

/** Changes with everything that the adapter uses. */
const revisionOf = ({ baseUrl, apiPrefix, username, authMethod, verifySsl, ...row }: AutomationConnectionRow): string =>
  JSON.stringify([baseUrl, apiPrefix, username, authMethod, verifySsl, row.caCertificate, row.tokenSealed])

async function change(
  parts: Parts,
  id: string,
  sent: SentConnection<AutomationConnectionPatch>,
  ifMatch: Precondition,
): Promise<VisibleAutomationConnection> {
  await tellOf(parts, id, await changeConnection(parts, id, sent, ifMatch))
  return getConnection(parts, id)
}

/** Tells all processes of a change that is committed; without the change, of a connection that came or went. */
async function tellOf({ events }: Parts, id: string, change?: ChangedConnection<AutomationTypes>): Promise<void> {
  // A new name, or the test of a connection, must not disturb what reads from its server.
  if (change === undefined || revisionOf(change.before) !== revisionOf(change.after))
    await events.publish(automationConnectionChanged, { connection_id: id })
}

async function remove(parts: Parts, id: string): Promise<null> {
  await removeConnection(parts, id)
  await tellOf(parts, id)
  return null
}
