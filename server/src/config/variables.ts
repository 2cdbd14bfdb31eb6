import { isEmailAddress } from '@heddle/domain/identity/email-address.ts'
import { isUsername } from '@heddle/domain/identity/username.ts'
import { DEFAULT_DENIED_RANGES } from '../adapters/outbound/deny-list.ts'
import * as is from './value-types.ts'
import type { ValueType } from './value-types.ts'

export type Variable<T> = {
  readonly type: ValueType<T>
  /** Used when the variable is unset or empty; undefined if there is no default, which `whenUnset` explains. */
  readonly fallback: string | undefined
  readonly whenUnset: string
  /** One sentence for the operator. */
  readonly does: string
  /** The value never appears in a message. */
  readonly secret: boolean
}

const SENDER = /^([^\s@<>]+@[^\s@<>]+|[^<>\p{Cc}]+ <[^\s@<>]+@[^\s@<>]+>)$/u
const MOST_PER_MINUTE = 1_000_000
const DAY_SECONDS = 86_400

const listening = {
  ROLE: setting(
    is.oneOf('all', 'api', 'worker'),
    'all',
    'What this process does: everything, only HTTP and WebSocket, or only jobs and schedules; `api` and `worker` need `DATABASE_URL` and `REDIS_URL`.',
  ),
  HOST: setting(is.host, '127.0.0.1', 'Address to listen on.'),
  PORT: setting(is.integer(0, 65_535), '8000', 'Port to listen on; `0` takes any free one.'),
  PUBLIC_URL: optional(is.webUrl, 'derived from each request', 'Base URL of page links and of links in mails.'),
  FRONTEND_URL: optional(is.webUrl, 'as `PUBLIC_URL`', 'Base URL of the pages that mailed links open.'),
  CORS_ORIGINS: optional(is.listOf(is.origin), 'none', 'Web origins whose pages may call the API.'),
  TRUST_PROXY: setting(
    is.boolean,
    'false',
    'Takes the client address from the rightmost entry of `X-Forwarded-For`; only behind a proxy that sets it.',
  ),
  SIGNED_OUT_DOCS: setting(is.boolean, 'false', 'Serves the API description and its pages without a token.'),
  WEB_UI: setting(is.boolean, 'true', 'Serves the web UI outside `/api/` and `/ws/`.'),
  STOP_GRACE_SECONDS: setting(
    is.integer(1, 3600),
    '10',
    'Longest time that a stop may take; requests and runs in progress may use seven tenths of it. Supervisors must wait longer before they kill the process.',
  ),
  METRICS_PORT: optional(
    is.integer(0, 65_535),
    'off',
    'Port of `/live`, `/ready` and the Prometheus metrics, in every role; apart from the API, because nobody signs in there.',
  ),
  METRICS_HOST: optional(is.host, 'as `HOST`', 'Address that `METRICS_PORT` listens on.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    is.webUrl,
    'off',
    'OTLP collector to which traces are sent as JSON over HTTP; `/v1/traces` is appended. Its library itself reads the standard `OTEL_EXPORTER_OTLP_HEADERS`, `_TIMEOUT`, `_COMPRESSION` and `_CERTIFICATE`.',
  ),
  OTEL_SERVICE_NAME: setting(is.text('a name', 150), 'heddle', 'Name of the service in traces.'),
  OTEL_TRACES_SAMPLER: setting(
    is.oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
    'parentbased_always_on',
    'Which traces are kept, in the words of OpenTelemetry.',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    is.matching(/^(0(\.\d+)?|1(\.0+)?)$/, 'a number from 0 to 1'),
    '1',
    'Share of the traces that `traceidratio` samplers keep.',
  ),
  LOG_LEVEL: setting(
    is.oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal'),
    'info',
    'Lowest level that is logged, as JSON on standard output.',
  ),
}

const storage = {
  DATA_DIR: setting(
    is.path,
    './data',
    'Folder of the embedded database and of the generated secret key; created with mode 0700.',
  ),
  DATABASE_URL: optionalSecret(
    is.secretUrl('postgres:', 'postgresql:'),
    'the embedded database in `DATA_DIR`',
    'PostgreSQL 15 or newer to use instead of the embedded database.',
  ),
  REDIS_URL: optionalSecret(
    is.secretUrl('redis:', 'rediss:'),
    'in this process',
    'Redis 7 or Valkey for tickets, throttles, event fan-out and replay across processes.',
  ),
  OBJECT_STORAGE_URL: optional(
    is.webUrl,
    'rows of snapshots are in the database',
    'S3-compatible storage that keeps the rows of new snapshots; the database keeps what is read with them.',
  ),
  OBJECT_STORAGE_BUCKET: setting(
    is.text('the name of a bucket', 63),
    'heddle',
    'Bucket in object storage, which must exist.',
  ),
  OBJECT_STORAGE_REGION: setting(is.text('the name of a region', 63), 'us-east-1', 'Region of the bucket.'),
  OBJECT_STORAGE_KEY_ID: optional(
    is.text('a key id', 256),
    'required by `OBJECT_STORAGE_URL`',
    'Id of the access key.',
  ),
  OBJECT_STORAGE_SECRET: optionalSecret(
    is.password,
    'required by `OBJECT_STORAGE_URL`',
    'Secret of the access key, which may read, write and delete objects in the bucket.',
  ),
}

