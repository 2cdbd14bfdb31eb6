import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Finding } from '@heddle/contract/findings.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { executionFindings, executions } from '../executions/index.ts'
import { savedQueries } from '../queries/index.ts'
import { scheduledExecutions } from '../schedules/index.ts'
import { notificationChannels as channels, notificationIncidents as table, type Subject } from './channels.tables.ts'
import type { OpenChannel } from './takers.store.ts'

/** Channels that make incidents of findings. */
export const listIncidentChannels = (tx: Executor): Promise<OpenChannel[]> =>
  tx
    .select({
      id: channels.id,
      type: channels.type,
      ownerId: channels.ownerId,
      groupId: channels.groupId,
      events: channels.events,
    })
    .from(channels)
    .where(and(channels.enabled, ne(channels.state, 'disabled'), eq(channels.type, 'pagerduty')))
    .orderBy(asc(channels.createdAt), asc(channels.id))

/** Who asked for a run: a task, or a check; undefined for any other run. */
export async function findAskerOf(
  tx: Executor,
  executionId: string,
): Promise<{ readonly subject: Subject; readonly link: string } | undefined> {
  const [task] = await tx
    .select({ taskId: scheduledExecutions.taskId, id: scheduledExecutions.id })
    .from(scheduledExecutions)
    .where(eq(scheduledExecutions.executionId, executionId))
  if (task) return { subject: { kind: 'task', id: task.taskId }, link: `/queries/scheduled-executions/${task.id}/` }
  const [run] = await tx.select({ checkId: executions.checkId }).from(executions).where(eq(executions.id, executionId))
  if (!run?.checkId) return undefined
  return { subject: { kind: 'check', id: run.checkId }, link: `/queries/checks/${run.checkId}/` }
}

/** The first hundred, as they are stored together, without those under a waiver. */
export async function firstFindings(tx: Executor, executionId: string): Promise<Finding[]> {
  const [part] = await tx
    .select({ items: executionFindings.items })
    .from(executionFindings)
    .where(eq(executionFindings.executionId, executionId))
    .orderBy(asc(executionFindings.index))
    .limit(1)
  return part ? (JSON.parse(part.items) as Finding[]).filter(({ waiver }) => waiver === null) : []
}

export async function findQueryName(tx: Executor, id: string): Promise<string | undefined> {
  const [row] = await tx.select({ name: savedQueries.name }).from(savedQueries).where(eq(savedQueries.id, id))
  return row?.name
}

/** Locked, so that two runs that end at once do not open or resolve the same. */
export const lockIncidents = (tx: Executor, channelId: string, topic: string) =>
  tx
    .select({ finding: table.finding, title: table.title })
    .from(table)
    .where(and(eq(table.channelId, channelId), eq(table.topic, topic)))
    .orderBy(asc(table.finding))
    .for('update')

/** Returns the findings for which there was no incident yet. */
export async function openIncidents(
  tx: Executor,
  incidents: readonly (typeof table.$inferInsert)[],
): Promise<string[]> {
  if (incidents.length === 0) return []
  const opened = await tx
    .insert(table)
    .values([...incidents])
    .onConflictDoNothing()
    .returning({ finding: table.finding })
  return opened.map(({ finding }) => finding)
}

export async function closeIncidents(tx: Executor, channelId: string, findings: readonly string[]): Promise<void> {
  if (findings.length > 0)
    await tx.delete(table).where(and(eq(table.channelId, channelId), inArray(table.finding, [...findings])))
}
