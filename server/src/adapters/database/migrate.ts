import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { applyStatement } from './apply-statement.ts'
import type { Database, Transaction } from './database.ts'
import { ensureLockRow, tryLockRow } from './lock-rows.ts'
import { type Migration, readMigrations } from './read-migrations.ts'
import { SUPERSEDED, type Superseded } from './superseded-migrations.ts'

/** The database does not match the program's migrations; the message is one line for the operator. */
export class MigrationMismatch extends Error {
  override readonly name = 'MigrationMismatch'
}

type Migrated = Pick<Database, 'transaction'>

const LOCK = 'migrations'
const LOOK_AGAIN_MS = 250

/**
 * Brings the tables up to date from the numbered SQL files in `folder`, each in its own transaction. Processes that
 * start together take turns; a program older than the database refuses to start, since it could damage what it does not
 * know.
 */
export async function migrate(
  database: Migrated,
  folder: string,
  logger?: Logger,
  superseded = SUPERSEDED,
): Promise<void> {
  const migrations = readMigrations(folder)
  await ensureLockRow(database, LOCK)
  const applied = await inTurn(database, logger, readApplied)
  await repairSuperseded(database, logger, applied, superseded)
  checkHistory(migrations, applied)
  for (const migration of migrations.filter(({ tag }) => !applied.has(tag))) {
    const isOurs = await inTurn(database, logger, (tx) => apply(tx, migration, logger))
    if (isOurs) logger?.info(`applied migration ${migration.tag}`)
  }
}

/**
 * Asks again and again instead of waiting inside a statement, which a time limit for statements would end. The lock
 * ends with its transaction, so it works behind a connection pooler and is never leaked.
 */
async function inTurn<T>(
  database: Migrated,
  logger: Logger | undefined,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    const outcome = await database.transaction(async (tx) =>
      (await tryLockRow(tx, LOCK)) ? { value: await work(tx) } : undefined,
    )
    if (outcome) return outcome.value
    if (isFirst) logger?.info('waiting for another process to finish its migrations')
    await delay(LOOK_AGAIN_MS)
  }
}

async function readApplied(tx: Transaction): Promise<Map<string, string>> {
  await tx.execute(sql`
    create table if not exists applied_migrations (tag text primary key, hash text not null, applied_at timestamptz not null default now())`)
  const { rows } = await tx.execute<{ tag: string; hash: string }>(
    sql`select tag, hash from applied_migrations order by tag`,
  )
  return new Map(rows.map(({ tag, hash }) => [tag, hash]))
}

/** Brings what an earlier form of a migration created to its present form. */
async function repairSuperseded(
  database: Migrated,
  logger: Logger | undefined,
  applied: Map<string, string>,
  superseded: readonly Superseded[],
): Promise<void> {
  for (const { tag, hash, becomes, repairs } of superseded.filter((one) => applied.get(one.tag) === one.hash)) {
    await inTurn(database, logger, async (tx) => {
      const { rowCount } = await tx.execute(
        sql`update applied_migrations set hash = ${becomes} where tag = ${tag} and hash = ${hash}`,
      )
      if (rowCount === 0) return
      for (const statement of repairs) await tx.execute(sql.raw(statement))
    })
    applied.set(tag, becomes)
    logger?.info(`migration ${tag} had been applied in an earlier form; added what it lacked`)
  }
}

function checkHistory(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const known = new Map(migrations.map(({ tag, hash }) => [tag, hash]))
  for (const [tag, hash] of applied) {
    if (!known.has(tag)) {
      throw new MigrationMismatch(
        `the database is newer than this program: it has migration ${tag}, the program ends at ${migrations.at(-1)?.tag ?? 'none'}`,
      )
    }
    if (known.get(tag) !== hash)
      throw new MigrationMismatch(`migration ${tag} was changed after it was applied to this database`)
  }
}

/** False when another process has applied it in the meantime. */
async function apply(
  tx: Transaction,
  { tag, hash, statements }: Migration,
  logger: Logger | undefined,
): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`insert into applied_migrations (tag, hash) values (${tag}, ${hash}) on conflict do nothing`,
  )
  if (rowCount === 0) return false
  // Filling an index of a large table may take longer than any statement of a request may.
  await tx.execute(sql`set local statement_timeout = 0`)
  for (const [index, statement] of statements.entries()) {
    await applyStatement(tx, statement, logger).catch((error: unknown) => {
      throw new Error(`migration ${tag}, statement ${index + 1} of ${statements.length}: ${reasonOf(error)}`, {
        cause: error,
      })
    })
  }
  return true
}

/** PostgreSQL's words instead of the query builder's, which repeat the whole statement. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
