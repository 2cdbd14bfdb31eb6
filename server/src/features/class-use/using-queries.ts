import { type ClassUseReply, MOST_USING_QUERIES } from '@heddle/contract/queries.ts'
import { usedProperties } from '@heddle/domain/canvas/class-uses.ts'
import type { Database } from '../../adapters/database/database.ts'
import { queriesNaming } from './using-queries.store.ts'

export type UsingQueries = (written: string) => Promise<ClassUseReply>

/** Finds the saved queries that use a class. */
export function createUsingQueries({ db }: Database): UsingQueries {
  return async (written) => {
    const className = written.replace(':', '')
    const named = await queriesNaming(db, className, MOST_USING_QUERIES + 1)
    const queries = named.slice(0, MOST_USING_QUERIES).flatMap(({ id, name, createdBy, nodes, edges }) => {
      const properties = usedProperties({ nodes, edges }, className)
      return properties ? [{ id, name, created_by: createdBy, properties: [...properties] }] : []
    })
    return {
      class_name: className,
      query_count: queries.length,
      truncated: named.length > MOST_USING_QUERIES,
      properties: countProperties(queries.map(({ properties }) => properties)),
      queries,
    }
  }
}

function countProperties(lists: readonly (readonly string[])[]): ClassUseReply['properties'] {
  const counts = new Map<string, number>()
  for (const name of lists.flat()) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .map(([property, count]) => ({ property, query_count: count }))
    .toSorted((a, b) => b.query_count - a.query_count || (a.property < b.property ? -1 : 1))
}
