import { arrayContains, eq, inArray } from 'drizzle-orm'
import type { PlatformList } from '@heddle/contract/platform-files.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import { automationTemplates } from '../../automation-templates/index.ts'
import { savedQueries } from '../../queries/index.ts'
import { scheduledTasks } from '../../schedules/index.ts'
import { fileThings as table } from '../query-files.tables.ts'

export const countUsesOfController = async (tx: Executor, id: string) => ({
  queries: await tx.$count(savedQueries, eq(savedQueries.controllerConnectionId, id)),
  tasks: await tx.$count(scheduledTasks, arrayContains(scheduledTasks.controllerConnections, [id])),
})

export const countUsesOfAutomation = (tx: Executor, id: string): Promise<number> =>
  tx.$count(automationTemplates, eq(automationTemplates.connectionId, id))

/** What a file last made of each thing of a list, by its id. */
export async function readFileHashes(tx: Executor, list: PlatformList): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.select().from(table).where(eq(table.list, list))
  return new Map(rows.map(({ thingId, contentHash }) => [thingId, contentHash]))
}

export async function writeFileHash(
  tx: Executor,
  list: PlatformList,
  { id, hash }: { readonly id: string; readonly hash: string },
): Promise<void> {
  await tx
    .insert(table)
    .values({ list, thingId: id, contentHash: hash })
    .onConflictDoUpdate({ target: [table.list, table.thingId], set: { contentHash: hash } })
}

/** For things that are gone. */
export async function forgetFileHashes(tx: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(table).where(inArray(table.thingId, [...ids]))
}
