import { type Static, Type } from 'typebox'
import { Nullable, Ordering, PageQuery, Search, Timestamp, Uuid } from './common.ts'

export const ControllerConnection = Type.Object({
  id: Uuid,
  name: Type.String(),
  host: Type.String({ description: 'Host name or address with an optional port, or an https:// URL.' }),
  hosts: Type.Array(Type.String(), {
    description: 'Further addresses of the same cluster, used in this order while the one before cannot be reached.',
  }),
  username: Type.String(),
  verify_ssl: Type.Boolean(),
  is_default: Type.Boolean(),
  last_tested_at: Nullable(Timestamp),
  last_test_status: Nullable(Type.Enum(['success', 'failure'])),
  last_test_message: Nullable(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type ControllerConnection = Static<typeof ControllerConnection>

const name = Type.String({ minLength: 1, maxLength: 200 })
const host = Type.String({ minLength: 1, maxLength: 300 })
const hosts = Type.Optional(Type.Array(host, { maxItems: 10, description: 'Further addresses of the same cluster.' }))
const username = Type.String({ minLength: 1, maxLength: 200 })
const password = Type.String({ minLength: 1, maxLength: 1000, description: 'Write-only.', writeOnly: true })

export const ControllerConnectionCreate = Type.Object({
  name,
  host,
  hosts,
  username,
  password,
  verify_ssl: Type.Optional(Type.Boolean({ default: true })),
  is_default: Type.Optional(Type.Boolean({ default: false })),
})
export type ControllerConnectionCreate = Static<typeof ControllerConnectionCreate>

/** Full replacement; the stored password is kept if none is sent, no address is new and the username stays. */
export const ControllerConnectionReplace = Type.Object({
  name,
  host,
  hosts,
  username,
  password: Type.Optional(password),
  verify_ssl: Type.Optional(Type.Boolean()),
  is_default: Type.Optional(Type.Boolean()),
})

export const ControllerConnectionPatch = Type.Object({
  name: Type.Optional(name),
  host: Type.Optional(host),
  hosts,
  username: Type.Optional(username),
  password: Type.Optional(password),
  verify_ssl: Type.Optional(Type.Boolean()),
  is_default: Type.Optional(Type.Boolean()),
})
export type ControllerConnectionPatch = Static<typeof ControllerConnectionPatch>

export const ControllerConnectionListQuery = Type.Object({
  ...PageQuery,
  search: Search,
  is_default: Type.Optional(Type.Boolean()),
  ordering: Ordering,
})
export const CONNECTION_ORDERS = [
  'name',
  'host',
  'username',
  'is_default',
  'last_tested_at',
  'last_test_status',
  'created_at',
  'updated_at',
] as const

export const ConnectionTestReply = Type.Object({
  status: Type.Enum(['success', 'failure']),
  message: Type.String(),
  tested_at: Timestamp,
  step: Type.Optional(Type.String({ description: 'The step that failed: address, tls, login or reading.' })),
  release: Type.Optional(Type.String({ description: 'Software release of the controller.' })),
  cluster_size: Type.Optional(Type.Integer({ description: 'Number of controllers in the cluster.' })),
  latency_ms: Type.Optional(Type.Integer()),
  hosts: Type.Optional(
    Type.Array(Type.Object({ host: Type.String(), status: Type.Enum(['success', 'failure']), message: Type.String() }), {
      description: 'The result of each address, if there are several.',
    }),
  ),
})
export type ConnectionTestReply = Static<typeof ConnectionTestReply>
