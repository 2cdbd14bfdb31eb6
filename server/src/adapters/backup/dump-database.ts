import type { ClientBase } from 'pg'
import { listTables, quoted, readSequences } from './catalog.ts'
import { prepareSession, readRows } from './copy-rows.ts'
import { JOBS_ENTRY, type Manifest, tableEntry, type TablePart } from './manifest.ts'
import type { ArchiveWriter } from './write-archive.ts'

export type Dump = Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'jobs'>

/**
 * Writes every table and the waiting jobs as they were at one moment. Writers go on meanwhile: they are neither waited
 * for nor held up.
 */
export async function dumpDatabase(
  client: ClientBase,
  archive: ArchiveWriter,
  waitingJobs: (client: ClientBase) => AsyncIterable<readonly unknown[]>,
): Promise<Dump> {
  await client.query('begin isolation level repeatable read read only')
  try {
    await prepareSession(client)
    const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
      'select tag, hash from applied_migrations order by tag',
    )
    const found = await listTables(client)
    // A table that is dropped meanwhile would be missing half-way.
    await client.query(`lock table ${found.map(({ name }) => quoted(name)).join(', ')} in access share mode`)
    const tables: TablePart[] = []
    for (const table of found) {
      const part = await archive.addLines(tableEntry(table.name), readRows(client, table))
      tables.push({ name: table.name, columns: table.columns.map(({ name }) => name), ...part })
    }
    const jobs = await archive.addLines(JOBS_ENTRY, waitingJobs(client))
    return { migrations, tables, jobs, sequences: await readSequences(client) }
  } finally {
    await client.query('rollback')
  }
}
