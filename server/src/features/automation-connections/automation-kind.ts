import type {
  AUTOMATION_CONNECTION_ORDERS,
  AutomationConnectionCreate,
  AutomationConnectionPatch,
} from '@heddle/contract/automation-connections.ts'
import { onlyGiven } from '@heddle/domain/only-given.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { OutboundRules } from '../../adapters/outbound/outbound-rules.ts'
import type { SecretBox } from '../../adapters/secrets/secret-box.ts'
import { Conflict } from '../../kernel/errors.ts'
import type { ConnectionKind } from '../../platform/connections/connections.service.ts'
import { deleteConnection } from '../../platform/connections/connections.store.ts'
import { textOrNull } from '../../platform/connections/text-or-null.ts'
import type { Events } from '../../platform/events/events.ts'
import { foreignKeyViolation } from '../../platform/sql/constraint-errors.ts'
import { type Audit, notesOn } from '../audit/index.ts'
import { automationConnectionDeleting } from './automation-connections.events.ts'
import {
  type AutomationConnectionRow,
  automationStore,
  type VisibleAutomationConnection,
} from './automation-connections.store.ts'
import { automationConnections as table } from './automation-connections.tables.ts'
import { checkToken, checkValues } from './check-connection.ts'

/** The types of connections to automation servers. */
export type AutomationTypes = {
  readonly row: AutomationConnectionRow
  readonly visible: VisibleAutomationConnection
  readonly create: AutomationConnectionCreate
  readonly patch: AutomationConnectionPatch
  readonly columns: ReturnType<typeof columnsOf> & { readonly tokenSealed?: string | null }
  readonly newColumns: ReturnType<typeof newColumns> & { readonly tokenSealed: string | null }
  readonly order: (typeof AUTOMATION_CONNECTION_ORDERS)[number]
}

type Parts = {
  readonly secrets: SecretBox
  readonly outbound: OutboundRules
  readonly events: Events
  readonly audit: Audit
}

export const tokenPlace = (id: string) => ({ table: 'automation_connections', column: 'token_sealed', row: id })

/** What only connections to automation servers have. */
export function automationKind({ secrets, outbound, events, audit }: Parts): ConnectionKind<AutomationTypes> {
  const note = notesOn(audit, 'Automation connection', 'automation_connection')
  const seal = (id: string, token: string) => (token === '' ? null : secrets.seal(token, tokenPlace(id)))
  return {
    store: automationStore,
    checkValues: (body) => checkValues(body, outbound),
    checkSecret: checkToken,
    newColumns: (id, body) => ({ ...newColumns(body), tokenSealed: seal(id, body.oauth_token ?? '') }),
    columns: (id, body) => ({
      ...columnsOf(body),
      ...(body.oauth_token !== undefined && { tokenSealed: seal(id, body.oauth_token) }),
    }),
    remove: (tx, id) => remove(events, tx, id),
    describe: visibleColumns,
    note: (tx, action, ...what) => note(tx, `automation_connection_${action}`, ...what),
    noteTest: (tx, { id, name }, outcome) =>
      audit.record(tx, {
        action: 'automation_connection_test',
        description: `Test of automation connection "${name}" ${outcome}`,
        target: { type: 'automation_connection', id },
      }),
  }
}

async function remove(events: Events, tx: Executor, id: string): Promise<void> {
  await events.raise(tx, automationConnectionDeleting, { connection_id: id })
  try {
    await deleteConnection(tx, table, id)
  } catch (error: unknown) {
    if (foreignKeyViolation(error) === undefined) throw error
    throw new Conflict('Automation templates use this connection.', 'in_use')
  }
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

/** What a replacement leaves out; the token is kept. */
export const REPLACED_AUTOMATION: AutomationConnectionPatch = {
  username: DEFAULTS.username,
  auth_method: DEFAULTS.authMethod,
  api_prefix: DEFAULTS.apiPrefix,
  verify_ssl: DEFAULTS.verifySsl,
  ca_certificate: DEFAULTS.caCertificate,
  job_url_pattern: DEFAULTS.jobUrlPattern,
  is_default: DEFAULTS.isDefault,
}

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

const newColumns = (body: AutomationConnectionCreate) => ({
  ...DEFAULTS,
  ...columnsOf(body),
  name: body.name,
  baseUrl: body.base_url.trim(),
})

/** What the audit log may contain. */
const visibleColumns = ({
  name,
  baseUrl,
  username,
  authMethod,
  apiPrefix,
  verifySsl,
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
  isDefault: row.isDefault,
})
