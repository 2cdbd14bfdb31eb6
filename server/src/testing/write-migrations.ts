import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/**
 * Writes migrations (SQL by name, in order) as drizzle-kit lays them out, into a folder that by default is removed
 * after the test file.
 */
export function writeMigrations(migrations: Readonly<Record<string, string>>, folder = folderOfTestFile()): string {
  const tags = Object.keys(migrations)
  mkdirSync(join(folder, 'meta'), { recursive: true })
  writeFileSync(
    join(folder, 'meta', '_journal.json'),
    JSON.stringify({ entries: tags.map((tag, idx) => ({ idx, tag })) }),
  )
  for (const tag of tags) writeFileSync(join(folder, `${tag}.sql`), migrations[tag]!)
  return folder
}

function folderOfTestFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-migrations-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  return folder
}
