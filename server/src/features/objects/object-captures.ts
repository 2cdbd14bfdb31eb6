import { timestamp } from '../../kernel/instants.ts'
import { newestOfQueries } from '../archive/index.ts'
import type { ObjectRequest, Block, ObjectParts } from './asking.ts'

const MOST_QUERIES = 30

/** The newest snapshot of each query that has the object. */
export async function readCaptures(
  { database, archive }: Pick<ObjectParts, 'database' | 'archive'>,
  { connection, object }: ObjectRequest,
): Promise<Block> {
  const newest = await newestOfQueries(database.db, connection, MOST_QUERIES + 1)
  const looked = newest.slice(0, MOST_QUERIES)
  const rows = await archive.find(looked, object.dn)
  const captures = looked
    .filter(({ id }) => rows.has(id))
    .map(({ id, savedQueryId, queryName, capturedAt }) => ({
      snapshot: id,
      saved_query: savedQueryId,
      saved_query_name: queryName,
      at: timestamp(capturedAt),
    }))
  return { shown: { captures }, isCut: newest.length > looked.length }
}
