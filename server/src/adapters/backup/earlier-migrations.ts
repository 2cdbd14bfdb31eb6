import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Does the work with a folder of only those migrations that an older program had: its tables are what a backup of its
 * data fits into.
 */
export async function withMigrations<T>(
  folder: string,
  tags: ReadonlySet<string>,
  work: (earlier: string) => Promise<T>,
): Promise<T> {
  const earlier = mkdtempSync(join(tmpdir(), 'heddle-migrations-'))
  try {
    const journal = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as {
      entries: { tag: string }[]
    }
    const entries = journal.entries.filter(({ tag }) => tags.has(tag))
    mkdirSync(join(earlier, 'meta'))
    writeFileSync(join(earlier, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }))
    for (const { tag } of entries) cpSync(join(folder, `${tag}.sql`), join(earlier, `${tag}.sql`))
    return await work(earlier)
  } finally {
    rmSync(earlier, { recursive: true, force: true })
  }
}
