import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Writes migrations as drizzle-kit lays them out, from name to SQL and in order, into a folder that by default goes with the test file. */
export function writeMigrations(migrations: Readonly<Record<string, string>>, folder = folderOfTestFile()): string {
  const tags = Object.keys(migrations)
  mkdirSync(join(folder, 'meta'), { recursive: true })
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ entries: tags.map((tag, idx) => ({ idx, tag })) }))
  for (const tag of tags) writeFileSync(join(folder, `${tag}.sql`), migrations[tag]!)
  return folder
}

function folderOfTestFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-migrations-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  return folder
}
