import {
  type CONNECTION_ORDERS,
  type ControllerConnectionCreate,
  type ControllerConnectionPatch,
  DEFAULT_PARALLEL_REQUESTS,
} from '@heddle/contract/controller-connections.ts'
import { onlyGiven } from '@heddle/domain/only-given.ts'
import type { OutboundRules } from '../../adapters/outbound/outbound-rules.ts'
import type { SecretBox } from '../../adapters/secrets/secret-box.ts'
import type { FieldMessages } from '../../kernel/field-messages.ts'
import type { ConnectionKind } from '../../platform/connections/connections.service.ts'
import { deleteConnection } from '../../platform/connections/connections.store.ts'
import { faultOfCertificates } from '../../platform/connections/certificates.ts'
import { faultOfKeptSecret } from '../../platform/connections/credential-rule.ts'
import { textOrNull } from '../../platform/connections/text-or-null.ts'
import type { Events } from '../../platform/events/events.ts'
import { type Audit, notesOn } from '../audit/index.ts'
import { connectionTested } from './controller-connections.events.ts'
import {
  type ConnectionRow,
  controllerStore,
  type VisibleControllerConnection,
} from './controller-connections.store.ts'
import { controllerConnections as table } from './controller-connections.tables.ts'

/** From a file it has no password. */
export type NewControllerConnection = Omit<ControllerConnectionCreate, 'password'> & { readonly password?: string }

/** The types of connections to controllers. */
export type ControllerTypes = {
  readonly row: ConnectionRow
  readonly visible: VisibleControllerConnection
  readonly create: NewControllerConnection
  readonly patch: ControllerConnectionPatch
  readonly columns: ReturnType<typeof columnsOf> & { readonly passwordSealed?: string }
  readonly newColumns: ReturnType<typeof newColumns> & { readonly passwordSealed: string | null }
  readonly order: (typeof CONNECTION_ORDERS)[number]
}

type Parts = {
  readonly secrets: SecretBox
  readonly outbound: OutboundRules
  readonly events: Events
  readonly audit: Audit
}

export const passwordPlace = (id: string) => ({ table: 'controller_connections', column: 'password_sealed', row: id })

/** What only connections to controllers have. */
export function controllerKind({ secrets, outbound, events, audit }: Parts): ConnectionKind<ControllerTypes> {
  const note = notesOn(audit, 'Controller connection', 'controller_connection')
  const seal = (id: string, password: string) => secrets.seal(password, passwordPlace(id))
  return {
    store: controllerStore,
    checkValues: async (body) => ({ ...(await checkHosts(outbound, body)), ...checkCertificates(body.ca_certificate) }),
    checkSecret,
    newColumns: (id, body) => ({
      ...newColumns(body),
      passwordSealed: body.password === undefined ? null : seal(id, body.password),
    }),
    columns: (id, body) => ({
      ...columnsOf(body),
      ...(body.password !== undefined && { passwordSealed: seal(id, body.password) }),
    }),
    remove: (tx, id) => deleteConnection(tx, table, id),
    describe: visibleColumns,
    note: (tx, action, ...what) => note(tx, `connection_${action}`, ...what),
    noteTest: async (tx, { id, name }, outcome, says) => {
      if (says) await events.raise(tx, connectionTested, { connection_id: id, succeeded: outcome === 'succeeded' })
      await audit.record(tx, {
        action: 'connection_test',
        description: `Connection test of "${name}" ${outcome}`,
        target: { type: 'controller_connection', id },
      })
    },
  }
}

const columnsOf = (body: ControllerConnectionPatch) =>
  onlyGiven({
    name: body.name,
    host: body.host?.trim(),
    hosts: body.hosts && trimmed(body.hosts),
    username: body.username,
    verifySsl: body.verify_ssl,
    caCertificate: textOrNull(body.ca_certificate),
    isDefault: body.is_default,
    maxParallelRequests: body.max_parallel_requests,
    maxRequestsPerMinute: body.max_requests_per_minute,
  })

const newColumns = (body: NewControllerConnection) => ({
  name: body.name,
  host: body.host.trim(),
  hosts: trimmed(body.hosts ?? []),
  username: body.username,
  verifySsl: body.verify_ssl ?? true,
  caCertificate: textOrNull(body.ca_certificate) ?? null,
  isDefault: body.is_default ?? false,
  maxParallelRequests: body.max_parallel_requests ?? DEFAULT_PARALLEL_REQUESTS,
  maxRequestsPerMinute: body.max_requests_per_minute ?? null,
})

const trimmed = (hosts: readonly string[]): string[] => hosts.map((host) => host.trim())

/** Rejects addresses with invalid syntax, and those that resolve into a denied range. */
async function checkHosts(
  outbound: OutboundRules,
  { host, hosts = [] }: Pick<ControllerConnectionPatch, 'host' | 'hosts'>,
): Promise<FieldMessages> {
  const faultsOf = async (addresses: readonly string[]) =>
    (await Promise.all(addresses.map((address) => outbound.faultOf(address)))).filter((fault) => fault !== undefined)
  const [first, further] = await Promise.all([faultsOf(host === undefined ? [] : [host]), faultsOf(hosts)])
  return { ...(first.length > 0 && { host: first }), ...(further.length > 0 && { hosts: further }) }
}

function checkCertificates(text: string | null | undefined): FieldMessages {
  const given = textOrNull(text)
  const fault = given == null ? undefined : faultOfCertificates(given)
  return fault === undefined ? {} : { ca_certificate: [fault] }
}

function checkSecret(row: ConnectionRow, patch: Partial<ControllerConnectionPatch>): FieldMessages {
  if (patch.password !== undefined || row.passwordSealed === null) return {}
  const known = new Set([row.host, ...row.hosts])
  const isNew = (host: string) => !known.has(host)
  return faultOfKeptSecret(
    { field: 'password', word: 'password' },
    {
      'a new address': trimmed([patch.host ?? row.host, ...(patch.hosts ?? [])]).some(isNew),
      'a new account': patch.username !== undefined && patch.username !== row.username,
      'other trusted certificates':
        patch.ca_certificate !== undefined && textOrNull(patch.ca_certificate) !== row.caCertificate,
      'an unverified server': patch.verify_ssl === false && row.verifySsl,
    },
  )
}

/** What the audit log may contain. */
const visibleColumns = ({
  name,
  host,
  hosts,
  username,
  verifySsl,
  caCertificate,
  isDefault,
  ...row
}: ConnectionRow) => ({
  name,
  host,
  hosts,
  username,
  verifySsl,
  caCertificate,
  isDefault,
  maxParallelRequests: row.maxParallelRequests,
  maxRequestsPerMinute: row.maxRequestsPerMinute,
})
