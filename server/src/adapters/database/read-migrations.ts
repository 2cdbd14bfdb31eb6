import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

export type Migration = {
  /** Number and name, such as `0003_add_schedules`. */
  readonly tag: string
  readonly statements: readonly string[]
  readonly hash: string
}

const Journal = Type.Object({ entries: Type.Array(Type.Object({ idx: Type.Integer(), tag: Type.String() })) })

/** Reads the migrations in order, as drizzle-kit lays them out. */
export function readMigrations(folder: string): Migration[] {
  const journal: unknown = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'))
  const { entries } = Value.Parse(Journal, journal)
  return entries.toSorted((a, b) => a.idx - b.idx).map(({ tag }) => readMigration(folder, tag))
}

function readMigration(folder: string, tag: string): Migration {
  // Line endings differ between checkouts of the same file.
  const text = readFileSync(join(folder, `${tag}.sql`), 'utf8').replaceAll('\r\n', '\n')
  const statements = text
    .split('--> statement-breakpoint')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  return { tag, statements, hash: createHash('sha256').update(text).digest('hex') }
}
