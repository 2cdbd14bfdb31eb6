import { drizzle } from 'drizzle-orm/node-postgres'
import { pino } from 'pino'
import type { Config } from '@heddle/server/config/config.ts'
import type { EventBus } from '@heddle/server/adapters/cache/event-bus.ts'
import type { SharedCache } from '@heddle/server/adapters/cache/open-cache.ts'
import { ControllerPool } from '@heddle/server/adapters/controller/controller-pool.ts'
import type { Database } from '@heddle/server/adapters/database/database.ts'
import { GuardedPool } from '@heddle/server/adapters/database/guarded-pool.ts'
import { createTransactionScope, type TransactionScope } from '@heddle/server/adapters/database/transaction-scope.ts'
import { CASING, createStatements, createTransactions } from '@heddle/server/adapters/database/transactions.ts'
import { createPostMessage } from '@heddle/server/adapters/receiver/post-message.ts'
import { openAutomationPool } from '@heddle/server/adapters/automation-server/open-automation-pool.ts'
import { buildFeatures, type Features } from '@heddle/server/compose/build-features.ts'
import { createPlatform } from '@heddle/server/compose/create-platform.ts'
import { startWork } from '@heddle/server/compose/start-work.ts'
import { type Clock, createSystemClock } from '@heddle/server/kernel/clock.ts'
import { Releasers } from '@heddle/server/kernel/releasers.ts'
import type { Adapters, Platform } from '@heddle/server/platform/feature.ts'
import { createReadiness } from '@heddle/server/platform/health/readiness.ts'
import { createMetrics } from '@heddle/server/platform/metrics/metrics.ts'
import type { Random } from '../virtual/random.ts'
import { type Place, runAt } from '../virtual/take-over-node.ts'
import type { Owner } from '../virtual/timeline.ts'
import { DatabaseLink, type DatabaseSession, type LinkFaults } from './database-link.ts'
import type { WorldCache } from './shared-cache.ts'
import type { World } from './world.ts'

/** What all processes have in common, and no world changes. */
export type Surroundings = {
  readonly config: Config
  readonly adapters: Omit<Adapters, 'database' | 'shared' | 'controllers' | 'automation' | 'postMessage' | 'mailer'>
}

type Parts = Surroundings & {
  readonly world: World
  readonly session: DatabaseSession
  readonly cache: WorldCache
  readonly faults: LinkFaults
  readonly mailer: Adapters['mailer']
}

export type Running = { readonly platform: Platform; readonly features: Features }

/** The clock of one machine: it may be wrong, and go wrong. */
export type ClockFault = { offsetMs: number; drift: number; readonly since: number }

const POOL_SIZE = 4
/** Errors that only a mistake in a program throws, whatever its surroundings do. */
const OF_PROGRAMS = new Set(['ReferenceError', 'TypeError', 'RangeError', 'SyntaxError'])
/** Half of all statements of a world are polls that find nothing. */
const LEAST_POLL_MS = 3_000

/** One process of a world: the whole program but its listener, on ports of this world. */
export class WorldProcess implements Owner {
  readonly name: string
  readonly clock: ClockFault
  readonly place: Place
  running: Running | undefined
  readonly #parts: Parts
  readonly #links = new Set<DatabaseLink>()
  readonly #releasers = new Releasers()
  #isDead = false