const secrets = {
  SECRET_KEY: optionalSecret(
    is.rootKey,
    'generated once into `DATA_DIR/secret.key`',
    'Root of the keys that sign tokens and encrypt stored secrets; back it up separately from the database.',
  ),
  SECRET_KEY_PREVIOUS: optionalSecret(
    is.listOf(is.rootKey),
    'none',
    'Earlier root keys that can still decrypt; remove them once `npm run admin -- reencrypt` has finished.',
  ),
  ADMIN_USERNAME: setting(
    is.accepted(isUsername, 'a name without spaces'),
    'admin',
    'Name of the first superuser, created if there are no users.',
  ),
  ADMIN_PASSWORD: optionalSecret(is.password, 'random, printed once', 'Password of the first superuser.'),
  ADMIN_EMAIL: setting(
    is.accepted(isEmailAddress, 'a mail address'),
    'admin@localhost',
    'Mail address of the first superuser.',
  ),
  DEFAULT_GROUP: setting(is.text('the name of a group', 150), 'Editors', 'Group of users created without groups.'),
}

const throttles = {
  THROTTLE_ANON_PER_MINUTE: rate('60', 'Requests per minute and address without a token; `0` means no limit.'),
  THROTTLE_USER_PER_MINUTE: rate('300', 'Requests per minute and user; `0` means no limit.'),
  EDGE_RATE_PER_SECOND: rate(
    '30',
    'Requests per second and address on `/api/`; `0` means no limit, for when a proxy in front enforces one.',
  ),
  EDGE_BURST: burst('50', 'Burst of requests allowed above `EDGE_RATE_PER_SECOND`.'),
  LOGIN_RATE_PER_MINUTE: rate('5', 'Logins and password resets per minute and address; `0` means no limit.'),
  LOGIN_BURST: burst('3', 'Burst of logins and password resets allowed above `LOGIN_RATE_PER_MINUTE`.'),
  SENSITIVE_PER_MINUTE: rate('10', 'Sensitive actions of administrators per minute and user; `0` means no limit.'),
  TOKEN_REFRESH_PER_MINUTE: rate('30', 'Token refreshes per minute and address; `0` means no limit.'),
  LOGIN_LOCKOUT_FAILURES: setting(
    is.integer(0, 10_000),
    '10',
    'Failed logins that lock an account for one address; ten times as many lock it for all unknown ones. `0` means never.',
  ),
  LOGIN_LOCKOUT_MINUTES: setting(
    is.integer(0, 1440),
    '15',
    'How long failed logins count and a lock lasts; `0` disables the lockout.',
  ),
}

const queries = {
  SYNC_QUERY_TIMEOUT_SECONDS: setting(
    is.integer(1, 3600),
    '30',
    'Longest duration of a run that the caller waits for.',
  ),
  BACKGROUND_QUERY_TIMEOUT_SECONDS: setting(
    is.integer(1, DAY_SECONDS),
    '3600',
    'Longest duration of a background or scheduled run.',
  ),
  MAX_BACKGROUND_RUNS: setting(
    is.integer(1, 1000),
    '4',
    'Background runs that one process has at a time; further ones stay in the queue.',
  ),
  MAX_SCHEDULED_RUNS: setting(
    is.integer(1, 1000),
    '6',
    'Scheduled runs that one process has at a time; further ones stay in the queue.',
  ),
  MAX_SYNC_RUNS: optional(
    is.integer(1, 1000),
    'one for each processor, and six',
    'Runs that somebody waits for and that one process has at a time, three of one user at most; further ones wait for their turn.',
  ),
  ENGINE_THREADS: optional(
    is.integer(1, 1000),
    'as many as all these runs together need',
    'Threads that read and join the rows of runs; more than processors make short runs slower while all are busy.',
  ),
  MEMORY_LIMIT_MB: optional(
    is.integer(256, 16_777_216),
    'the limit of its container or machine',
    'Memory that the process may use; runs wait, or the largest one ends as `too_big`, before it is full.',
  ),
  MAX_RESULT_ROWS: setting(is.integer(1, 100_000_000), '1000000', 'Number of rows above which a run fails.'),
  MAX_LAUNCH_ROWS: setting(is.integer(1, 100_000), '10000', 'Most rows that one automation request may have.'),
  WS_PING_SECONDS: setting(
    is.integer(1, 3600),
    '30',
    'Seconds between pings that keep a WebSocket open and check its session.',
  ),
  OUTBOUND_DENY: setting(
    is.denyList,
    DEFAULT_DENIED_RANGES.join(','),
    'Address ranges that hosts and base URLs must not resolve to; loopback and private ranges are not in the default, because controllers are there.',
  ),
}

