import { type Capacity, THREAD_POOLS } from '@heddle/contract/dashboard.ts'
import { SECOND } from '../../kernel/durations.ts'
import { timestamp } from '../../kernel/instants.ts'
import { keptFor } from '../../kernel/kept-for.ts'
import type { Platform } from '../../platform/feature.ts'
import { readLastBackup } from '../../platform/instance/last-backup.ts'
import { readQueueLengths } from '../../platform/jobs/jobs.metrics.ts'
import type { ThreadUse } from '../../platform/threads/thread-pool.ts'
import { type ControllerConnectionsService, presentBudget } from '../controller-connections/index.ts'

type Threads = { readonly threads: () => ThreadUse }
type Parts = {
  readonly platform: Pick<Platform, 'database' | 'clock' | 'clocks' | 'config' | 'memory' | 'rows'>
  readonly engines: Threads
  readonly planners: Threads
  readonly connections: Pick<ControllerConnectionsService, 'list' | 'budget'>
}

export type CapacityService = { readonly read: () => Promise<Capacity> }

/** Several administrators who look share what had to be counted. */
const KEPT_MS = 5 * SECOND
const MOST_CONTROLLERS = 50
const MOST_CONNECTIONS = 200

/** What is in use of what there is: for a look, where no monitoring is set up. */
export function createCapacityService(parts: Parts): CapacityService {
  const { database, clock } = parts.platform
  const startedAt = clock.now().getTime()
  const counted = keptFor(KEPT_MS, async () => ({
    database: await readDatabase(parts),
    queues: await readQueueLengths(database.pool),
    controllers: await readControllers(parts),
    last_backup: (await readLastBackup(database.db)) ?? null,
  }))
  return {
    read: async () => {
      const { queues, ...others } = await counted()
      return {
        at: timestamp(clock.now()),
        process: readProcess(parts, startedAt),
        ...others,
        queues: queues.map(({ oldestSeconds, ...queue }) => ({ ...queue, oldest_seconds: oldestSeconds })),
      }
    },
  }
}

function readProcess({ platform, engines, planners }: Parts, startedAt: number): Capacity['process'] {
  const { database, clock, clocks, config, memory, rows } = platform
  const { limitBytes, usedBytes, waiting } = memory.use()
  const offsetMs = clocks.offsetMs()
  const pools = { engine: engines.threads(), planner: planners.threads(), rows: rows.threads() }
  return {
    role: config.role,
    uptime_seconds: Math.floor((clock.now().getTime() - startedAt) / SECOND),
    memory_limit_bytes: limitBytes,
    memory_used_bytes: usedBytes,
    runs_waiting_for_memory: waiting,
    clock_ahead_ms: offsetMs === undefined ? null : Math.round(offsetMs),
    threads: THREAD_POOLS.map((pool) => {
      const { busy, limit, waiting: callers } = pools[pool]
      return { pool, busy, capacity: limit, waiting: callers }
    }),
    database: {
      connections_in_use: database.pool.totalCount - database.pool.idleCount,
      connections_limit: database.pool.options.max,
      callers_waiting: database.pool.waitingCount,
    },
  }
}

async function readDatabase({ platform: { database } }: Parts): Promise<Capacity['database']> {
  const { rows } = await database.pool.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  )
  return { kind: database.kind, size_bytes: rows[0]!.bytes }
}

/** Each controller once: its connections share a budget. */
async function readControllers({ connections }: Parts): Promise<Capacity['controllers']> {
  const { items } = await connections.list(
    { search: undefined, isDefault: undefined, order: [{ field: 'name', descending: false }] },
    { page: 1, size: MOST_CONNECTIONS, offset: 0 },
  )
  const found: Capacity['controllers'] = []
  const seen = new Set<string>()
  for (const { id } of items) {
    if (seen.has(id) || found.length === MOST_CONTROLLERS) continue
    const budget = presentBudget(await connections.budget(id))
    const ids = [id, ...budget.shared_with]
    ids.forEach((one) => seen.add(one))
    found.push({
      connections: items.filter((one) => ids.includes(one.id)).map(({ id: of, name }) => ({ id: of, name })),
      budget,
    })
  }
  return found
}
