import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { EXPECTATION_FILTERS } from '@heddle/contract/executions.ts'
import { executions } from './executions.tables.ts'

export type WantedExpectation = (typeof EXPECTATION_FILTERS)[number]

/** Whether a stored expectation is as a list wants it, in the form that its index has. */
export const hasExpectation = (column: SQLWrapper, wanted: WantedExpectation): SQL =>
  wanted === 'none' ? sql`(${column} ->> 'status') is null` : sql`(${column} ->> 'status') = ${wanted}`

/** Whether the expectation of the newest ended run of a query, not of a draft, is as wanted; `none` without one. */
export const newestExpectation = (savedQueryId: SQLWrapper, wanted: WantedExpectation): SQL =>
  sql`coalesce((select ${executions.expectation} ->> 'status' from ${executions}
    where ${executions.savedQueryId} = ${savedQueryId} and ${executions.status} <> 'running' and not ${executions.draft}
    order by ${executions.executedAt} desc, ${executions.id} desc limit 1), 'none') = ${wanted}`
