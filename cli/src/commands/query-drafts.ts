import type { Command } from 'commander'
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import type { DraftBody } from '@heddle/client'
import { formatOption, variableOption, type Work, working } from '../command.ts'
import { connectionNamed, queryNamed } from '../find.ts'
import type { RowFormat } from '../output/rows.ts'
import { plainValue } from '../output/table.ts'
import { CommandError, EXIT, type Terminal } from '../terminal.ts'
import { printRows } from '../print-rows.ts'
import { isRecord } from '../is-record.ts'

type TryOptions = {
  readonly connection?: string
  readonly var?: Readonly<Record<string, unknown>>
  readonly format: RowFormat
}

/** Queries that are not saved yet, and what changes saved ones. */
export function addQueryDrafts(query: Command, terminal: Terminal): void {
  query
    .command('try')
    .argument('<file>', 'a canvas or a pulled file, as YAML or JSON')
    .description('run the query of a file without saving it')
    .addOption(variableOption())
    .addOption(formatOption())
    .option('-c, --connection <connection>', 'by name or id; that of the file if absent')
    .action(working(terminal, tryFile))
  query
    .command('copy')
    .argument('<query>', 'name or id')
    .argument('<name>', 'of the copy')
    .description('copy a saved query; the copy is yours')
    .action(
      working(terminal, async ({ heddle, tell }, wanted: string, name: string) => {
        const copy = await heddle.queries.savedQueries.duplicate((await queryNamed(heddle, wanted)).id, { name })
        await tell(`"${copy.name}" was created as ${copy.id}.`, copy)
      }),
    )
  query
    .command('delete')
    .argument('<query>', 'name or id')
    .requiredOption('--yes', 'its runs and snapshots go with it')
    .description('delete a saved query with its runs and snapshots')
    .action(
      working(terminal, async ({ heddle, tell }, wanted: string) => {
        const { id, name } = await queryNamed(heddle, wanted)
        await heddle.queries.savedQueries.remove(id)
        await tell(`"${name}" was deleted.`, { id, name })
      }),
    )
}

async function tryFile(work: Work, file: string, { connection, var: variables, format }: TryOptions): Promise<number> {
  const { heddle, terminal, progress } = work
  const { draft, connectionName } = draftOf(await readText(file), file)
  const wanted = connection ?? connectionName
  if (wanted === undefined) throw new CommandError(`${file} names no connection: pass --connection.`)
  progress.say('Running…')
  const reply = await heddle.queries.execute(
    {
      draft,
      controller_connection: (await connectionNamed(heddle, wanted)).id,
      ...(variables && { variables: { ...variables } }),
    },
    { signal: terminal.signal },
  )
  progress.end()
  for (const warning of reply.warnings) terminal.stderr.write(`Warning: ${plainValue(warning)}\n`)
  if (reply.status !== 'success')
    throw new CommandError(`The run failed: ${reply.error_message ?? reply.status}`, EXIT.found)
  const rows = reply.results_truncated ? heddle.rows(reply.execution_id, { signal: terminal.signal }) : reply.results
  await printRows(work, format, { id: reply.execution_id, columns: reply.columns, rows })
  return EXIT.ok
}

const readText = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`)
  })

/** A canvas alone, or the only query of a file. */
function draftOf(text: string, file: string): { draft: DraftBody; connectionName: string | undefined } {
  const content = readYaml(text, file)
  const queries = isRecord(content) ? content['saved_queries'] : undefined
  if (Array.isArray(queries) && queries.length !== 1)
    throw new CommandError(`${file} holds ${queries.length} queries: expected one.`)
  const query: unknown = Array.isArray(queries) ? queries[0] : content
  if (!isRecord(query) || !Array.isArray(query['nodes']))
    throw new CommandError(`${file} is no query: it lacks a list of nodes.`)
  const { nodes, edges = [], post_processors, expect, parameters, controller_connection: connection } = query
  const draft: unknown = {
    ...{ nodes, edges },
    ...(post_processors !== undefined && { post_processors }),
    ...(expect !== undefined && { expect }),
    ...(parameters !== undefined && { parameters }),
  }
  // The server says what is wrong with it.
  return { draft: draft as DraftBody, connectionName: typeof connection === 'string' ? connection : undefined }
}

function readYaml(text: string, file: string): unknown {
  try {
    return parse(text, { schema: 'core' }) as unknown
  } catch (error) {
    throw new CommandError(`${file} is neither YAML nor JSON: ${(error as Error).message}`)
  }
}
