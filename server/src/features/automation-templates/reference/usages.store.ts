import { and, eq } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { natural } from '../../../platform/sql/list-sql.ts'
import {
  automationColumnTemplates as columnTemplates,
  automationReferences as table,
  automationTemplates as templates,
  type ReferenceKind,
} from '../automation-templates.tables.ts'

export type ReferenceIds = Readonly<Record<ReferenceKind, readonly string[]>>
type Named = { readonly id: string; readonly name: string }
export type Usages = { readonly templates: readonly Named[]; readonly columnTemplates: readonly Named[] }

/** Remembers what a template or a column template refers to, in place of what it referred to before. */
export async function replaceReferences(tx: Executor, referrerId: string, ids: ReferenceIds): Promise<void> {
  await forgetReferences(tx, referrerId)
  const rows = (Object.keys(ids) as ReferenceKind[]).flatMap((kind) =>
    [...new Set(ids[kind])].map((referenceId) => ({ referrerId, kind, referenceId })),
  )
  if (rows.length > 0) await tx.insert(table).values(rows)
}

export async function forgetReferences(tx: Executor, referrerId: string): Promise<void> {
  await tx.delete(table).where(eq(table.referrerId, referrerId))
}

/** What refers to this. */
export async function usagesOf(db: Executor, kind: ReferenceKind, id: string): Promise<Usages> {
  const isReferrer = and(eq(table.kind, kind), eq(table.referenceId, id))
  return {
    templates: await db
      .select({ id: templates.id, name: templates.name })
      .from(table)
      .innerJoin(templates, eq(templates.id, table.referrerId))
      .where(isReferrer)
      .orderBy(...natural(templates.name), templates.id),
    columnTemplates: await db
      .select({ id: columnTemplates.id, name: columnTemplates.name })
      .from(table)
      .innerJoin(columnTemplates, eq(columnTemplates.id, table.referrerId))
      .where(isReferrer)
      .orderBy(...natural(columnTemplates.name), columnTemplates.id),
  }
}
