import type { Command } from 'commander'
import { open, writeFile } from 'node:fs/promises'
import type { Heddle } from '@heddle/client'
import { exitOf, failOnOption, type Severity } from '../checks/fail-on.ts'
import { followCheck } from '../checks/follow-check.ts'
import { failedRuns, reportText, showCheck } from '../checks/report-check.ts'
import { type Work, working } from '../command.ts'
import { categoryNamed, connectionNamed, queryNamed } from '../find.ts'
import { annotate } from '../output/annotations.ts'
import { CommandError, type Terminal } from '../terminal.ts'

type CheckOptions = {
  readonly category?: string
  readonly connection?: string
  readonly junit?: string
  readonly sarif?: string
  readonly html?: string
  readonly resume?: string
  readonly failOn: Severity
}

const FILE_FORMATS = ['junit', 'sarif', 'html'] as const

/** Runs saved queries and says whether their rows are as they expect. */
export function addChecks(program: Command, terminal: Terminal): void {
  program
    .command('check')
    .argument('[queries...]', 'names or ids')
    .description('run queries, and fail unless their rows are as they expect')
    .option('--category <category>', 'all queries of a folder and those below it, by name or id')
    .option('-c, --connection <connection>', 'another connection, by name or id')
    .option('--junit <file>', 'also write a report that build servers read; - prints it instead of the table')
    .option('--sarif <file>', 'also write a report that code hosts read; - prints it instead of the table')
    .option('--html <file>', 'also write a page to read and print')
    .option('--resume <id>', 'go on with a check that was started before')
    .addOption(failOnOption('none'))
    .action(working(terminal, check))
}

async function check(work: Work, wanted: string[], options: CheckOptions): Promise<number> {
  const files = FILE_FORMATS.flatMap((format) => {
    const file = options[format]
    return file === undefined ? [] : [[format, file] as const]
  })
  // Better now than after minutes of checks.
  for (const [, file] of files) if (file !== '-') await requireWritable(file)
  const id = options.resume ?? (await start(work, wanted, options))
  const finished = await followCheck(work, id, options.failOn)
  const failed = await failedRuns(work, finished)
  work.progress.end()
  for (const [format, file] of files) {
    const report = await reportText(work, id, format, failed)
    await (file === '-' ? work.print(report) : writeFile(file, report))
  }
  if (!files.some(([, file]) => file === '-')) await showCheck(work, finished, failed)
  annotate(work.terminal, finished, failed)
  return exitOf(finished, options.failOn)
}

async function start({ heddle, terminal }: Work, wanted: readonly string[], options: CheckOptions): Promise<string> {
  const { id } = await heddle.queries.checks.create(await bodyOf(heddle, wanted, options))
  terminal.stderr.write(`Check ${id}\n`)
  return id
}

const requireWritable = async (file: string): Promise<void> => {
  const opened = await open(file, 'a').catch((error: unknown) => {
    throw new CommandError(`${file} cannot be written: ${(error as Error).message}`)
  })
  await opened.close()
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
