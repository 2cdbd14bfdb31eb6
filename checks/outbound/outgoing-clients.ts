type Via = 'gate' | 'configuration' | 'nothing'

/**
 * Every file of the server that can open a connection to somewhere else.
 *
 * - `gate`: people type the address in the product. It goes through `checkedConnector`, which looks at each address
 *   that a socket is about to connect to.
 * - `configuration`: the operator of the machine names it in the environment, and may reach what the machine reaches.
 * - `nothing`: the file holds such a library, but gives it no way out.
 */
export const OUTGOING_CLIENTS: Readonly<Record<string, { readonly via: Via; readonly to: string }>> = {
  'adapters/outbound/checked-connector.ts': { via: 'gate', to: 'the gate itself' },
  'adapters/outbound/open-client.ts': { via: 'gate', to: 'what the files that import it say' },
  'adapters/controller/controller-transport.ts': { via: 'gate', to: 'controllers, their class models included' },
  'adapters/controller/read-certificate.ts': { via: 'gate', to: 'controllers, for what they show over HTTPS' },
  'adapters/automation-server/automation-transport.ts': { via: 'gate', to: 'automation servers' },
  'adapters/ai-provider/ai-wire.ts': { via: 'gate', to: 'AI providers' },
  'adapters/sign-on/provider-fetch.ts': { via: 'gate', to: 'sign-on providers' },
  'adapters/sign-on/open-sign-on.ts': { via: 'nothing', to: 'nothing: the library is given the fetch above' },
  'adapters/sign-on/sign-on-failure.ts': { via: 'nothing', to: 'nothing: it reads errors of the libraries' },
  'adapters/sign-on/logout-token.ts': { via: 'nothing', to: 'nothing: the library is given the fetch above' },
  'adapters/receiver/post-message.ts': { via: 'gate', to: 'receivers of channels: webhooks and services for chat' },
  'adapters/git/git-http.ts': { via: 'gate', to: 'servers of Git repositories' },
  'adapters/mim-source/remote-source.ts': { via: 'gate', to: 'the registry of class models' },
  'adapters/ai-provider/put-question.ts': { via: 'nothing', to: 'nothing: the library is given the wire above' },
  'adapters/ai-provider/open-model.ts': { via: 'nothing', to: 'nothing: the libraries are given the wire above' },
  'adapters/directory/directory-connection.ts': { via: 'configuration', to: 'the directory' },
  'adapters/siem/otlp-collector.ts': { via: 'configuration', to: 'the collector of records over OTLP' },
  'adapters/siem/syslog-collector.ts': { via: 'configuration', to: 'the collector of records over syslog' },
  'adapters/mail/smtp-sender.ts': { via: 'configuration', to: 'the mail server' },
  'adapters/object-storage/open-object-storage.ts': { via: 'configuration', to: 'object storage' },
  'adapters/telemetry/otlp-tracing.ts': { via: 'configuration', to: 'the collector of traces' },
  'adapters/cache/redis-connection.ts': { via: 'configuration', to: 'Redis' },
  'adapters/database/guarded-pool.ts': { via: 'configuration', to: 'PostgreSQL' },
  'adapters/database/postgres/ask-activity.ts': { via: 'configuration', to: 'PostgreSQL' },
  'adapters/database/postgres/open-postgres.ts': { via: 'configuration', to: 'PostgreSQL' },
  'platform/http/usual-headers.ts': { via: 'nothing', to: 'nothing: its socket is never connected' },
}

