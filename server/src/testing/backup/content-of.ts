import type { Database } from '../../adapters/database/database.ts'
import { listTables, quoted } from '../../adapters/backup/catalog.ts'

/** Each table with the number of its rows and a hash of them: equal for equal contents, on any database. */
export async function contentOf({ pool }: Pick<Database, 'pool'>): Promise<Record<string, string>> {
  const client = await pool.connect()
  try {
    const content: Record<string, string> = {}
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query<{ content: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ' ' order by t::text collate "C")), '') as content from ${quoted(name)} t`,
      )
      content[name] = rows[0]!.content
    }
    return content
  } finally {
    client.release()
  }
}
