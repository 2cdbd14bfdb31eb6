import type { Pool } from 'pg'

type Upkeep = { readonly stop: () => Promise<void> }

const INTERVAL_MS = 15_000
const CHECKPOINT_BYTES = 64 * 1024 * 1024

/**
 * Does the work of PostgreSQL's background processes, which a single process lacks: vacuum, and checkpoints, without
 * which the log grows and recovery after a crash takes longer with every write. Whatever fails is retried in the next
 * pass.
 */
export function startUpkeep(pool: Pool, onError: (error: unknown) => void): Upkeep {
  let running: Promise<void> | undefined
  const pass = async (): Promise<void> => {
    try {
      await checkpointWhenDue(pool, CHECKPOINT_BYTES)
      await vacuumWhenDue(pool)
    } catch (error) {
      onError(error)
    } finally {
      running = undefined
    }
  }
  const timer = setInterval(() => void (running ??= pass()), INTERVAL_MS).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

/** Writes a checkpoint when more than this has been logged since the last one; returns whether it did. */
export async function checkpointWhenDue(pool: Pool, limitBytes: number): Promise<boolean> {
  const { rows } = await pool.query<{ due: boolean }>(
    'select pg_current_wal_lsn() - redo_lsn > $1 as due from pg_control_checkpoint()',
    [limitBytes],
  )
  if (!rows[0]?.due) return false
  await pool.query('checkpoint')
  return true
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
export async function vacuumWhenDue(pool: Pool): Promise<string | undefined> {
  // PostgreSQL holds back counts of changed rows for up to a second.
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ name: string; is_vacuum_due: boolean }>(MOST_NEGLECTED_TABLE)
  const table = rows[0]
  if (table) await pool.query(`${table.is_vacuum_due ? 'vacuum (analyze)' : 'analyze'} ${table.name}`)
  return table?.name
}