/** Packages of the server that open connections, with what of them does not. */
export const CONNECTING: Readonly<Record<string, readonly string[]>> = {
  '@ai-sdk/anthropic': [],
  '@ai-sdk/azure': [],
  '@ai-sdk/google': [],
  '@ai-sdk/mistral': [],
  '@ai-sdk/openai': [],
  '@aws-sdk/client-s3': [],
  '@openrouter/ai-sdk-provider': [],
  '@opentelemetry/exporter-trace-otlp-http': [],
  ai: [],
  ioredis: [],
  ldapts: ['EqualityFilter', 'FilterParser', 'OrFilter', 'ResultCodeError'],
  jose: ['errors'],
  nodemailer: [],
  'ollama-ai-provider-v2': [],
  'openid-client': [],
  pg: ['DatabaseError'],
  undici: [],
  // The server side of sockets; its client opens connections too.
  ws: ['WebSocketServer'],
  'node:dgram': [],
  'node:http': ['createServer', 'IncomingMessage', 'Server', 'ServerResponse', 'STATUS_CODES'],
  'node:http2': [],
  'node:https': [],
  'node:net': ['BlockList', 'createServer', 'isIP', 'isIPv4', 'isIPv6', 'Server'],
  'node:tls': ['createSecureContext', 'getCACertificates'],
}

/** Packages of the server that open none. A new one has to be looked at, and added to one of the two. */
export const QUIET: readonly string[] = [
  '@modelcontextprotocol/server',
  '@electric-sql/pglite',
  '@fastify/cors',
  '@fastify/fast-json-stringify-compiler',
  '@fastify/static',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  '@fastify/websocket',
  '@node-rs/argon2',
  '@opentelemetry/api',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@zxcvbn-ts/language-common',
  'ajv',
  'ajv-formats',
  'csv-stringify',
  'drizzle-orm',
  'fast-jwt',
  'fastify',
  'helmet',
  'hyparquet-writer',
  'isomorphic-git',
  'ipaddr.js',
  'lru-cache',
  'otpauth',
  'p-limit',
  // Uses the connections it is given.
  'pg-boss',
  'pino',
  'prom-client',
  'qrcode',
  'secure-json-parse',
  'semver',
  'tar-stream',
  'typebox',
  'yaml',
  'yauzl',
  'yazl',
]

/** A file of ours that hands out connections: who imports it opens them. */
const OURS = /\/outbound\/open-client[.]ts$/
const IMPORT = /^import\s+(?!type\s)(?<names>[^;'"]*?)\s*from\s+'(?<from>[^']+)'/gms
const DYNAMIC = /\b(?:import|require)\(\s*['"](?<from>[^'"]+)['"]\s*\)/g
/** What Node has without an import, called or handed on. */
const GLOBAL = /(?<![.\w]|function )fetch\(|(?<!typeof )globalThis\.fetch\b|new (?:WebSocket|EventSource)\(/g

/** How a file opens connections: the libraries that it imports more of than is harmless, and what Node has built in. */
export function waysOut(text: string): readonly string[] {
  const imported = [...text.matchAll(IMPORT)].flatMap(({ groups }) =>
    OURS.test(groups!['from']!) || opens(groups!['names']!, groups!['from']!) ? [groups!['from']!] : [],
  )
  const loaded = [...text.matchAll(DYNAMIC)].flatMap(({ groups }) =>
    bare(groups!['from']!) in CONNECTING ? [groups!['from']!] : [],
  )
  return [...imported, ...loaded, ...[...text.matchAll(GLOBAL)].map(([found]) => found)]
}

function opens(names: string, from: string): boolean {
  const harmless = CONNECTING[bare(from)]
  if (harmless === undefined) return false
  const listed = /^\{(?<list>[^}]*)\}$/s.exec(names.trim())?.groups!['list']
  // A whole module, or its default.
  if (listed === undefined) return true
  return listed
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .some((name) => !harmless.includes(name.split(/\s+as\s+/)[0]!))
}

const BUILT_IN = new Set(['dgram', 'http', 'http2', 'https', 'net', 'tls'])

/** The package of a path in it; `net` is `node:net`. */
function bare(from: string): string {
  if (BUILT_IN.has(from)) return `node:${from}`
  return from.startsWith('node:') ? from : from.split('/', from.startsWith('@') ? 2 : 1).join('/')
}
