import { desc, eq, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { savedQueries as table } from '../queries/index.ts'
import { users } from '../users/index.ts'

/** Reading the newest takes a bounded time, however many there are. */
const MOST_READ = 5_000
/** What is unusually large is left out: it would hold up the others. */
const MOST_BYTES = 64_000

type NamingQuery = {
  readonly id: string
  readonly name: string
  readonly createdBy: string | null
  readonly nodes: unknown
  readonly edges: unknown
}

/** The newest saved queries in whose canvas the name of a class stands, the last changed first. */
export function queriesNaming(db: Executor, className: string, most: number): Promise<NamingQuery[]> {
  const newest = db
    .select({
      id: table.id,
      name: table.name,
      createdBy: table.createdBy,
      updatedAt: table.updatedAt,
      nodes: table.nodes,
      edges: table.edges,
    })
    .from(table)
    .orderBy(desc(table.updatedAt), table.id)
    .limit(MOST_READ)
    .as('newest')
  const canvas = sql`concat(${newest.nodes}::text, ${newest.edges}::text)`
  const isNamed = sql.join(
    spellings(className).map((name) => sql`strpos(${canvas}, ${name}) > 0`),
    sql` or `,
  )
  return db
    .select({ id: newest.id, name: newest.name, createdBy: users.username, nodes: newest.nodes, edges: newest.edges })
    .from(newest)
    .leftJoin(users, eq(users.id, newest.createdBy))
    .where(sql`octet_length(${canvas}) < ${MOST_BYTES} and (${isNamed})`)
    .orderBy(desc(newest.updatedAt), newest.id)
    .limit(most)
}

/** `fvBD` may have been written `fv:BD`: as texts of JSON. */
function spellings(className: string): readonly string[] {
  const start = className.search(/[A-Z]/)
  const spelt = start > 0 ? [className, `${className.slice(0, start)}:${className.slice(start)}`] : [className]
  return spelt.map((name) => JSON.stringify(name))
}
