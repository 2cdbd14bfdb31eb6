import type { Command } from 'commander'
import { readCount, time, type Work, working } from '../command.ts'
import type { ScheduledExecution } from '@heddle/client'
import { connectionNamed, queryNamed, taskNamed } from '../find.ts'
import { CommandError, EXIT, type Terminal } from '../terminal.ts'
import { takeFirst } from '../take-first.ts'

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
          when: ({ cron_expression: cron, interval_minutes, timezone }) =>
            cron === null ? `every ${interval_minutes ?? 0} min` : `${cron} (${timezone})`,
          next: ({ next_run_at }) => time(next_run_at),
          last: ({ last_run_status }) => last_run_status,
          state: ({ enabled, paused }) => (paused ? 'paused' : enabled ? 'enabled' : 'disabled'),
          id: ({ id }) => id,
        }),
      ),
    )

  schedule
    .command('create')
    .argument('<name>')
    .requiredOption('-q, --query <query>', 'what to run, by name or id')
    .requiredOption('-c, --connection <names...>', 'where, by name or id')
    .option('--cron <expression>', 'when, such as "30 6 * * mon-fri"')
    .option('--every <minutes>', 'instead: how often', readCount)
    .option('--timezone <zone>', 'of the expression, such as Europe/Warsaw')
    .option('--capture', 'keep the rows of each run as a snapshot')
    .option('--notify-on-changes', 'tell you when the rows change')
    .description('schedule a saved query')
    .action(working(terminal, create))

  schedule
    .command('run')
    .argument('<task>', 'name or id')
    .description('run a task now')
    .option('--follow', 'wait for its runs; exit with 1 unless all succeed')
    .action(working(terminal, runNow))

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
        await list(await takeFirst(heddle.queries.scheduledExecutions.all({ scheduled_task: id }), limit), RUN_COLUMNS)
      }),
    )
}

const RUN_COLUMNS = {
  due: ({ scheduled_for }: ScheduledExecution) => time(scheduled_for),
  status: ({ status }: ScheduledExecution) => status,
  rows: ({ row_count }: ScheduledExecution) => row_count,
  changes: ({ changes }: ScheduledExecution) => changes && `+${changes.added} -${changes.removed} ~${changes.changed}`,
  error: ({ error_message }: ScheduledExecution) => error_message,
}

type CreateOptions = {
  readonly query: string
  readonly connection: string[]
  readonly cron?: string
  readonly every?: number
  readonly timezone?: string
  readonly capture?: true
  readonly notifyOnChanges?: true
}

async function create({ heddle, tell, clock }: Work, name: string, options: CreateOptions): Promise<void> {
  const { cron, every, timezone, capture, notifyOnChanges } = options
  if ((cron === undefined) === (every === undefined)) throw new CommandError('Pass either --cron or --every.')
  const connections: string[] = []
  for (const wanted of options.connection) connections.push((await connectionNamed(heddle, wanted)).id)
  const task = await heddle.queries.scheduledTasks.create({
    name,
    saved_query: (await queryNamed(heddle, options.query)).id,
    controller_connections: connections,
    ...(cron === undefined
      ? { schedule_type: 'interval', interval_minutes: every ?? null }
      : { schedule_type: 'cron', cron_expression: cron }),
    ...(timezone !== undefined && { timezone }),
    ...(capture && { capture_snapshot: true }),
    ...(notifyOnChanges && { notify_on_changes: true }),
  })
  await tell(`"${name}" runs next at ${(await clock())(task.next_run_at)}.`, task)
}

/** With `--follow` the runs of a task, one for each connection, to their ends. */
async function runNow(work: Work, wanted: string, { follow }: { readonly follow?: true }): Promise<number> {
  const { heddle, list, tell, terminal, progress } = work
  const { id, name } = await taskNamed(heddle, wanted)
  const reply = await heddle.queries.scheduledTasks.runNow(id)
  if (!follow) {
    await tell(`"${name}" is running: ${reply.execution_ids.join(', ')}`, reply)
    return EXIT.ok
  }
  const tellOn = () =>
    void terminal.stderr.write(`The task goes on: \`heddle schedule history ${JSON.stringify(name)}\` shows it.\n`)
  terminal.signal.addEventListener('abort', tellOn, { once: true })
  try {
    progress.say('Waiting…')
    const { signal } = terminal
    const runs = await Promise.all(reply.execution_ids.map((run) => heddle.waitFor.scheduledRun(run, { signal })))
    progress.end()
    await list(runs, { connection: ({ controller_connection_name: one }) => one, ...RUN_COLUMNS })
    return runs.every(({ status }) => status === 'success') ? EXIT.ok : EXIT.found
  } finally {
    terminal.signal.removeEventListener('abort', tellOn)
  }
}
