import { randomUUID } from 'node:crypto'
import type {
  AutomationConnectionCreate,
  AutomationConnectionPatch,
  AutomationTestReply,
} from '@heddle/contract/automation-connections.ts'
import { jobUrl } from '@heddle/domain/automation/job-url.ts'
import { onlyGiven } from '@heddle/domain/only-given.ts'
import type {
  AutomationPool,
  AutomationServer,
  AutomationTarget,
  JobRef,
} from '../../adapters/automation-server/automation-server.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { OutboundRules } from '../../adapters/outbound/outbound-rules.ts'
import type { SecretBox } from '../../adapters/secrets/secret-box.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Conflict, FieldErrors, orNotFound } from '../../kernel/errors.ts'
import { type FieldMessages, mergeMessages, validFields } from '../../kernel/field-messages.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { PageRequest } from '../../kernel/paging.ts'
import { nextVersionTime, type Precondition } from '../../kernel/versions.ts'
import type { Events } from '../../platform/events/events.ts'
import { foreignKeyViolation } from '../../platform/sql/constraint-errors.ts'
import { type Audit, notesOn } from '../audit/index.ts'
import { automationConnectionChanged, automationConnectionDeleting } from './automation-connections.events.ts'
import {
  type AutomationConnectionRow,
  clearOtherDefaults,
  type ConnectionFilter,
  deleteConnection,
  findConnection,
  findVisibleConnection,
  insertConnection,
  listConnections,
  lockConnection,
  updateConnection,
  type VisibleConnection,
} from './automation-connections.store.ts'
import { checkCredentials, checkValues } from './check-connection.ts'

type Dependencies = {
  readonly database: Database
  readonly secrets: SecretBox
  readonly automation: AutomationPool
  readonly outbound: OutboundRules
  readonly events: Events
  readonly audit: Audit
  readonly clock: Clock
}

/** A body, and what its schema found wrong with it. */
type Sent<Body> = { readonly body: Body; readonly faults: FieldMessages }

export type AutomationConnectionsService = ReturnType<typeof createAutomationConnectionsService>

const tokenPlace = (id: string) => ({ table: 'automation_connections', column: 'token_sealed', row: id })

