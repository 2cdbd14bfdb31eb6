import type { Command } from 'commander'
import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { CheckResults, Heddle } from '@heddle/client'
import { type Work, working } from '../command.ts'
import { categoryNamed, connectionNamed, queryNamed } from '../find.ts'
import { CommandError, EXIT, type Terminal } from '../terminal.ts'

type CheckOptions = { readonly category?: string; readonly connection?: string; readonly junit?: string }

const POLL_MS = 500

/** Runs saved queries and says whether their rows are as they expect. */
export function addChecks(program: Command, terminal: Terminal): void {
  program
    .command('check')
    .argument('[queries...]', 'names or ids')
    .description('run queries, and fail unless their rows are as they expect')
    .option('--category <category>', 'all queries of a folder and those below it, by name or id')
    .option('-c, --connection <connection>', 'another connection, by name or id')
    .option('--junit <file>', 'also write a report that build servers read')
    .action(
      working(terminal, async (work, wanted: string[], options: CheckOptions) => {
        const { id } = await work.heddle.queries.checks.create(await bodyOf(work.heddle, wanted, options))
        const check = await untilFinished(work, id)
        if (options.junit !== undefined) await writeReport(work.heddle, id, options.junit)
        await show(work, check)
        return check.failed + check.errored > 0 ? EXIT.found : EXIT.ok
      }),
    )
}

async function bodyOf(heddle: Heddle, wanted: readonly string[], { category, connection }: CheckOptions) {
  if (wanted.length === 0 && category === undefined)
    throw new CommandError('Name the queries to check, or pass --category.')
  const saved_queries: string[] = []
  for (const query of wanted) saved_queries.push((await queryNamed(heddle, query)).id)
  return {
    ...(saved_queries.length > 0 && { saved_queries }),
    ...(category !== undefined && { category: (await categoryNamed(heddle, category)).id }),
    ...(connection !== undefined && { controller_connection: (await connectionNamed(heddle, connection)).id }),
  }
}

async function untilFinished({ heddle, progress, terminal }: Work, id: string): Promise<CheckResults> {
  for (;;) {
    const check = await read(heddle, id)
    progress.bar('queries', check.passed + check.failed + check.errored, check.total)
    if (check.status === 'finished') return check
    await pause(POLL_MS, undefined, { signal: terminal.signal })
  }
}

const read = async (heddle: Heddle, id: string): Promise<CheckResults> => (await heddle.queries.checks.get(id)).json()

async function writeReport(heddle: Heddle, id: string, file: string): Promise<void> {
  await writeFile(file, await (await heddle.queries.checks.get(id, { format: 'junit' })).text())
}

async function show({ list, print, wantsJson, progress }: Work, check: CheckResults): Promise<void> {
  progress.end()
  if (wantsJson) return print(`${JSON.stringify(check, null, 2)}\n`)
  await list(check.results, {
    status: ({ status }) => status,
    name: ({ name }) => name,
    reason: ({ reason }) => reason,
  })
  await print(`\n${check.passed} passed, ${check.failed} failed, ${check.errored} could not run\n`)
}
