import { parse } from 'csv-parse/sync'
import type { Command } from 'commander'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { type Work, working } from '../command.ts'
import { templateNamed } from '../find.ts'
import { CommandError, EXIT, type Terminal } from '../terminal.ts'
import { takeFirst } from './queries.ts'

const CSV = { columns: true, bom: true, skip_empty_lines: true } as const

/** Automation: launch rows from a template, and follow the request. */
export function addAutomation(program: Command, terminal: Terminal): void {
  const command = program.command('automation').description('templates and requests of the automation server')

  command
    .command('templates')
    .description('list templates')
    .action(
      working(terminal, async ({ heddle, list }) =>
        list(await takeFirst(heddle.automation.templates.all({ ordering: 'name' }), Infinity), {
          name: ({ name }) => name,
          id: ({ id }) => id,
        }),
      ),
    )

  command
    .command('launch')
    .argument('<template>', 'name or id')
    .description('launch rows of a CSV or JSON file; - reads JSON from a pipe')
    .option('-r, --rows <file>', 'the rows')
    .option('-m, --comment <text>', 'why')
    .option('--dry-run', 'check the rows, launch nothing')
    .option('--follow', 'wait for the end')
    .action(
      working(
        terminal,
        async (work, wanted: string, options: { rows?: string; comment?: string; dryRun?: true; follow?: true }) => {
          const { id, name } = await templateNamed(work.heddle, wanted)
          const body = {
            ...(options.rows !== undefined && { rows: await readRows(terminal, options.rows) }),
            ...(options.comment !== undefined && { comment: options.comment }),
          }
          const reply = await work.heddle.automation.templates.launch(id, body, options.dryRun ? { dry_run: true } : {})
          if (!('id' in reply) || options.dryRun)
            return work.tell('The rows are fine; nothing was launched.', reply).then(() => EXIT.ok)
          // With --json there is one document: what the request ended as.
          if (!options.follow || !work.wantsJson)
            await work.tell(`"${name}" was launched as request ${reply.id}.`, reply)
          return options.follow ? followRequest(work, reply.id) : EXIT.ok
        },
      ),
    )

  command
    .command('follow')
    .argument('<request>')
    .description('follow a request to its end')
    .action(working(terminal, async (work, id: string) => followRequest(work, id)))
}

async function followRequest({ heddle, progress, terminal, tell }: Work, id: string): Promise<number> {
  for await (const { type, data } of heddle.follow.automationRequest(id, { signal: terminal.signal })) {
    if (type !== 'request_status') continue
    const [done, total] = [Number(data.executions_complete), Number(data.executions_total)]
    if (terminal.stderr.isTTY === true) progress.bar('jobs', done, total)
    else if (total > 0) progress.step(`${done} of ${total} jobs ended`)
  }
  progress.end()
  const request = await heddle.automation.requests.get(id)
  await tell(`The request ended: ${request.status}`, request)
  return request.status === 'succeeded' ? EXIT.ok : EXIT.found
}

async function readRows(terminal: Terminal, file: string): Promise<unknown[]> {
  const content = file === '-' ? await text(terminal.stdin) : await readFile(file, 'utf8').catch(() => unreadable(file))
  if (file.endsWith('.csv')) return parse<Record<string, string>>(content, CSV)
  const rows = parseJson(content, file)
  if (!Array.isArray(rows)) throw new CommandError(`${file}: expected a JSON list of rows.`)
  return rows as unknown[]
}

function parseJson(content: string, file: string): unknown {
  try {
    return JSON.parse(content)
  } catch (error) {
    throw new CommandError(`${file} is not valid JSON: ${(error as Error).message}`)
  }
}

function unreadable(file: string): never {
  throw new CommandError(`${file} cannot be read.`)
}
