import { desc, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { savedQueries as table } from '../queries/index.ts'

/** The newest queries say what people join today, and reading them takes a bounded time. */
const MOST_QUERIES = 500
const MOST_BYTES = 64_000

export type QueryJoins = {
  /** The class of each node by its id. */
  readonly classes: Readonly<Record<string, string | null>>
  readonly edges: readonly (readonly [source: string, target: string])[]
}

/** The classes and edges of the newest queries with edges, without what is unusually large. */
export async function joinsOfQueries(db: Executor): Promise<readonly QueryJoins[]> {
  const newest = db
    .select({ nodes: table.nodes, edges: table.edges })
    .from(table)
    .where(
      sql`jsonb_array_length(${table.edges}) > 0 and pg_column_size(${table.nodes}) + pg_column_size(${table.edges}) < ${MOST_BYTES}`,
    )
    .orderBy(desc(table.updatedAt), table.id)
    .limit(MOST_QUERIES)
    .as('newest')
  return db
    .select({
      classes: sql<
        QueryJoins['classes']
      >`(select jsonb_object_agg(node ->> 'id', node ->> 'class_name') from jsonb_array_elements(${newest.nodes}) node)`,
      edges: sql<
        QueryJoins['edges']
      >`(select jsonb_agg(jsonb_build_array(edge ->> 'source', edge ->> 'target')) from jsonb_array_elements(${newest.edges}) edge)`,
    })
    .from(newest)
}
