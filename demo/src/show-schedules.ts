import type { ApiClient } from './api-client.ts'
import { formatTable } from './print-table.ts'

type Page<T> = { results: T[] }
type Task = { id: string; name: string; timezone: string; next_runs: string[] }
type Execution = { status: string; trigger: string; row_count: number; error_message: string | null }
type Notification = { severity: string; title: string; body: string }
type Parts = { readonly query: string; readonly connection: string; readonly deadConnection: string }

const TASKS = '/api/queries/scheduled-tasks/'
const PATIENCE_MS = 30_000

/** Runs two scheduled tasks, one of which fails because its controller is unreachable. A second start adds no tasks. */
export async function showSchedules(api: ApiClient, { query, connection, deadConnection }: Parts): Promise<void> {
  const daily = {
    saved_query: query,
    schedule_type: 'cron',
    cron_expression: '30 6 * * mon-fri',
    timezone: 'Europe/Warsaw',
  }
  const morning = await ensureTask(api, {
    ...daily,
    name: 'Every weekday morning',
    controller_connections: [connection],
  })
  const hourly = { saved_query: query, schedule_type: 'interval', interval_minutes: 60 }
  const failing = await ensureTask(api, {
    ...hourly,
    name: 'A fabric that was switched off',
    controller_connections: [deadConnection],
  })

  console.log(`\nNext runs of scheduled task "${morning.name}" (${morning.timezone}):\n`)
  console.log(morning.next_runs.map((run) => `  ${run}`).join('\n'))
  const runs = [await runNow(api, morning), await runNow(api, failing)]
  console.log('\nBoth tasks, run by hand:\n')
  console.log(formatTable(['task', 'status', 'trigger', 'row_count'], runs))
  const { results } = await api.get<Page<Notification>>('/api/notifications/notifications/?unread=true&page_size=3')
  console.log('\nUnread notifications:\n')
  console.log(formatTable(['severity', 'title', 'body'], results))
}

async function ensureTask(api: ApiClient, task: { readonly name: string } & Record<string, unknown>): Promise<Task> {
  const { results } = await api.get<Page<Task>>(`${TASKS}?search=${encodeURIComponent(task.name)}`)
  return results.find(({ name }) => name === task.name) ?? (await api.post<Task>(TASKS, task))
}

/** Starts the task and waits until its run has ended. */
async function runNow(api: ApiClient, { id, name }: Task): Promise<Execution & { task: string }> {
  const { execution_id } = await api.post<{ execution_id: string }>(`${TASKS}${id}/run_now/`)
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const execution = await api.get<Execution>(`/api/queries/scheduled-executions/${execution_id}/`)
    if (execution.status !== 'running') return { task: name, ...execution }
    if (Date.now() > until) throw new Error(`"${name}" did not end within ${PATIENCE_MS / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
