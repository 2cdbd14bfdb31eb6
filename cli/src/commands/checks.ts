import type { Command } from 'commander'
import { open, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type CheckResults, type Heddle, HeddleError } from '@heddle/client'
import { type Work, working } from '../command.ts'
import { categoryNamed, connectionNamed, queryNamed } from '../find.ts'
import { type FailedRun, linesOf, withFailedRows } from '../output/junit-rows.ts'
import { harmless } from '../output/table.ts'
import { CommandError, EXIT, type Terminal } from '../terminal.ts'

type CheckOptions = {
  readonly category?: string
  readonly connection?: string
  readonly junit?: string
  readonly sarif?: string
  readonly html?: string
  readonly resume?: string
}

const POLL_MS = 500
const LONGEST_POLL_MS = 5_000
/** A server that restarts, or is replaced by another one, is back within minutes. */
const MOST_UNANSWERED = 60
/** Reading the rows of more would take longer than the checks. */
const MOST_EXPLAINED = 20

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
    .action(
      working(terminal, async (work, wanted: string[], options: CheckOptions) => {
        const { junit, sarif, html } = options
        // Better now than after minutes of checks.
        for (const file of [junit, sarif, html]) if (file !== undefined && file !== '-') await requireWritable(file)
        const id = options.resume ?? (await start(work, wanted, options))
        const check = await untilFinished(work, id)
        const failed = await failedRuns(work, check)
        if (junit !== undefined) await writeReport(work, id, junit, failed)
        if (sarif !== undefined) await writeFormat(work, id, 'sarif', sarif)
        if (html !== undefined) await writeFormat(work, id, 'html', html)
        if (![junit, sarif, html].includes('-')) await show(work, check, failed)
        if (check.failed > 0) return EXIT.found
        return check.errored > 0 ? EXIT.refused : EXIT.ok
      }),
    )
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

async function untilFinished({ heddle, progress, terminal }: Work, id: string): Promise<CheckResults> {
  const tell = () => void terminal.stderr.write(`The check goes on: \`heddle check --resume ${id}\` shows it.\n`)
  terminal.signal.addEventListener('abort', tell, { once: true })
  try {
    for (let unanswered = 0; ;) {
      const check = await read(heddle, id).catch((error: unknown) => {
        if (!isAway(error) || unanswered >= MOST_UNANSWERED) throw error
        return undefined
      })
      if (check) progress.bar('queries', judgedOf(check), check.total)
      if (check?.status === 'finished') return check
      unanswered = check ? 0 : unanswered + 1
      const ms = Math.min(POLL_MS * 2 ** unanswered, LONGEST_POLL_MS)
      await pause(ms, undefined, { signal: terminal.signal })
    }
  } finally {
    terminal.signal.removeEventListener('abort', tell)
  }
}

const judgedOf = (check: CheckResults): number =>
  check.passed + check.failed + check.look + check.not_applicable + check.waived + check.errored

/** Named only where there are some. */
const OTHERS = [
  ['look', 'to look at'],
  ['waived', 'waived'],
  ['not_applicable', 'not applicable'],
] as const

/** The check itself survives the process that answers. */
const isAway = (error: unknown): boolean =>
  error instanceof HeddleError && [0, 429, 502, 503, 504].includes(error.status)

/** The first rows of the runs that failed, as far as one may read them. */
async function failedRuns({ heddle, context }: Work, { results }: CheckResults): Promise<readonly FailedRun[]> {
  const failed = results.filter(({ status, execution }) => status === 'failed' && execution !== null)
  return Promise.all(
    failed.slice(0, MOST_EXPLAINED).map(async ({ name, pack, check, execution }) => {
      const address = new URL(`queries/execution-logs/${execution!}`, context.url).href
      const log = await heddle.queries.executionLogs.get(execution!).catch((error: unknown) => {
        if (error instanceof HeddleError) return undefined
        throw error
      })
      return {
        name,
        ...(pack != null && { testName: `${pack}/${check}` }),
        address,
        rows: log?.expectation?.failing_rows ?? [],
      }
    }),
  )
}

const read = async (heddle: Heddle, id: string): Promise<CheckResults> => (await heddle.queries.checks.get(id)).json()

async function writeReport(
  { heddle, print, progress }: Work,
  id: string,
  file: string,
  failed: readonly FailedRun[],
): Promise<void> {
  const report = withFailedRows(await (await heddle.queries.checks.get(id, { format: 'junit' })).text(), failed)
  progress.end()
  await (file === '-' ? print(report) : writeFile(file, report))
}

async function writeFormat(
  { heddle, print, progress }: Work,
  id: string,
  format: 'sarif' | 'html',
  file: string,
): Promise<void> {
  const report = await (await heddle.queries.checks.get(id, { format })).text()
  progress.end()
  await (file === '-' ? print(report) : writeFile(file, report))
}

async function show(
  { list, print, wantsJson, progress }: Work,
  check: CheckResults,
  failed: readonly FailedRun[],
): Promise<void> {
  progress.end()
  if (wantsJson) return print(`${JSON.stringify(check, null, 2)}\n`)
  await list(check.results, {
    status: ({ status }) => status,
    severity: ({ severity }) => severity,
    name: ({ name }) => name,
    findings: ({ findings }) => findings,
    reason: ({ reason }) => reason,
  })
  for (const run of failed) await print(`\n${harmless([run.name, ...linesOf(run)].join('\n  '))}\n`)
  const others = OTHERS.flatMap(([key, words]) => (check[key] > 0 ? [`, ${check[key]} ${words}`] : [])).join('')
  await print(`\n${check.passed} passed, ${check.failed} failed${others}, ${check.errored} could not run\n`)
}
