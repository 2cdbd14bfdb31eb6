import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { AppOptions } from './app-options.ts'
import { openAiProviders } from '../adapters/ai-provider/open-ai-providers.ts'
import { openAutomationPool } from '../adapters/automation-server/open-automation-pool.ts'
import { openCache } from '../adapters/cache/open-cache.ts'
import type { WatchRequest } from '../adapters/controller/controller-options.ts'
import { ControllerPool } from '../adapters/controller/controller-pool.ts'
import { type Database, openDatabase, withLongStatements } from '../adapters/database/database.ts'
import { migrate } from '../adapters/database/migrate.ts'
import { openMailer } from '../adapters/mail/mailer.ts'
import { createMimSources } from '../adapters/mim-source/mim-sources.ts'
import { readRemoteVersions } from '../adapters/mim-source/read-versions-file.ts'
import { createOutboundRules } from '../adapters/outbound/outbound-rules.ts'
import { isCommonPassword } from '../adapters/passwords/common-passwords.ts'
import { createPasswordHasher } from '../adapters/passwords/password-hasher.ts'
import { createPostMessage } from '../adapters/receiver/post-message.ts'
import { CANARY_KEY, checkCanary, createCanary } from '../adapters/secrets/canary.ts'
import { isWeakRootKey, type KeyPurpose, openRootKeys, STRONG_ROOT_KEY } from '../adapters/secrets/root-key.ts'
import { createSecretBox, type SecretBox } from '../adapters/secrets/secret-box.ts'
import { readOrCreateSecretKey } from '../adapters/secrets/secret-key-file.ts'
import { openSiemCollectors } from '../adapters/siem/open-siem-collectors.ts'
import { openSignOn } from '../adapters/sign-on/open-sign-on.ts'
import { createCodeHasher } from '../adapters/tokens/code-hasher.ts'
import { createTokenSigner } from '../adapters/tokens/token-signer.ts'
import { createTotp } from '../adapters/totp/totp.ts'
import { openTracing } from '../adapters/telemetry/open-tracing.ts'
import { traceControllerRequests } from '../adapters/telemetry/trace-controller-requests.ts'
import type { Config } from '../config/config.ts'
import { VERSION } from '../kernel/product-version.ts'
import type { Adapters } from '../platform/feature.ts'
import { watchControllerRequests } from '../platform/metrics/controller-requests.ts'
import type { Monitoring } from './open-monitoring.ts'
import { insertInstanceSettingIfMissing } from '../platform/instance/instance-settings.ts'
import { readStandstill } from '../platform/instance/standstill.ts'
import type { Releasers } from '../kernel/releasers.ts'

export const INSTALLATION_KEY = 'installation_id'
// A page is parsed as a whole; a larger one is requested again in halves.
const MAX_PAGE_BYTES = 64 * 1024 * 1024
export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

/**
 * Opens the adapters in order: database (which locks its folder), key check, cache, then those that need no opening.
 */
export async function openAdapters(
  { config, clock, logger, stopRequested }: AppOptions,
  releasers: Releasers,
  { readiness, metrics }: Pick<Monitoring, 'readiness' | 'metrics'>,
): Promise<Adapters> {
  const versions = await readRemoteVersions(config.mimRegistry.versionsFile)
  const siem = openSiemCollectors(config.siem, siemIdentity(config))
  const tracing = releasers.add(
    await openTracing(config.tracing && { ...config.tracing, role: config.role, version: VERSION, logger }),
  )
  const database = releasers.add(
    await openDatabase({ url: config.database.url?.reveal(), dataDir: config.dataDir, logger }),
  )
  readiness.ask('database', database.ping)
  stopRequested?.throwIfAborted()
  const { secrets, tokens, codes } = await openKeys(config, logger)
  await migrate(withLongStatements(database), MIGRATIONS, logger)
  readiness.look('migrations', () => undefined)
  await refuseMoved(database)
  await checkKey(database, secrets)
  // Installations may share a Redis: each prefixes its keys with an id from its database.
  const installation = String(await insertInstanceSettingIfMissing(database.db, INSTALLATION_KEY, randomUUID()))
  const keyPrefix = `heddle:${installation}:`
  const shared = releasers.add(await openCache({ redisUrl: config.redis.url?.reveal(), keyPrefix, clock, logger }))
  readiness.ask('cache', shared.ping)
  readiness.ask('bus', shared.pingBus)
  const outbound = createOutboundRules(config.outbound.deny)
  const controllers = releasers.add(
    new ControllerPool({
      logger,
      deny: config.outbound.deny,
      leases: shared.leases,
      now: () => clock.now().getTime(),
      maxBodyBytes: MAX_PAGE_BYTES,
      watch: watchAll([watchControllerRequests(metrics), traceControllerRequests(tracing)]),
    }),
  )
  const automation = releasers.add(openAutomationPool({ logger, deny: config.outbound.deny }))
  const ai = releasers.add(openAiProviders({ logger, deny: config.outbound.deny }))
  const signOn = releasers.add(openSignOn({ deny: config.outbound.deny }))
  const now = (): number => clock.now().getTime()
  const mimSources = createMimSources({ url: config.mimRegistry.url, deny: config.outbound.deny, now, versions })
  const mailer = await openMailer(config.mail, logger)
  releasers.add({ close: async () => mailer.close() })
  const directory = await openDirectory(config, logger)
  const hasher = await createPasswordHasher()
  const objectStorage = await openStorage(config, releasers)
  return {
    database,
    shared,
    secrets,
    tokens,
    codes,
    totp: createTotp(),
    hasher,
    isCommonPassword,
    directory,
    mailer,
    signOn,
    outbound,
    siem,
    postMessage: createPostMessage({ deny: config.outbound.deny }),
    controllers,
    automation,
    ai,
    mimSources,
    objectStorage,
    tracing,
  }
}

