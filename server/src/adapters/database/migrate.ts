import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database, Transaction } from './database.ts'
import { type Migration, readMigrations } from './read-migrations.ts'

/** The database does not match the program's migrations; the message is one line for the operator. */
export class MigrationMismatch extends Error {
  override readonly name = 'MigrationMismatch'
}

// Any number that no other user of the database uses.
const LOCK_KEY = 4_771_337_052

/**
 * Brings the tables up to date from the numbered SQL files in `folder`, each in its own transaction. Processes that
 * start together take turns; a program older than the database refuses to start, since it could damage what it does not
 * know.
 */
export async function migrate(database: Pick<Database, 'transaction'>, folder: string, logger?: Logger): Promise<void> {
  const migrations = readMigrations(folder)
  const applied = await inTurn(database, logger, readApplied)
  checkHistory(migrations, applied)
  for (const migration of migrations.filter(({ tag }) => !applied.has(tag))) {
    const isOurs = await inTurn(database, logger, (tx) => apply(tx, migration))
    if (isOurs) logger?.info(`applied migration ${migration.tag}`)
  }
}

/** The lock ends with its transaction, so it works behind a connection pooler and is never leaked. */
function inTurn<T>(database: Pick<Database, 'transaction'>, logger: Logger | undefined, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ is_free: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCK_KEY}) as is_free`)
    if (rows[0]?.is_free !== true) {
      logger?.info('waiting for another process to finish its migrations')
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEY})`)
    }
    return work(tx)
  })
}

async function readApplied(tx: Transaction): Promise<Map<string, string>> {
  await tx.execute(sql`
    create table if not exists applied_migrations (tag text primary key, hash text not null, applied_at timestamptz not null default now())`)
  const { rows } = await tx.execute<{ tag: string; hash: string }>(sql`select tag, hash from applied_migrations order by tag`)
  return new Map(rows.map(({ tag, hash }) => [tag, hash]))
}

function checkHistory(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const known = new Map(migrations.map(({ tag, hash }) => [tag, hash]))
  for (const [tag, hash] of applied) {
    if (!known.has(tag)) {
      throw new MigrationMismatch(
        `the database is newer than this program: it has migration ${tag}, the program ends at ${migrations.at(-1)?.tag ?? 'none'}`,
      )
    }
    if (known.get(tag) !== hash) throw new MigrationMismatch(`migration ${tag} was changed after it was applied to this database`)
  }
}

/** False when another process has applied it in the meantime. */
async function apply(tx: Transaction, { tag, hash, statements }: Migration): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`insert into applied_migrations (tag, hash) values (${tag}, ${hash}) on conflict do nothing`)
  if (rowCount === 0) return false
  for (const [index, statement] of statements.entries()) {
    await tx.execute(sql.raw(statement)).catch((error: unknown) => {
      throw new Error(`migration ${tag}, statement ${index + 1} of ${statements.length}: ${reasonOf(error)}`, { cause: error })
    })
  }
  return true
}

/** PostgreSQL's words instead of the query builder's, which repeat the whole statement. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
