import { HOUR, MINUTE, SECOND } from '../kernel/durations.ts'
import { deepFreeze } from './deep-freeze.ts'
import type { SignOnProviderConfig } from './sign-on-providers.ts'
import type { Values } from './variables.ts'

/**
 * The operator's configuration, frozen. Parts of it are passed to where they are needed; nothing else reads the
 * environment.
 */
export type Config = ReturnType<typeof buildConfig>
export type Role = Config['role']
export type LogLevel = Config['log']['level']

/** Groups the values by where they are needed, and converts seconds and minutes to milliseconds. */
export function buildConfig(v: Values, signOn: readonly SignOnProviderConfig[]) {
  return deepFreeze({
    role: v.ROLE,
    dataDir: v.DATA_DIR,
    log: { level: v.LOG_LEVEL },
    http: {
      host: v.HOST,
      port: v.PORT,
      publicUrl: v.PUBLIC_URL,
      frontendUrl: v.FRONTEND_URL ?? v.PUBLIC_URL,
      corsOrigins: v.CORS_ORIGINS ?? [],
      trustProxy: v.TRUST_PROXY,
      signedOutDocs: v.SIGNED_OUT_DOCS,
      webUi: v.WEB_UI,
    },
    stopGraceMs: v.STOP_GRACE_SECONDS * SECOND,
    metrics: { host: v.METRICS_HOST ?? v.HOST, port: v.METRICS_PORT },
    tracing: tracingOf(v),
    database: { url: v.DATABASE_URL },
    redis: { url: v.REDIS_URL },
    objectStorage: objectStorageOf(v),
    secretKeys: { current: v.SECRET_KEY, previous: v.SECRET_KEY_PREVIOUS ?? [] },
    firstAdmin: { username: v.ADMIN_USERNAME, password: v.ADMIN_PASSWORD, email: v.ADMIN_EMAIL },
    users: { defaultGroup: v.DEFAULT_GROUP },
    throttles: {
      anonymousPerMinute: v.THROTTLE_ANON_PER_MINUTE,
      userPerMinute: v.THROTTLE_USER_PER_MINUTE,
      edgePerSecond: v.EDGE_RATE_PER_SECOND,
      edgeBurst: v.EDGE_BURST,
      loginPerMinute: v.LOGIN_RATE_PER_MINUTE,
      loginBurst: v.LOGIN_BURST,
      sensitivePerMinute: v.SENSITIVE_PER_MINUTE,
      tokenRefreshPerMinute: v.TOKEN_REFRESH_PER_MINUTE,
    },
    agents: { rowsPerCall: v.AGENT_ROWS_PER_CALL, runsPerHour: v.AGENT_RUNS_PER_HOUR },
    lockout: { failures: v.LOGIN_LOCKOUT_FAILURES, windowMs: v.LOGIN_LOCKOUT_MINUTES * MINUTE },
    limits: {
      syncQueryTimeoutMs: v.SYNC_QUERY_TIMEOUT_SECONDS * SECOND,
      backgroundQueryTimeoutMs: v.BACKGROUND_QUERY_TIMEOUT_SECONDS * SECOND,
      maxResultRows: v.MAX_RESULT_ROWS,
      maxLaunchRows: v.MAX_LAUNCH_ROWS,
      backgroundRuns: v.MAX_BACKGROUND_RUNS,
      scheduledRuns: v.MAX_SCHEDULED_RUNS,
      syncRuns: v.MAX_SYNC_RUNS,
      runCpuMs: v.MAX_RUN_CPU_SECONDS * SECOND,
      engineThreads: v.ENGINE_THREADS,
      memoryMb: v.MEMORY_LIMIT_MB,
    },
    sockets: { pingIntervalMs: v.WS_PING_SECONDS * SECOND },
    outbound: { deny: v.OUTBOUND_DENY },
    mimRegistry: {
      url: v.MIM_REGISTRY_URL,
      importConcurrency: v.MIM_IMPORT_CONCURRENCY,
      versionsFile: v.MIM_REGISTRY_VERSIONS,
    },
    automation: {
      webhookSecret: v.AUTOMATION_WEBHOOK_SECRET,
      pollIntervalMs: v.AUTOMATION_POLL_SECONDS * SECOND,
      jobTimeoutMs: v.AUTOMATION_JOB_TIMEOUT_HOURS * HOUR,
    },
    ai: { timeoutMs: v.AI_TIMEOUT_SECONDS * SECOND },
    directory: directoryOf(v),
    signOn,
    siem: siemOf(v),
    mail: v.SMTP_URL ? { smtpUrl: v.SMTP_URL, from: v.MAIL_FROM } : undefined,
  })
}

/** Undefined when rows of snapshots are in the database. */
function objectStorageOf(v: Values) {
  if (v.OBJECT_STORAGE_URL === undefined || v.OBJECT_STORAGE_KEY_ID === undefined || !v.OBJECT_STORAGE_SECRET)
    return undefined
  return {
    url: v.OBJECT_STORAGE_URL,
    bucket: v.OBJECT_STORAGE_BUCKET,
    region: v.OBJECT_STORAGE_REGION,
    keyId: v.OBJECT_STORAGE_KEY_ID,
    secret: v.OBJECT_STORAGE_SECRET,
  }
}

/** Undefined unless traces are wanted. */
function tracingOf(v: Values) {
  if (v.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined
  return {
    endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT,
    serviceName: v.OTEL_SERVICE_NAME,
    sampler: v.OTEL_TRACES_SAMPLER,
    share: Number(v.OTEL_TRACES_SAMPLER_ARG),
  }
}

/** Undefined when records are sent nowhere. */
function siemOf(v: Values) {
  if (v.SIEM_SYSLOG_URL === undefined && v.SIEM_OTLP_URL === undefined) return undefined
  return {
    syslog: v.SIEM_SYSLOG_URL && { ...v.SIEM_SYSLOG_URL, mostBytes: v.SIEM_SYSLOG_BYTES },
    otlp: v.SIEM_OTLP_URL === undefined ? undefined : { url: v.SIEM_OTLP_URL, headers: v.SIEM_OTLP_HEADERS ?? {} },
    caFile: v.SIEM_CA,
    certificateFile: v.SIEM_CLIENT_CERT,
    keyFile: v.SIEM_CLIENT_KEY,
    fromBeginning: v.SIEM_FROM === 'beginning',
  }
}

/** Undefined unless directory login is enabled. */
function directoryOf(v: Values) {
  if (!v.LDAP_ENABLED || v.LDAP_URL === undefined || v.LDAP_USER_BASE === undefined) return undefined
  return {
    url: v.LDAP_URL,
    bind:
      v.LDAP_BIND_DN !== undefined && v.LDAP_BIND_PASSWORD
        ? { dn: v.LDAP_BIND_DN, password: v.LDAP_BIND_PASSWORD }
        : undefined,
    userBase: v.LDAP_USER_BASE,
    userFilter: v.LDAP_USER_FILTER,
    groupBase: v.LDAP_GROUP_BASE,
    groupMap: v.LDAP_GROUP_MAP ?? new Map<string, readonly string[]>(),
    startTls: v.LDAP_STARTTLS,
    caFile: v.LDAP_CA_FILE,
  }
}