export function createAutomationConnectionsService({
  database,
  secrets,
  automation,
  outbound,
  events,
  audit,
  clock,
}: Dependencies) {
  const note = notesOn(audit, 'Automation connection', 'automation_connection')

  async function get(id: string): Promise<VisibleConnection> {
    return orNotFound(await findVisibleConnection(database.db, id))
  }

  async function lock(tx: Executor, id: string): Promise<AutomationConnectionRow> {
    return orNotFound(await lockConnection(tx, id))
  }

  /** What the adapter needs to reach the server; only the adapter reveals the token. */
  function targetOf(row: AutomationConnectionRow): AutomationTarget {
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

  const sealToken = (id: string, token: string): string | null =>
    token === '' ? null : secrets.seal(token, tokenPlace(id))

  async function change(
    id: string,
    { body: sent, faults: known }: Sent<AutomationConnectionPatch>,
    ifMatch: Precondition,
  ) {
    const patch = validFields(sent, known)
    const valueFaults = mergeMessages(known, await checkValues(patch, outbound))
    const isElsewhere = await database.transaction(async (tx) => {
      const row = await lock(tx, id)
      ifMatch.check(row.updatedAt)
      refuse(mergeMessages(valueFaults, checkCredentials(row, patch)))
      const now = nextVersionTime(clock.now(), row.updatedAt)
      if (patch.is_default) await clearOtherDefaults(tx, id, now)
      const changes = {
        ...columnsOf(patch),
        ...(patch.oauth_token !== undefined && { tokenSealed: sealToken(id, patch.oauth_token) }),
      }
      await updateConnection(tx, id, { ...changes, updatedAt: now })
      await note(tx, 'automation_connection_update', row, 'was changed', { before: visible(row), after: patch })
      return revisionOf({ ...row, ...changes }) !== revisionOf(row)
    })
    // A new name, or the test of a connection, must not disturb what reads from its server.
    if (isElsewhere) await events.publish(automationConnectionChanged, { connection_id: id })
    return get(id)
  }

  return {
    list: (filter: ConnectionFilter, page: PageRequest) => listConnections(database.db, filter, page),
    get,
    change,
    targetOf,

    exists: async (db: Executor, id: string): Promise<boolean> => (await findVisibleConnection(db, id)) !== undefined,

    /** Undefined if it was deleted. */
    find: (id: string) => findConnection(database.db, id),

    /** The API of a connection's automation server; undefined if the connection was deleted. */
    server: async (id: string): Promise<AutomationServer | undefined> => {
      const row = await findConnection(database.db, id)
      return row && automation.server(targetOf(row))
    },

    /** The page of a job in the automation server's own UI. */
    jobUrl: (row: Pick<AutomationConnectionRow, 'baseUrl' | 'jobUrlPattern'>, ref: JobRef): string => jobUrl(row, ref),

    create: async (
      caller: Caller,
      { body: sent, faults }: Sent<AutomationConnectionCreate>,
    ): Promise<VisibleConnection> => {
      refuse(mergeMessages(faults, await checkValues(validFields(sent, faults), outbound)))
      const now = clock.now()
      const id = randomUUID()
      await database.transaction(async (tx) => {
        if (sent.is_default) await clearOtherDefaults(tx, id, now)
        await insertConnection(tx, {
          ...DEFAULTS,
          ...columnsOf(sent),
          name: sent.name,
          baseUrl: sent.base_url.trim(),
          id,
          tokenSealed: sealToken(id, sent.oauth_token ?? ''),
          createdBy: caller.id,
          createdAt: now,
          updatedAt: now,
        })
        await note(tx, 'automation_connection_create', { id, name: sent.name }, 'was created', sent)
      })
      return get(id)
    },

    /** What the body leaves out becomes what it is for a new connection; only the token is kept. */
    replace: (id: string, { body, faults }: Sent<AutomationConnectionCreate>, ifMatch: Precondition) =>
      change(id, { body: { ...REPLACED, ...body }, faults }, ifMatch),

    setDefault: async (id: string): Promise<VisibleConnection> => {
      await database.transaction(async (tx) => {
        const row = await lock(tx, id)
        const now = nextVersionTime(clock.now(), row.updatedAt)
        await clearOtherDefaults(tx, id, now)
        await updateConnection(tx, id, { isDefault: true, updatedAt: now })
        await note(tx, 'automation_connection_set_default', row, 'was set as the default')
      })
      return get(id)
    },

    remove: async (id: string): Promise<null> => {
      await database.transaction(async (tx) => {
        const row = await lock(tx, id)
        await events.raise(tx, automationConnectionDeleting, { connection_id: id })
        try {
          await deleteConnection(tx, id)
        } catch (error: unknown) {
          if (foreignKeyViolation(error) === undefined) throw error
          throw new Conflict('Automation templates use this connection.', 'in_use')
        }
        await note(tx, 'automation_connection_delete', row, 'was deleted', visible(row))
      })
      await events.publish(automationConnectionChanged, { connection_id: id })
      return null
    },

    /** What the automation server does wrong does not make it fail; it is reported in the reply's status. */
    test: async (id: string): Promise<AutomationTestReply> => {
      const row = orNotFound(await findConnection(database.db, id))
      const result = await automation.test(targetOf(row))
      const now = clock.now()
      await database.transaction(async (tx) => {
        await updateConnection(tx, id, {
          lastTestedAt: now,
          lastTestStatus: result.status,
          lastTestMessage: result.message,
        })
        await audit.record(tx, {
          action: 'automation_connection_test',
          description: `Test of automation connection "${row.name}" ${result.status === 'success' ? 'succeeded' : 'failed'}`,
          target: { type: 'automation_connection', id },
        })
      })
      return { ...result, tested_at: timestamp(now) }
    },
  }
}

function refuse(faults: FieldMessages): void {
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
}

/** Changes with everything that the adapter uses. */
function revisionOf({
  baseUrl,
  apiPrefix,
  username,
  authMethod,
  verifySsl,
  caCertificate,
  tokenSealed,
}: AutomationConnectionRow): string {
  return JSON.stringify([baseUrl, apiPrefix, username, authMethod, verifySsl, caCertificate, tokenSealed])
}

const DEFAULTS = {
  username: '',
  authMethod: 'token',
  apiPrefix: null,
  verifySsl: true,
  caCertificate: null,
  jobUrlPattern: null,
  isDefault: false,
} as const

const REPLACED: AutomationConnectionPatch = {
  username: DEFAULTS.username,
  auth_method: DEFAULTS.authMethod,
  api_prefix: DEFAULTS.apiPrefix,
  verify_ssl: DEFAULTS.verifySsl,
  ca_certificate: DEFAULTS.caCertificate,
  job_url_pattern: DEFAULTS.jobUrlPattern,
  is_default: DEFAULTS.isDefault,
}

/** The columns that a body sets, but for the token. */
const columnsOf = (body: AutomationConnectionPatch) =>
  onlyGiven({
    name: body.name,
    baseUrl: body.base_url?.trim(),
    username: body.username,
    authMethod: body.auth_method,
    apiPrefix: textOrNull(body.api_prefix),
    verifySsl: body.verify_ssl,
    caCertificate: textOrNull(body.ca_certificate),
    jobUrlPattern: textOrNull(body.job_url_pattern),
    isDefault: body.is_default,
  })

const textOrNull = (text: string | null | undefined): string | null | undefined =>
  text === null || text?.trim() === '' ? null : text?.trim()

/** What the audit log may contain. */
const visible = ({
  name,
  baseUrl,
  username,
  authMethod,
  apiPrefix,
  verifySsl,
  isDefault,
  ...row
}: AutomationConnectionRow) => ({
  name,
  baseUrl,
  username,
  authMethod,
  apiPrefix,
  verifySsl,
  caCertificate: row.caCertificate,
  jobUrlPattern: row.jobUrlPattern,
  isDefault,
})