  constructor(name: string, parts: Parts, clock: ClockFault) {
    this.name = name
    this.clock = clock
    this.#parts = parts
    const { world } = parts
    const random: Random = world.random.fork(name)
    this.place = {
      owner: this,
      now: () => world.timeline.now + this.clock.offsetMs + (world.timeline.now - clock.since) * this.clock.drift,
      monotonic: () => world.elapsedMs,
      after: (ms, task) => world.timeline.after(ms, this, () => this.#guarded(task)),
      random,
    }
  }

  isDead = (): boolean => this.#isDead

  inside<T>(work: () => T): T {
    return runAt(this.place, work)
  }

  /** Resolves once it works; rejects if it cannot start, as a program that ends. */
  async start(): Promise<void> {
    const { world } = this.#parts
    world.note(this.name, 'starts')
    await this.inside(async () => {
      const { platform, features } = await this.#build()
      this.running = { platform, features }
      this.#releasers.add(await startWork(platform, features))
    })
    world.note(this.name, 'works')
  }

  /** As by SIGKILL, or a power cut: whatever it was doing does not go on. */
  kill(): void {
    if (this.#isDead) return
    this.#isDead = true
    this.#parts.world.note(this.name, 'is killed')
    for (const link of this.#links) link.vanish()
  }

  /** As by SIGTERM. */
  async stop(): Promise<void> {
    this.#parts.world.note(this.name, 'is stopped')
    await this.inside(async () => {
      this.running?.platform.draining.begin()
      await this.#releasers.releaseAll().catch((error: unknown) => this.#note('could not stop', error))
    })
    this.#isDead = true
    this.#parts.world.note(this.name, 'has stopped')
  }

  #guarded(task: () => void): void {
    try {
      task()
    } catch (error) {
      this.#note('an uncaught error', error)
      this.#parts.world.fault(`${this.name}: an uncaught error: ${String(error)}`)
    }
  }

  #note(what: string, error: unknown): void {
    this.#parts.world.note(this.name, `${what}: ${error instanceof Error ? error.message : String(error)}`)
  }

  async #build(): Promise<Running> {
    const { config, world, cache, adapters, mailer } = this.#parts
    const logger = pino({ level: 'info', base: null, timestamp: false }, { write: (line) => this.#log(line) })
    const clock = withRarePolls(createSystemClock((error) => this.#note('a timer failed', error)))
    const scope = createTransactionScope()
    const shared = this.#afterCommits(
      cache.open(this, () => this.place.now()),
      scope,
    )
    const deny = config.outbound.deny
    const outside: Adapters = {
      ...adapters,
      database: this.#openDatabase(scope),
      shared,
      mailer,
      postMessage: createPostMessage({ deny }),
      automation: openAutomationPool({ logger, deny }),
      controllers: new ControllerPool({
        logger,
        deny,
        leases: shared.leases,
        now: () => this.place.now(),
        compressed: false,
      }),
    }
    const monitoring = { metrics: createMetrics({ works: true }), readiness: createReadiness(), url: undefined }
    const platform = createPlatform({ config, clock, logger }, outside, monitoring)
    this.#releasers.add(outside.shared)
    this.#releasers.add(outside.controllers)
    this.#releasers.add(platform.memory)
    this.#releasers.add(platform.rows)
    this.#releasers.add(await platform.clocks.start())
    world.note(this.name, 'builds')
    return { platform, features: await buildFeatures(platform, this.#releasers) }
  }

  #log(line: string): void {
    const { level, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>
    const { type, message } = (err ?? {}) as { type?: string; message?: string }
    const text = `${String(msg)}${message === undefined ? '' : `: ${message}`} ${JSON.stringify(rest)}`.slice(0, 400)
    if (Number(level) >= 30) this.#parts.world.note(this.name, text)
    if (type !== undefined && OF_PROGRAMS.has(type)) this.#parts.world.fault(`${this.name}: ${type}: ${text}`)
  }

  /** Who hears of a change reads it at once, so nothing may be sent before its commit. */
  #afterCommits(shared: SharedCache, scope: TransactionScope): SharedCache {
    const publish: EventBus['publish'] = (topic, payload) => {
      if (scope.isInside()) this.#parts.world.fault(`${this.name} sends ${topic} before its commit`)
      return shared.bus.publish(topic, payload)
    }
    return { ...shared, bus: { ...shared.bus, publish } }
  }

  #openDatabase(scope: TransactionScope): Database {
    const { session, world, faults } = this.#parts
    const stream = (): DatabaseLink => {
      const link = new DatabaseLink({ session, world, owner: this, faults })
      this.#links.add(link)
      link.once('close', () => this.#links.delete(link))
      return link
    }
    const pool = new GuardedPool(
      {
        ...{ max: POOL_SIZE, idleTimeoutMillis: 0, connectionTimeoutMillis: 15_000, stream, ssl: false },
        ...{ host: 'world', user: 'postgres', password: '', database: 'postgres' },
      },
      scope,
    )
    pool.on('error', (error) => this.#note('an idle connection was lost', error))
    const transaction = createTransactions({ pool, scope, allowLong: undefined })
    const db = drizzle({ client: pool, casing: CASING })
    return {
      kind: 'postgres',
      product: 'PostgreSQL',
      db,
      pool,
      transaction,
      statement: createStatements(db),
      // A lock that is held while others work would keep them from working: there is one session.
      inTurn: (_name, work) => work(),
      afterCommit: scope.afterCommit,
      ping: async () => {
        await pool.query('select 1')
      },
      close: () => pool.end(),
    }
  }
}

const withRarePolls = (clock: Clock): Clock => ({
  ...clock,
  repeat: (task, ms) => clock.repeat(task, Math.max(ms, LEAST_POLL_MS)),
})
