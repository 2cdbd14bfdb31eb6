import { type Static, Type } from 'typebox'
import { Nullable, Ordering, PageQuery, Search, ServerErrorBody, Timestamp, Uuid } from './common.ts'

export const DEFAULT_PARALLEL_REQUESTS = 4
export const MOST_PARALLEL_REQUESTS = 64

export const ControllerConnection = Type.Object({
  id: Uuid,
  name: Type.String(),
  host: Type.String({ description: 'Host name or address with an optional port, or an https:// URL.' }),
  hosts: Type.Array(Type.String(), {
    description: 'Further addresses of the same cluster, used in this order while the one before cannot be reached.',
  }),
  username: Type.String(),
  has_password: Type.Boolean({
    description: 'False only for one that a file created: nothing is sent to its controller until it has a password.',
  }),
  verify_ssl: Type.Boolean(),
  ca_certificate: Nullable(
    Type.String({
      description:
        'Certificates in PEM. With them, `verify_ssl` trusts these alone: an authority, or the controller’s own.',
    }),
  ),
  is_default: Type.Boolean(),
  max_parallel_requests: Type.Integer({
    description:
      'Most requests at the controller at once, over all processes. Connections to one controller share the strictest of theirs.',
  }),
  max_requests_per_minute: Nullable(
    Type.Integer({ description: 'Most requests in any minute, over all processes; null means no limit.' }),
  ),
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

const caCertificate = Type.Optional(Nullable(Type.String({ maxLength: 100_000 })))

const maxParallelRequests = Type.Integer({ minimum: 1, maximum: MOST_PARALLEL_REQUESTS })
const maxRequestsPerMinute = Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100_000 })))

export const ControllerConnectionCreate = Type.Object({
  name,
  host,
  hosts,
  username,
  password,
  verify_ssl: Type.Optional(Type.Boolean({ default: true })),
  ca_certificate: caCertificate,
  is_default: Type.Optional(Type.Boolean({ default: false })),
  max_parallel_requests: Type.Optional(Type.Integer({ ...maxParallelRequests, default: DEFAULT_PARALLEL_REQUESTS })),
  max_requests_per_minute: maxRequestsPerMinute,
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
  ca_certificate: caCertificate,
  is_default: Type.Optional(Type.Boolean()),
  max_parallel_requests: Type.Optional(maxParallelRequests),
  max_requests_per_minute: maxRequestsPerMinute,
})

export const ControllerConnectionPatch = Type.Object({
  name: Type.Optional(name),
  host: Type.Optional(host),
  hosts,
  username: Type.Optional(username),
  password: Type.Optional(password),
  verify_ssl: Type.Optional(Type.Boolean()),
  ca_certificate: caCertificate,
  is_default: Type.Optional(Type.Boolean()),
  max_parallel_requests: Type.Optional(maxParallelRequests),
  max_requests_per_minute: maxRequestsPerMinute,
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
  step: Type.Optional(
    Type.String({
      description:
        'The step that failed: address, tls, login or reading; `turn` if the controller was not asked, because its limits left no turn in time.',
    }),
  ),
  release: Type.Optional(Type.String({ description: 'Software release of the controller.' })),
  certificate: Type.Optional(
    Type.Object(
      {
        subject: Type.String(),
        issuer: Type.String(),
        valid_to: Timestamp,
        sha256: Type.String({ description: 'The fingerprint, in hexadecimal with colons.' }),
      },
      { description: 'What the controller showed over HTTPS, also if it was refused for it.' },
    ),
  ),
  cluster_size: Type.Optional(Type.Integer({ description: 'Number of controllers in the cluster.' })),
  latency_ms: Type.Optional(Type.Integer()),
  hosts: Type.Optional(
    Type.Array(
      Type.Object({ host: Type.String(), status: Type.Enum(['success', 'failure']), message: Type.String() }),
      {
        description: 'The result of each address, if there are several.',
      },
    ),
  ),
})
export type ConnectionTestReply = Static<typeof ConnectionTestReply>

export const FactsQuery = Type.Object({ refresh: Type.Optional(Type.Boolean()) })

/** What is known of a fabric as a whole, in expressions as `fabric.<name>`. */
export const ConnectionFacts = Type.Object({
  version: Nullable(
    Type.String({ description: 'Release of the controllers, such as `6.0(9c)`; the lowest during an upgrade.' }),
  ),
  switch_versions: Type.Array(Type.String(), {
    description: 'Releases of the active switches in their own spelling (`n9000-16.0(9c)`), each once, lowest first.',
  }),
  lowest_switch: Nullable(Type.String({ description: 'As a release of controllers: `16.0(9c)` is `6.0(9c)`.' })),
  highest_switch: Nullable(Type.String()),
  nodes: Type.Integer({ description: 'All that are registered, controllers included.' }),
  leafs: Type.Integer(),
  spines: Type.Integer(),
  controllers: Type.Integer(),
  pods: Type.Integer(),
  read_at: Timestamp,
})
export type ConnectionFacts = Static<typeof ConnectionFacts>

export const NotAsked = Type.Object({
  ...ServerErrorBody.properties,
  reason: Type.String({ description: 'As for runs: `unreachable`, `login_failed`, `busy` and others.' }),
})

const requestLimits = {
  max_parallel_requests: Type.Integer(),
  max_requests_per_minute: Nullable(Type.Integer()),
}

/** What a controller is asked now, and what waits, by all processes together. */
export const ConnectionBudget = Type.Object({
  ...requestLimits,
  effective: Type.Object(requestLimits, {
    description: 'The strictest limits of all connections to this controller: these hold.',
  }),
  shared_with: Type.Array(Uuid, { description: 'Other connections to this controller, which share the budget.' }),
  counted_over: Type.Enum(['all_processes', 'this_process'], {
    description: '`this_process` while the cache is away: each process then keeps to its part of the limits.',
  }),
  processes: Type.Integer({ description: 'Processes that share the budget.' }),
  in_flight: Type.Integer({ description: 'Requests that the controller is answering.' }),
  requests_last_minute: Type.Integer(),
  waiting: Type.Object({
    requests: Type.Integer(),
    runs: Type.Integer(),
    longest_wait_ms: Type.Integer({
      description: 'How long the request has waited that waits longest; 0 if none does.',
    }),
  }),
  refusals: Type.Object(
    { last_hour: Type.Integer(), last_at: Nullable(Timestamp) },
    { description: 'Requests that the controller, or its web server, refused because it has too much to do.' },
  ),
})
export type ConnectionBudget = Static<typeof ConnectionBudget>
