import { type Command, Option } from 'commander'
import type { ExecuteBody, ExecutionLog, Heddle, SavedQueryListItem, ValidateReply } from '@heddle/client'
import { formatOption, readCount, time, variableOption, type Work, working } from '../command.ts'
import { categoryNamed, connectionNamed, queryNamed } from '../find.ts'
import { printRows } from '../print-rows.ts'
import type { RowFormat } from '../output/rows.ts'
import { takeFirst } from '../take-first.ts'
import { plainValue } from '../output/table.ts'
import { CommandError, EXIT, type Terminal } from '../terminal.ts'
import { followRun } from '../follow-run.ts'
import { requireVariables } from '../variables.ts'
import { addQueryDrafts } from './query-drafts.ts'

type RunOptions = {
  readonly var?: Readonly<Record<string, unknown>>
  readonly connection?: string
  readonly background?: true
  readonly format: RowFormat
  readonly steps: boolean
  readonly at?: string
  /** What `at` was called first. */
  readonly asOf?: string
}

type ListOptions = {
  readonly search?: string
  readonly category?: string
  readonly favorites?: true
  readonly limit: number
}

/** Saved queries: find, check, explain and run them. */
export function addQueries(program: Command, terminal: Terminal): void {
  const query = program.command('query').alias('queries').description('saved queries')

  addList(query, terminal)
  addShow(query, terminal)
  addValidate(query, terminal)
  addExplain(query, terminal)
  addRun(query, terminal)
  addQueryDrafts(query, terminal)
}

function addList(query: Command, terminal: Terminal): void {
  query
    .command('list')
    .description('list saved queries')
    .option('-s, --search <text>', 'in name or description')
    .option('--category <category>', 'by name or id')
    .option('--favorites', 'only yours')
    .option('--limit <count>', 'at most so many', readCount, 200)
    .action(
      working(terminal, async (work, { search, category, favorites, limit }: ListOptions) => {
        const { heddle, list, wantsJson, template, columns, isWide } = work
        const wanted = {
          ordering: 'name',
          ...(search !== undefined && { search }),
          ...(category !== undefined && { category: (await categoryNamed(heddle, category)).id }),
          ...(favorites && { is_favorite: true }),
        }
        const found = await takeFirst(heddle.queries.savedQueries.all(wanted), limit)
        // For people; what programs read keeps the number.
        const isForPeople = !wantsJson && template === undefined && (isWide || columns?.includes('category'))
        await list<Pick<SavedQueryListItem, Shown>>(isForPeople ? await inFolders(heddle, found) : found, {
          name: ({ name }) => name,
          id: ({ id }) => id,
          version: ({ current_version }) => current_version,
          changed: ({ updated_at }) => time(updated_at),
        })
      }),
    )
}

type Shown = 'id' | 'name' | 'current_version' | 'updated_at'

/** With the paths of their folders. */
async function inFolders(heddle: Heddle, found: readonly SavedQueryListItem[]) {
  const paths = await categoryPaths(heddle)
  return found.map(({ category, ...query }) => ({
    ...{ ...query, category: category === null ? '' : (paths.get(category) ?? category) },
  }))
}

/** Empty for those whose token may not see them. */
async function categoryPaths({ queries }: Heddle): Promise<ReadonlyMap<number, string>> {
  const all = await takeFirst(queries.categories.all({ page_size: 200 }), Infinity).catch(() => [])
  const byId = new Map(all.map((category) => [category.id, category]))
  const pathOf = (id: number): string => {
    const { name, parent } = byId.get(id)!
    const own = name.replaceAll('~', '~0').replaceAll('/', '~1')
    return parent !== null && byId.has(parent) ? `${pathOf(parent)}/${own}` : own
  }
  return new Map(all.map(({ id }) => [id, pathOf(id)]))
}

function addShow(query: Command, terminal: Terminal): void {
  query
    .command('show')
    .argument('<query>', 'name or id')
    .description('print a saved query as JSON')
    .action(
      working(terminal, async ({ heddle, print }, wanted: string) => {
        const { id } = await queryNamed(heddle, wanted)
        await print(`${JSON.stringify(await heddle.queries.savedQueries.get(id), null, 2)}\n`)
      }),
    )
}

function addValidate(query: Command, terminal: Terminal): void {
  query
    .command('validate')
    .argument('<query>', 'name or id')
    .description('check a query, and show how it would be read')
    .addOption(variableOption())
    .action(
      working(terminal, async (work, wanted: string, { var: variables }: { var?: Record<string, unknown> }) => {
        const query = await queryNamed(work.heddle, wanted)
        await requireVariables(work.heddle, query, variables)
        const { id } = query
        const reply = await work.heddle.queries.savedQueries.validate(id, variables && { variables })
        await work.tell(describeValidation(reply), reply)
        return reply.valid ? EXIT.ok : EXIT.found
      }),
    )
}

