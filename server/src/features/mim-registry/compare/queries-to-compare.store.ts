import { asc, eq, gt, sql } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { savedQueries as table } from '../../queries/index.ts'
import { users } from '../../users/index.ts'

/** What is unusually large is left out: it would hold up the others. */
const MOST_BYTES = 256_000
const AT_ONCE = 200

type QueryToCompare = {
  readonly id: string
  readonly name: string
  readonly createdBy: string | null
  readonly nodes: unknown
  readonly edges: unknown
}

/** Some saved queries after an id, in the order of their ids. */
export function queriesAfter(db: Executor, id: string | undefined): Promise<QueryToCompare[]> {
  return db
    .select({ id: table.id, name: table.name, createdBy: users.username, nodes: table.nodes, edges: table.edges })
    .from(table)
    .leftJoin(users, eq(users.id, table.createdBy))
    .where(
      sql`pg_column_size(${table.nodes}) + pg_column_size(${table.edges}) < ${MOST_BYTES} and ${id === undefined ? sql`true` : gt(table.id, id)}`,
    )
    .orderBy(asc(table.id))
    .limit(AT_ONCE)
}
