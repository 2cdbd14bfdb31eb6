import type { Command } from 'commander'
import { readCount, working } from '../command.ts'
import { taskNamed } from '../find.ts'
import type { Terminal } from '../terminal.ts'
import { takeFirst } from './queries.ts'

/** Scheduled tasks: list, run, enable and disable them, and see what they did. */
export function addSchedules(program: Command, terminal: Terminal): void {
  const schedule = program.command('schedule').alias('schedules').description('scheduled tasks')

  schedule
    .command('list')
    .description('list scheduled tasks')
    .action(
      working(terminal, async ({ heddle, list }) =>
        list(await takeFirst(heddle.queries.scheduledTasks.all({ ordering: 'name' }), Infinity), {
          name: ({ name }) => name,
          when: ({ cron_expression, interval_minutes }) => cron_expression ?? `every ${interval_minutes ?? 0} min`,
          next: ({ next_run_at }) => next_run_at?.slice(0, 16).replace('T', ' '),
          last: ({ last_run_status }) => last_run_status,
          state: ({ enabled, paused }) => (paused ? 'paused' : enabled ? 'enabled' : 'disabled'),
          id: ({ id }) => id,
        }),
      ),
    )

  schedule
    .command('run')
    .argument('<task>', 'name or id')
    .description('run a task now')
    .action(
      working(terminal, async ({ heddle, tell }, wanted: string) => {
        const { id, name } = await taskNamed(heddle, wanted)
        const reply = await heddle.queries.scheduledTasks.runNow(id)
        await tell(`"${name}" is running: ${reply.execution_ids.join(', ')}`, reply)
      }),
    )

  for (const action of ['enable', 'disable'] as const) {
    schedule
      .command(action)
      .argument('<task>', 'name or id')
      .description(`${action} a task`)
      .action(
        working(terminal, async ({ heddle, tell }, wanted: string) => {
          const { id, name } = await taskNamed(heddle, wanted)
          await tell(`"${name}" is ${action}d.`, await heddle.queries.scheduledTasks[action](id))
        }),
      )
  }

  schedule
    .command('history')
    .argument('<task>', 'name or id')
    .description('list the runs of a task, newest first')
    .option('--limit <count>', 'at most so many', readCount, 20)
    .action(
      working(terminal, async ({ heddle, list }, wanted: string, { limit }: { limit: number }) => {
        const { id } = await taskNamed(heddle, wanted)
        await list(await takeFirst(heddle.queries.scheduledExecutions.all({ scheduled_task: id }), limit), {
          due: ({ scheduled_for }) => scheduled_for.slice(0, 19).replace('T', ' '),
          status: ({ status }) => status,
          rows: ({ row_count }) => row_count,
          changes: ({ changes }) => changes && `+${changes.added} -${changes.removed} ~${changes.changed}`,
          error: ({ error_message }) => error_message,
        })
      }),
    )
}
