import type { Wire } from '../../../lib/api/wire.ts'

type Search = Partial<Record<string, string>>
type Query = Wire.ExecutionLogListQuery

const HOUR = 3_600_000

/** What the address says, as the API asks it. Times are whole hours, so that the same page asks the same. */
export function runQuery(search: Search, now: number): Query {
  const { status, saved_query, controller_connection, draft, expectation, since, executed_after, executed_before } =
    search
  const days = Number(since)
  const after =
    executed_after ?? (days > 0 ? new Date(Math.floor(now / HOUR) * HOUR - days * 24 * HOUR).toISOString() : undefined)
  return {
    ...(status !== undefined && { status: status as NonNullable<Query['status']> }),
    ...(saved_query !== undefined && { saved_query }),
    ...(controller_connection !== undefined && { controller_connection }),
    ...(draft !== undefined && { draft: draft === 'true' }),
    ...(expectation !== undefined && { expectation: expectation as NonNullable<Query['expectation']> }),
    ...(after !== undefined && { executed_after: after }),
    ...(executed_before !== undefined && { executed_before }),
  }
}

const FILTERS = [
  'status',
  'saved_query',
  'controller_connection',
  'draft',
  'expectation',
  'since',
  'executed_after',
  'executed_before',
  'reason',
] as const

export const isFiltered = (search: Search): boolean => FILTERS.some((name) => search[name] !== undefined)
