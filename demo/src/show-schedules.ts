import type { Heddle, ScheduledTask, ScheduledTaskCreate } from '@heddle/client'
import { formatTable } from './print-table.ts'
import { readUntil } from './read-until.ts'

type Parts = { readonly query: string; readonly connection: string; readonly deadConnection: string }

/** Runs two scheduled tasks, one of which fails because its controller is unreachable. A second start adds no tasks. */
export async function showSchedules(heddle: Heddle, { query, connection, deadConnection }: Parts): Promise<void> {
  const morning = await ensureTask(heddle, {
    name: 'Every weekday morning',
    saved_query: query,
    controller_connections: [connection],
    schedule_type: 'cron',
    cron_expression: '30 6 * * mon-fri',
    timezone: 'Europe/Warsaw',
  })
  const failing = await ensureTask(heddle, {
    name: 'A fabric that was switched off',
    saved_query: query,
    controller_connections: [deadConnection],
    schedule_type: 'interval',
    interval_minutes: 60,
  })

  console.log(`\nNext runs of scheduled task "${morning.name}" (${morning.timezone}):\n`)
  console.log(morning.next_runs.map((run) => `  ${run}`).join('\n'))
  const runs = [await runNow(heddle, morning), await runNow(heddle, failing)]
  console.log('\nBoth tasks, run by hand:\n')
  console.log(formatTable(['task', 'status', 'trigger', 'row_count'], runs))
  const { results } = await heddle.notifications.notifications.list({ unread: true, page_size: 3 })
  console.log('\nUnread notifications:\n')
  console.log(formatTable(['severity', 'title', 'body'], results))
}

async function ensureTask({ queries }: Heddle, task: ScheduledTaskCreate): Promise<ScheduledTask> {
  const { results } = await queries.scheduledTasks.list({ search: task.name })
  return results.find(({ name }) => name === task.name) ?? queries.scheduledTasks.create(task)
}

/** Starts the task and waits until its run has ended. */
async function runNow({ queries }: Heddle, { id, name }: ScheduledTask) {
  const { execution_id } = await queries.scheduledTasks.runNow(id)
  const execution = await readUntil(
    `"${name}"`,
    () => queries.scheduledExecutions.get(execution_id),
    ({ status }) => status !== 'running',
  )
  return { task: name, ...execution }
}