const mim = {
  MIM_REGISTRY_URL: setting(
    is.webUrl,
    'https://pubhub.devnetcloud.com/media',
    'Registry from which MIM versions are imported.',
  ),
  MIM_IMPORT_CONCURRENCY: setting(is.integer(1, 10), '5', 'Concurrent requests to the registry during an import.'),
  MIM_REGISTRY_VERSIONS: optional(is.path, 'the built-in list', 'JSON file that lists the versions in the registry.'),
}

const automation = {
  AUTOMATION_WEBHOOK_SECRET: optionalSecret(
    is.password,
    'webhooks get 403',
    'Secret with which the automation server signs its webhooks.',
  ),
  AUTOMATION_POLL_SECONDS: setting(
    is.integer(1, 3600),
    '5',
    'Seconds between polls of a running job, in addition to webhooks.',
  ),
  AUTOMATION_JOB_TIMEOUT_HOURS: setting(
    is.integer(1, 8760),
    '24',
    'Hours after its launch at which an execution ends as an error if its job has not ended.',
  ),
}

const ai = {
  AI_TIMEOUT_SECONDS: setting(
    is.integer(1, 600),
    '60',
    'Longest time that a question to an AI provider may take, all rounds together.',
  ),
}

const directory = {
  LDAP_ENABLED: setting(
    is.boolean,
    'false',
    'Lets users of a directory sign in; needs `LDAP_URL` and `LDAP_USER_BASE`.',
  ),
  LDAP_URL: optional(is.serviceUrl('ldap:', 'ldaps:'), 'none', 'The directory server.'),
  LDAP_BIND_DN: optional(is.text('a DN'), 'anonymous search', 'Account used to search for users and groups.'),
  LDAP_BIND_PASSWORD: optionalSecret(is.password, 'none', 'Password of `LDAP_BIND_DN`.'),
  LDAP_USER_BASE: optional(is.text('a DN'), 'none', 'Base DN of the search for users.'),
  LDAP_USER_FILTER: setting(
    is.matching(/^\(.*\{username\}.*\)$/, 'a filter in parentheses that contains `{username}`'),
    '(uid={username})',
    'Filter that finds a user by the name entered.',
  ),
  LDAP_GROUP_BASE: optional(
    is.text('a DN'),
    'groups are not searched for',
    'Base DN of the search for the groups of a user.',
  ),
  LDAP_GROUP_MAP: optional(is.groupMap, 'none', 'Maps directory groups to groups here.'),
  LDAP_STARTTLS: setting(is.boolean, 'false', 'Encrypts an `ldap://` connection before anything else is sent.'),
  LDAP_CA_FILE: optional(
    is.path,
    "the system's authorities",
    'PEM file of the authorities trusted to sign the certificate of the directory.',
  ),
}

const mail = {
  SMTP_URL: optionalSecret(is.secretUrl('smtp:', 'smtps:'), 'mails are written to the log', 'Mail server.'),
  MAIL_FROM: setting(
    is.matching(SENDER, 'an address such as `heddle@example.org` or `Heddle <heddle@example.org>`'),
    'heddle@localhost',
    'Sender of mails.',
  ),
}

/** The variables by heading of the page for operators. */
export const SECTIONS = {
  'Process and listening': listening,
  Storage: storage,
  'Secrets and the first user': secrets,
  'Rate limits': throttles,
  'Queries and connections': queries,
  'MIM registry': mim,
  'Automation server': automation,
  AI: ai,
  'Directory login': directory,
  Mail: mail,
}

export const VARIABLES = {
  ...listening,
  ...storage,
  ...secrets,
  ...throttles,
  ...queries,
  ...mim,
  ...automation,
  ...ai,
  ...directory,
  ...mail,
}

export type VariableName = keyof typeof VARIABLES
/** The parsed values under the names of their variables. */
export type Values = { readonly [Name in VariableName]: (typeof VARIABLES)[Name] extends Variable<infer T> ? T : never }

function setting<T>(type: ValueType<T>, fallback: string, does: string): Variable<T> {
  return { type, fallback, whenUnset: `\`${fallback}\``, does, secret: false }
}

function optional<T>(type: ValueType<T>, whenUnset: string, does: string): Variable<T | undefined> {
  return { type, fallback: undefined, whenUnset, does, secret: false }
}

function optionalSecret<T>(type: ValueType<T>, whenUnset: string, does: string): Variable<T | undefined> {
  return { ...optional(type, whenUnset, does), secret: true }
}

function rate(fallback: string, does: string): Variable<number> {
  return setting(is.integer(0, MOST_PER_MINUTE), fallback, does)
}

function burst(fallback: string, does: string): Variable<number> {
  return setting(is.integer(1, MOST_PER_MINUTE), fallback, does)
}
