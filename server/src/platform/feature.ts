import type { Logger } from 'pino'
import type { AiProviders } from '../adapters/ai-provider/ai-providers.ts'
import type { AutomationPool } from '../adapters/automation-server/automation-server.ts'
import type { SharedCache } from '../adapters/cache/open-cache.ts'
import type { ControllerPool } from '../adapters/controller/controller-pool.ts'
import type { Database } from '../adapters/database/database.ts'
import type { Directory } from '../adapters/directory/directory.ts'
import type { Mailer } from '../adapters/mail/mail.ts'
import type { MimSources } from '../adapters/mim-source/mim-sources.ts'
import type { ObjectStorage } from '../adapters/object-storage/object-storage.ts'
import type { OutboundRules } from '../adapters/outbound/outbound-rules.ts'
import type { PasswordHasher } from '../adapters/passwords/password-hasher.ts'
import type { PostMessage } from '../adapters/receiver/post-message.ts'
import type { SealedColumn } from '../adapters/secrets/reencrypt.ts'
import type { SecretBox } from '../adapters/secrets/secret-box.ts'
import type { SiemCollector } from '../adapters/siem/siem-collectors.ts'
import type { SignOn } from '../adapters/sign-on/sign-on.ts'
import type { CodeHasher } from '../adapters/tokens/code-hasher.ts'
import type { TokenSigner } from '../adapters/tokens/token-signer.ts'
import type { Totp } from '../adapters/totp/totp.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Tracing } from '../kernel/tracing.ts'
import type { ClockWatch } from './clock-watch.ts'
import type { KnownDeaths } from './deaths/known-deaths.ts'
import type { Draining } from './draining.ts'
import type { Events } from './events/events.ts'
import type { Route } from './http/route.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Outbox } from './mail/outbox.ts'
import type { SocketChannel } from './realtime/channel.ts'
import type { Tickets } from './realtime/tickets.ts'
import type { Upkeep } from './jobs/upkeep.ts'
import type { Readiness } from './health/readiness.ts'
import type { OpenOperations } from './operations.ts'
import type { MemoryBudget } from './memory/memory-budget.ts'
import type { RowReader } from './rows/row-reader.ts'
import type { Metric } from './metrics/metric.ts'
import type { Metrics } from './metrics/metrics.ts'

/** The outside world. */
export type Adapters = {
  readonly database: Database
  readonly shared: SharedCache
  readonly secrets: SecretBox
  readonly tokens: TokenSigner
  readonly codes: CodeHasher
  readonly totp: Totp
  readonly hasher: PasswordHasher
  /** Whether many people use it; takes it in lower case. */
  readonly isCommonPassword: (password: string) => Promise<boolean>
  /** Undefined unless directory login is enabled. */
  readonly directory: Directory | undefined
  readonly mailer: Mailer
  readonly signOn: SignOn
  readonly outbound: OutboundRules
  /** For receivers of channels. */
  readonly postMessage: PostMessage
  /** Where records are sent; none unless configured. */
  readonly siem: readonly SiemCollector[]
  readonly controllers: ControllerPool
  readonly automation: AutomationPool
  readonly ai: AiProviders
  readonly mimSources: MimSources
  /** Undefined when it is not configured. */
  readonly objectStorage: ObjectStorage | undefined
  readonly tracing: Tracing
}

/** What every feature may use: the outside world and the mechanisms of the platform. */
export type Platform = Adapters & {
  readonly config: Config
  readonly clock: Clock
  readonly logger: Logger
  readonly events: Events
  readonly jobs: Jobs
  /** How far the clock of this machine is from the database's. */
  readonly clocks: ClockWatch
  /** Whether the process is stopping. */
  readonly draining: Draining
  readonly outbox: Outbox
  readonly tickets: Tickets
  /** What takes much memory takes it from here. */
  readonly memory: MemoryBudget
  /** What processes died at. */
  readonly deaths: KnownDeaths
  /** Stored rows are read with this alone. */
  readonly rows: RowReader
  /** What a feature counts is served with the measures of the process. */
  readonly metrics: Metrics
  readonly readiness: Readiness
  /** What routes do, for those who come another way. */
  readonly operations: OpenOperations
  /** What links in mails begin with: those that lead to the API, and those that lead to the web UI. */
  readonly publicUrl: string
  readonly frontendUrl: string
  /** Called once, at the very first start, when no ADMIN_PASSWORD is set. */
  readonly onFirstPassword: ((username: string, password: string) => void) | undefined
}