// Loaded only where they are configured, because their libraries are large.
async function openDirectory({ directory }: Config, logger: Logger) {
  if (!directory) return undefined
  const { createDirectory } = await import('../adapters/directory/directory.ts')
  return createDirectory({ ...directory, logger })
}

async function openStorage({ objectStorage }: Config, releasers: Releasers) {
  if (!objectStorage) return undefined
  const { openObjectStorage } = await import('../adapters/object-storage/open-object-storage.ts')
  return releasers.add(await openObjectStorage(objectStorage))
}

/** What collectors know this installation by: the name that people use, or else that of the machine. */
function siemIdentity({ http }: Config) {
  const host = http.publicUrl === undefined ? hostname() : new URL(http.publicUrl).hostname
  return { host, instance: `${hostname()}:${process.pid}`, version: VERSION }
}

/** Calls all that watch requests to controllers. */
function watchAll(watchers: readonly (WatchRequest | undefined)[]): WatchRequest {
  return (target, path) => {
    const ended = watchers.flatMap((watch) => watch?.(target, path) ?? [])
    return (outcome) => ended.forEach((end) => end(outcome))
  }
}

type Keys = Pick<Adapters, 'secrets' | 'tokens' | 'codes'>

export async function openKeys(config: Config, logger: Logger): Promise<Keys> {
  const secret = config.secretKeys.current ?? (await readOrCreateSecretKey(config.dataDir))
  if (isWeakRootKey(secret)) {
    logger.warn(
      `SECRET_KEY is shorter than ${STRONG_ROOT_KEY} characters; anyone who guesses it can sign tokens and read stored secrets`,
    )
  }
  const [current, ...unstretched] = await openRootKeys(secret)
  const previous = [...unstretched]
  // One after the other, because each may take 128 MB.
  for (const earlier of config.secretKeys.previous) previous.push(...(await openRootKeys(earlier)))
  const keysFor = (purpose: KeyPurpose) =>
    [current, ...previous].map((key) => key.derive(purpose)) as [Buffer, ...Buffer[]]
  return {
    secrets: createSecretBox({ current, previous }),
    tokens: createTokenSigner(keysFor('token-signing')),
    codes: createCodeHasher(keysFor('code-hashing')),
  }
}

/** Two copies of the same data that both run would do everything twice. */
async function refuseMoved(database: Database): Promise<void> {
  const standstill = await readStandstill(database.db)
  if (standstill?.kind === 'moved')
    throw new Error(
      `this database was moved to ${standstill.to} at ${standstill.since}: use that one; to use this one again, run npm run admin -- resume`,
    )
}

/** Stops the start if the key is wrong, instead of failing at every use. */
async function checkKey(database: Database, secrets: SecretBox): Promise<void> {
  const canary = checkCanary(
    secrets,
    await insertInstanceSettingIfMissing(database.db, CANARY_KEY, createCanary(secrets)),
  )
  if (!canary.ok) throw new Error(canary.message)
}
