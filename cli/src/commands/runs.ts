import { type Command, Option } from 'commander'
import { formatOption, readCount, time, working } from '../command.ts'
import { queryNamed } from '../find.ts'
import { followRun } from '../follow-run.ts'
import type { RowFormat } from '../output/rows.ts'
import type { Terminal } from '../terminal.ts'
import { printRows } from '../print-rows.ts'
import { takeFirst } from '../take-first.ts'

const STATUSES = ['running', 'success', 'failure', 'timeout'] as const
type ListOptions = {
  readonly query?: string
  readonly status?: (typeof STATUSES)[number]
  readonly limit: number
}

/** Runs: list them, follow one, print its rows, cancel it. */
export function addRuns(program: Command, terminal: Terminal): void {
  const run = program.command('run').alias('runs').description('runs of saved queries')

  run
    .command('list')
    .description('list runs, newest first')
    .option('-q, --query <query>', 'of one saved query, by name or id')
    .addOption(new Option('--status <status>', 'only these').choices([...STATUSES]))
    .option('--limit <count>', 'at most so many', readCount, 20)
    .action(
      working(terminal, async ({ heddle, list }, { query, status: wanted, limit }: ListOptions) => {
        const filter = {
          ...(query !== undefined && { saved_query: (await queryNamed(heddle, query)).id }),
          ...(wanted !== undefined && { status: wanted }),
        }
        await list(await takeFirst(heddle.queries.executionLogs.all(filter), limit), {
          started: ({ executed_at }) => time(executed_at),
          query: ({ saved_query_name, draft }) =>
            draft ? `${saved_query_name ?? ''} (draft)`.trimStart() : saved_query_name,
          status: ({ status }) => status,
          rows: ({ row_count }) => row_count,
          user: ({ user }) => user,
          id: ({ id }) => id,
        })
      }),
    )

  run
    .command('rows')
    .argument('<id>')
    .description('print the rows of a run')
    .addOption(formatOption())
    .action(
      working(terminal, async (work, id: string, { format }: { format: RowFormat }) => {
        const { columns } = await work.heddle.queries.executionLogs.get(id)
        await printRows(work, format, { id, columns, rows: work.heddle.rows(id, { signal: terminal.signal }) })
      }),
    )

  run
    .command('follow')
    .argument('<id>')
    .description('follow a background run of yours to its end')
    .action(
      working(terminal, async (work, id: string) => {
        await followRun(work, id)
        if (work.wantsJson) await work.tell('', withoutRows(await work.heddle.queries.executionLogs.get(id)))
      }),
    )

  run
    .command('cancel')
    .argument('<id>')
    .description('cancel a run')
    .action(
      working(terminal, async ({ heddle, tell }, id: string) => {
        const { pipeline_execution: pipeline } = await heddle.queries.executionLogs.get(id)
        const reply = pipeline === null ? null : await heddle.queries.pipelineExecutions.cancel(pipeline)
        await tell('The run will stop.', reply)
      }),
    )
}

const withoutRows = (log: object) => Object.fromEntries(Object.entries(log).filter(([name]) => name !== 'results'))