/** A feature as the composition sees it, whatever its service is. */
export type Feature<Service> = {
  readonly name: string
  readonly sealedColumns: readonly SealedColumn[]
  readonly metrics: readonly Metric[]
  /** Its routes without a server behind them, for documents. */
  readonly listRoutes: () => readonly Route[]
  readonly build: (platform: Platform, built: BuiltFeatures) => Promise<BuiltFeature<Service>>
}

/** The services of the features that were built so far. */
export type BuiltFeatures = { readonly of: <Service>(feature: Feature<Service>) => Service }

/** A feature with its service. Hooks that it does not define do nothing. */
export type BuiltFeature<Service> = {
  readonly service: Service
  readonly routes: () => readonly Route[]
  readonly channels: () => readonly SocketChannel[]
  readonly upkeep: () => readonly Upkeep[]
  readonly measure: () => void
  readonly listen: () => void
  readonly prepare: () => Promise<void>
  readonly start: () => void
  readonly interrupt: () => void
  readonly stop: () => void | Promise<void>
  readonly close: () => void | Promise<void>
}

type Needs = Readonly<Record<string, Feature<unknown>>>
type Needed<N extends Needs> = { readonly [Name in keyof N]: N[Name] extends Feature<infer Service> ? Service : never }

type Definition<Service, N extends Needs> = {
  /** The name of its folder. */
  readonly name: string
  /** Other features whose services it is given. They come before it in the list. */
  readonly needs: N
  readonly create: (platform: Platform, needed: Needed<N>) => Service | Promise<Service>
  readonly routes?: (service: Service, platform: Platform) => readonly Route[]
  readonly channels?: (service: Service, platform: Platform) => readonly SocketChannel[]
  readonly upkeep?: (service: Service) => readonly Upkeep[]
  /** Columns that hold sealed secrets, for the rotation of the root key. */
  readonly sealedColumns?: readonly SealedColumn[]
  /** What it measures, for documents. */
  readonly metrics?: readonly Metric[]
  /** Says how its gauges are read, in every process. Counters are created where they count. */
  readonly measure?: (service: Service, platform: Platform) => void
  /** Registers jobs and subscribes to events, in every process, once all features exist. */
  readonly listen?: (service: Service, platform: Platform) => void
  /** Before requests are answered and jobs run. */
  readonly prepare?: (service: Service, platform: Platform) => Promise<void>
  /** Once jobs run. */
  readonly start?: (service: Service, platform: Platform) => void
  /** The process is stopping and requests have used up their grace: ends what they still wait for. */
  readonly interrupt?: (service: Service) => void
  /** The process is stopping, its jobs are still running. */
  readonly stop?: (service: Service) => void | Promise<void>
  /** The process is stopping, its jobs have ended. */
  readonly close?: (service: Service) => void | Promise<void>
}

/** Declares a feature: everything that `compose/features.ts` needs to know about it. */
export function defineFeature<Service, const N extends Needs>(definition: Definition<Service, N>): Feature<Service> {
  const { name, needs, create, routes, channels, upkeep, sealedColumns, metrics, measure } = definition
  const { listen, prepare, start, interrupt, stop, close } = definition
  return {
    name,
    sealedColumns: sealedColumns ?? [],
    metrics: metrics ?? [],
    listRoutes: () => routes?.(ANYTHING as Service, ANYTHING as Platform) ?? [],
    build: async (platform, built) => {
      const needed = Object.fromEntries(Object.entries(needs).map(([key, feature]) => [key, built.of(feature)]))
      const service = await create(platform, needed as Needed<N>)
      return {
        service,
        routes: () => routes?.(service, platform) ?? [],
        channels: () => channels?.(service, platform) ?? [],
        upkeep: () => upkeep?.(service) ?? [],
        measure: () => measure?.(service, platform),
        listen: () => listen?.(service, platform),
        prepare: async () => prepare?.(service, platform),
        start: () => start?.(service, platform),
        interrupt: () => interrupt?.(service),
        stop: () => stop?.(service),
        close: () => close?.(service),
      }
    },
  }
}

// Services are used by handlers only, so any object will do to list routes: this one answers itself to every property.
const ANYTHING: unknown = new Proxy({}, { get: (_target, _name, receiver: unknown) => receiver })