function addExplain(query: Command, terminal: Terminal): void {
  query
    .command('explain')
    .argument('<query>', 'name or id')
    .description('say in words what a query asks')
    .action(
      working(terminal, async ({ heddle, tell }, wanted: string) => {
        const { id } = await queryNamed(heddle, wanted)
        const reply = await heddle.ai.explainQuery({ saved_query: id })
        await tell(reply.text, reply)
      }),
    )
}

function addRun(query: Command, terminal: Terminal): void {
  query
    .command('run')
    .argument('<query>', 'name or id')
    .description('run a query and print its rows')
    .addOption(variableOption())
    .addOption(formatOption())
    .option('-c, --connection <connection>', 'another connection, by name or id')
    .option('-b, --background', 'for long runs: follow it with a progress bar')
    .option('--at <instant>', 'the rows of the newest snapshot by then, without asking a controller')
    .addOption(new Option('--as-of <instant>').hideHelp())
    .option('--no-steps', 'skip the post-processing steps')
    .action(
      working(terminal, async (work, wanted: string, options: RunOptions) => {
        const query = await queryNamed(work.heddle, wanted)
        await requireVariables(work.heddle, query, options.var)
        const { id } = query
        const body = await bodyOf(work, options)
        return options.background ? runInBackground(work, id, body, options) : runNow(work, id, body, options)
      }),
    )
}

async function bodyOf(
  { heddle }: Work,
  { var: variables, connection, steps, asOf, at = asOf }: RunOptions,
): Promise<ExecuteBody> {
  return {
    ...(variables && { variables: { ...variables } }),
    ...(connection !== undefined && { controller_connection: (await connectionNamed(heddle, connection)).id }),
    ...(at !== undefined && { as_of: at }),
    ...(!steps && { skip_post_processors: true }),
  }
}

async function runNow(work: Work, id: string, body: ExecuteBody, { format }: RunOptions): Promise<number> {
  const { heddle, terminal, progress } = work
  progress.say('Running…')
  const reply = await heddle.queries.savedQueries.execute(id, body, { signal: terminal.signal })
  progress.end()
  for (const warning of reply.warnings) terminal.stderr.write(`Warning: ${plainValue(warning)}\n`)
  if (reply.status !== 'success')
    throw new CommandError(`The run failed: ${reply.error_message ?? reply.status}`, EXIT.found)
  const rows = reply.results_truncated ? heddle.rows(reply.execution_id, { signal: terminal.signal }) : reply.results
  await printRows(work, format, { id: reply.execution_id, columns: reply.columns, rows })
  sayUnexpected(work, reply)
  return EXIT.ok
}

async function runInBackground(work: Work, id: string, body: ExecuteBody, { format }: RunOptions): Promise<number> {
  const { heddle, terminal } = work
  const { execution_id } = await heddle.queries.savedQueries.executeBackground(id, body)
  terminal.stderr.write(`Run ${execution_id}\n`)
  await followRun(work, execution_id)
  const log = await heddle.queries.executionLogs.get(execution_id)
  const { columns, warnings } = log
  for (const warning of warnings) terminal.stderr.write(`Warning: ${plainValue(warning)}\n`)
  const rows = heddle.rows(execution_id, { signal: terminal.signal })
  await printRows(work, format, { id: execution_id, columns, rows })
  sayUnexpected(work, log)
  return EXIT.ok
}

/** The rows are what was asked for, so that this is no failure of the command. */
function sayUnexpected({ terminal }: Work, { expectation }: Pick<ExecutionLog, 'expectation'>): void {
  if (expectation?.status !== 'failed' || expectation.reason === null) return
  terminal.stderr.write(`Not as expected: ${plainValue(expectation.reason)}\n`)
}

function describeValidation({ valid, errors, warnings, plan }: ValidateReply): string {
  const lines = [
    ...errors.map((problem) => `Error: ${describeProblem(problem)}`),
    ...warnings.map((problem) => `Warning: ${describeProblem(problem)}`),
  ]
  return [
    ...lines,
    ...(plan === null ? [] : [plan.text]),
    valid ? 'The query is valid.' : 'The query cannot run.',
  ].join('\n')
}

const describeProblem = ({ message, path, suggestions = [] }: ValidateReply['errors'][number]): string =>
  `${message}${path === undefined ? '' : ` (${path})`}${suggestions.length === 0 ? '' : `; did you mean ${suggestions.join(' or ')}?`}`
