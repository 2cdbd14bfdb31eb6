import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
import type { Finding } from '@heddle/contract/findings.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import type { PageOf, PageRequest } from '../../../kernel/paging.ts'
import type { FoundFindings } from '../../run-engine/index.ts'
import { executionFindings as table } from '../executions.tables.ts'

/** Every row but the last has as many. */
const IN_PART = 100

export async function insertFindings(tx: Executor, executionId: string, found: FoundFindings | null): Promise<void> {
  for (const [index, { count, items }] of (found?.parts ?? []).entries())
    await tx.insert(table).values({ executionId, index, count, items, truncated: found!.truncated })
}

export type FoundPage = PageOf<Finding> & { readonly truncated: boolean }

export async function listFindings(
  db: Executor,
  executionId: string,
  { offset, size }: PageRequest,
): Promise<FoundPage> {
  const [sums] = await db
    .select({
      count: sql<number>`coalesce(sum(${table.count}), 0)::int`,
      truncated: sql<boolean>`coalesce(bool_or(${table.truncated}), false)`,
    })
    .from(table)
    .where(eq(table.executionId, executionId))
  const first = Math.min(Math.floor(offset / IN_PART), 1_000_000)
  const parts = await db
    .select({ items: table.items })
    .from(table)
    .where(
      and(
        eq(table.executionId, executionId),
        gte(table.index, first),
        lte(table.index, first + Math.ceil(size / IN_PART)),
      ),
    )
    .orderBy(asc(table.index))
  const start = offset - first * IN_PART
  const items = parts.flatMap(({ items: text }) => JSON.parse(text) as Finding[]).slice(start, start + size)
  return { count: sums?.count ?? 0, truncated: sums?.truncated ?? false, items }
}
