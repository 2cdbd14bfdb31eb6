import type { ObjectStore } from '../model/object-store.ts'
import { arrange, type Arrangement } from './arrange.ts'
import { problems } from '../problem/controller-problem.ts'
import type { Query, QueryLimits } from './query.ts'
import { select } from './select.ts'
import { subtreeRules } from './subtree.ts'
import { AnswerWriter } from './write-answer.ts'

export type Answer = {
  readonly totalCount: number
  /** The top-level objects as JSON text. */
  readonly items: readonly string[]
  /** Objects read and written: the cost of the query. */
  readonly work: number
}

/** The part of an answer that all pages of one query share. */
export type PreparedQuery = { readonly arrangement: Arrangement; readonly scanned: number }

export function prepareQuery(query: Query, store: ObjectStore): PreparedQuery {
  const { objects, scanned } = select(query, store)
  const isCount = query.includes.has('count')
  return { arrangement: isCount ? { total: objects.length, slice: () => [] } : arrange(objects, query, store), scanned }
}

/** One page, or everything without a page size. `turn` differs for every request. */
export function answerQuery(
  query: Query,
  prepared: PreparedQuery,
  store: ObjectStore,
  limits: QueryLimits,
  turn: number,
): Answer {
  const { total } = prepared.arrangement
  if (query.includes.has('count')) return { totalCount: 1, items: [countObject(total)], work: prepared.scanned }
  const from = query.page ? query.page.number * query.page.size : 0
  const to = query.page ? from + query.page.size : total
  if (Math.min(to, total) - from > limits.maxObjects) throw problems.tooBig(limits.tooBigStatus)
  const writer = new AnswerWriter(query, subtreeRules(query, store), store.table, limits, turn)
  const items = prepared.arrangement.slice(from, to, turn).map((object) => writer.write(object))
  return { totalCount: total, items, work: prepared.scanned + writer.written }
}

function countObject(count: number): string {
  return JSON.stringify({ moCount: { attributes: { childAction: '', count: String(count), dn: '', status: '' } } })
}
