import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { openDatabase } from '@heddle/server/adapters/database/database.ts'
import { migrate } from '@heddle/server/adapters/database/migrate.ts'
import { MIGRATIONS } from '@heddle/server/compose/open-adapters.ts'
import { createRowReading } from '@heddle/server/platform/rows/read-rows.ts'
import { MemoryBudget } from '@heddle/server/platform/memory/memory-budget.ts'
import { memoryLimit } from '@heddle/server/platform/memory/memory-limit.ts'
import { createRowThreads } from '@heddle/server/platform/rows/row-threads.ts'
import { createArchive } from '@heddle/server/features/archive/archive.ts'
import { createSystemClock } from '@heddle/server/kernel/clock.ts'
import { changeRows, createChunks, makeRows } from './result-rows.ts'

const MEMORY_LOOK_MS = 20

/** The archive of snapshots on the embedded database, and a result that changes from capture to capture. */
export async function open({
  rows: count,
  changes,
  dataDir,
}: {
  readonly rows: number
  readonly changes: number
  readonly dataDir: string
}) {
  const logger = pino({ level: 'silent' })
  const database = await openDatabase({ dataDir })
  await migrate(database, MIGRATIONS, logger)
  const memory = new MemoryBudget({ limitBytes: memoryLimit(undefined) })
  const rowThreads = createRowThreads(logger, memory)
  const archive = createArchive({
    database,
    clock: createSystemClock((error) => console.error(error)),
    logger,
    rows: createRowReading(rowThreads),
    memory,
  })
  const lineage = { savedQueryId: randomUUID(), controllerConnectionId: randomUUID() }
  await database.pool.query(INSERT_QUERY, [lineage.savedQueryId, lineage.controllerConnectionId])
  const rows = makeRows(count)
  const chunks = createChunks(rows)
  const columns = Object.keys(rows[0]!)
  const taken: Awaited<ReturnType<typeof archive.capture>>['snapshot'][] = []

  const capture = async () => {
    const order = { ...lineage, ...HOW, columns, facts: factsNow() }
    const { snapshot } = await archive.capture({ ...order, rows: chunks.stream() }, new AbortController().signal)
    taken.push(snapshot)
    return snapshot
  }

  return {
    /** Measures bytes added by the snapshot, growth of its tables and indexes, time, and memory the process used. */
    capture: async () => {
      const before = await tableBytes(database)
      const memory = watchMemory()
      const startedAt = performance.now()
      const { storedBytes, sizeBytes, changes: found } = await capture()
      const ms = performance.now() - startedAt
      return {
        ms,
        storedBytes,
        sizeBytes,
        found,
        grownMb: memory.stop(),
        tableBytes: (await tableBytes(database)) - before,
      }
    },
    change: async (round: number) => chunks.repack(changeRows(rows, changes, round)),
    captureChanged: async (round: number) => {
      chunks.repack(changeRows(rows, changes, round))
      return (await capture()).storedBytes
    },
    /** Compares the first two snapshots. */
    compare: async () => {
      const startedAt = performance.now()
      const { counts } = await archive.compare(taken[0]!, taken[1]!, { match: 'dn', ignoreFields: [] }, 1_000)
      return { ms: performance.now() - startedAt, ...counts }
    },
    /** Looks up one DN in all snapshots. */
    find: async (place: number) => {
      const dn = String(rows[place % rows.length]!['dn'])
      const startedAt = performance.now()
      const found = await archive.find(taken, dn)
      const ms = performance.now() - startedAt
      if (found.size !== taken.length) throw new Error(`${dn} is in ${found.size} of ${taken.length} snapshots`)
      return ms
    },
    stop: async () => {
      await archive.close()
      await rowThreads.close()
      await database.close()
    },
  }
}

const HOW = { rules: { strategy: 'dn', ignoreFields: [] } } as const

const factsNow = () =>
  ({
    executionId: null,
    savedQueryVersion: 1,
    className: 'fvAEPg',
    capturedAt: new Date(),
    capturedById: null,
    capturedBy: 'bench',
    retentionPolicy: 'forever',
    expiresAt: null,
    annotation: null,
  }) as const

type Opened = Awaited<ReturnType<typeof openDatabase>>

async function tableBytes({ pool }: Opened): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(TABLE_BYTES)
  return Number(rows[0]!.bytes)
}

function watchMemory() {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), MEMORY_LOOK_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return (most - before) / 1024 ** 2
    },
  }
}

const TABLE_BYTES = `
  select pg_total_relation_size('snapshots') + sum(pg_total_relation_size(relid)) as bytes from pg_partition_tree('lineage_chunks') where isleaf`
const INSERT_QUERY = `
  insert into saved_queries (id, controller_connection_id, name, description, nodes, edges, post_processors, current_version, current_version_hash, created_at, updated_at)
  values ($1, $2, 'bench', '', '[]', '[]', '[]', 1, 'sha256:0', now(), now())`
