import type { Pool } from 'pg'

type Upkeep = { readonly stop: () => Promise<void> }
type Pass = { readonly hasCheckpointed: boolean; readonly vacuumed: string | undefined }

const INTERVAL_MS = 15_000
const CHECKPOINT_BYTES = 64 * 1024 * 1024
/** A few thousand changed rows. What a server at rest writes for itself takes half an hour to get there. */
const WORTH_A_LOOK_BYTES = 1024 * 1024

/**
 * Does the work of PostgreSQL's background processes, which a single process lacks: vacuum, and checkpoints, without
 * which the log grows and recovery after a crash takes longer with every write. Whatever fails is retried in the next
 * pass.
 */
export function startUpkeep(pool: Pool, onError: (error: unknown) => void): Upkeep {
  let running: Promise<void> | undefined
  const pass = createPass(pool)
  const run = (): Promise<void> =>
    pass()
      .then(() => undefined, onError)
      .finally(() => (running = undefined))
  const timer = setInterval(() => void (running ??= run()), INTERVAL_MS).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

/** @internal for its test: tables are looked at only after enough was written, because looking takes longest. */
export function createPass(pool: Pool, checkpointBytes: number = CHECKPOINT_BYTES): () => Promise<Pass> {
  let lookedAtByte = -Infinity
  return async () => {
    const { written, sinceCheckpoint } = await readLog(pool)
    const hasCheckpointed = sinceCheckpoint > checkpointBytes
    if (hasCheckpointed) await pool.query('checkpoint')
    if (written < lookedAtByte + WORTH_A_LOOK_BYTES) return { hasCheckpointed, vacuumed: undefined }
    const vacuumed = await vacuumWhenDue(pool)
    // Only one table is vacuumed at a time, and others may be due, too.
    if (vacuumed === undefined) lookedAtByte = written
    return { hasCheckpointed, vacuumed }
  }
}

/** How many bytes have been logged, ever and since the last checkpoint. */
async function readLog(pool: Pool): Promise<{ readonly written: number; readonly sinceCheckpoint: number }> {
  const { rows } = await pool.query<{ written: string; since: string }>(
    `select pg_current_wal_lsn() - '0/0'::pg_lsn as written, pg_current_wal_lsn() - redo_lsn as since
      from pg_control_checkpoint()`,
  )
  const [{ written, since } = { written: '0', since: '0' }] = rows
  return { written: Number(written), sinceCheckpoint: Number(since) }
}

// The thresholds of autovacuum. One table per pass, because it blocks everything else.
const MOST_NEGLECTED_TABLE = `
  select format('%I.%I', schemaname, relname) as name,
         n_dead_tup > 50 + 0.2 * n_live_tup or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup as is_vacuum_due
  from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup
     or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
     or n_mod_since_analyze > 50 + 0.1 * n_live_tup
  order by n_dead_tup desc, n_mod_since_analyze desc, relid
  limit 1`

/** Vacuums or analyzes the table that needs it most; returns its name if there is one. */
async function vacuumWhenDue(pool: Pool): Promise<string | undefined> {
  // PostgreSQL holds back counts of changed rows for up to a second.
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ name: string; is_vacuum_due: boolean }>(MOST_NEGLECTED_TABLE)
  const table = rows[0]
  if (table) await pool.query(`${table.is_vacuum_due ? 'vacuum (analyze)' : 'analyze'} ${table.name}`)
  return table?.name
}
