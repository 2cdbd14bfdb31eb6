import { parse } from 'csv-parse/sync'
import { type Command, Option } from 'commander'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { askSecret } from '../ask.ts'
import { collect, type Work, working } from '../command.ts'
import { automationConnectionNamed, queryNamed, templateNamed } from '../find.ts'
import { CommandError, EXIT, type Terminal } from '../terminal.ts'
import { takeFirst } from '../take-first.ts'
import { addRequests } from './requests.ts'

const EXPECTATIONS = ['gone', 'present'] as const
const VERIFY_POLL_MS = 500
const VERIFIED: Readonly<Record<string, string>> = {
  holds: 'are as expected',
  differs: 'are not as expected',
  failed: 'could not be checked',
}
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
    .option('--from-query <query>', 'instead: the rows of a saved query, by name or id')
    .option('--from-snapshot <id>', 'instead: the rows of a snapshot')
    .option('--map <column=column>', 'a column of the template from one of the rows; may be repeated', collect)
    .option('--set <column=value>', 'a column of the template with one value; may be repeated', collect)
    .option('--filter <expression>', 'only rows for which it is true')
    .option('-m, --comment <text>', 'why')
    .addOption(
      new Option('--verify <expectation>', 'ask the query again after the jobs: whether its rows are so').choices([
        ...EXPECTATIONS,
      ]),
    )
    .option('--dry-run', 'check the rows, launch nothing')
    .option('--follow', 'wait for the end, and for what --verify finds')
    .action(working(terminal, launch))
  addRequests(command, terminal)
  command
    .command('token')
    .argument('<connection>', 'name or id')
    .description(
      'set the token of a connection to an automation server, and test it; it is asked for, or read from a pipe',
    )
    .action(working(terminal, setToken))
  command
    .command('follow')
    .argument('<request>')
    .description('follow a request to its end')
    .action(working(terminal, async (work, id: string) => followRequest(work, id)))
}

type LaunchOptions = {
  readonly rows?: string
  readonly fromQuery?: string
  readonly fromSnapshot?: string
  readonly map?: readonly string[]
  readonly set?: readonly string[]
  readonly filter?: string
  readonly comment?: string
  readonly dryRun?: true
  readonly follow?: true
  readonly verify?: (typeof EXPECTATIONS)[number]
}

async function setToken(work: Work, wanted: string): Promise<number> {
  const { connections } = work.heddle.automation
  const { id } = await automationConnectionNamed(work.heddle, wanted)
  await connections.update(id, { oauth_token: await askSecret(work.terminal, 'Token') })
  const reply = await connections.testConnection(id, { signal: work.terminal.signal })
  await work.tell(reply.message, reply)
  return reply.status === 'success' ? EXIT.ok : EXIT.found
}

async function launch(work: Work, wanted: string, options: LaunchOptions): Promise<number> {
  const { id, name } = await templateNamed(work.heddle, wanted)
  const body = {
    ...(options.rows !== undefined && { rows: await readRows(work.terminal, options.rows) }),
    ...(await sourceOf(work, options)),
    ...(options.comment !== undefined && { comment: options.comment }),
    ...(options.verify !== undefined && { verify_after: { expect: options.verify } }),
  }
  const { templates } = work.heddle.automation
  if (options.dryRun) {
    await work.tell('The rows are fine; nothing was launched.', await templates.launch(id, body, { dry_run: true }))
    return EXIT.ok
  }
  const reply = await templates.launch(id, body)
  // With --json there is one document: what the request ended as.
  if (!options.follow || !work.wantsJson) await work.tell(`"${name}" was launched as request ${reply.id}.`, reply)
  return options.follow ? followRequest(work, reply.id) : EXIT.ok
}

/** Rows of a query or a snapshot, and which of their columns become which of the template's. */
async function sourceOf({ heddle }: Work, { fromQuery, fromSnapshot, map, set, filter }: LaunchOptions) {
  const source =
    fromQuery !== undefined
      ? { saved_query: (await queryNamed(heddle, fromQuery)).id }
      : fromSnapshot !== undefined && { snapshot: fromSnapshot }
  if (!source) {
    if (map ?? set ?? filter) throw new CommandError('--map, --set and --filter need --from-query or --from-snapshot.')
    return {}
  }
  const mapping = [
    ...(map ?? []).map((text) => namedValue(text)),
    ...(set ?? []).map((text) => {
      const [column, value] = namedValue(text)
      return [column, { value }] as const
    }),
  ]
  return {
    rows_from: source,
    ...(mapping.length > 0 && { mapping: Object.fromEntries(mapping) as Record<string, unknown> }),
    ...(filter !== undefined && { filter }),
  }
}

function namedValue(text: string): readonly [string, string] {
  const at = text.indexOf('=')
  if (at < 1) throw new CommandError(`${text}: expected name=value.`)
  return [text.slice(0, at), text.slice(at + 1)]
}

async function followRequest({ heddle, progress, terminal, tell }: Work, id: string): Promise<number> {
  for await (const { type, data } of heddle.follow.automationRequest(id, { signal: terminal.signal })) {
    if (type !== 'request_status') continue
    const { executions_complete: done, executions_total: total } = data
    if (terminal.stderr.isTTY === true) progress.bar('jobs', done, total)
    else if (total > 0) progress.step(`${done} of ${total} jobs ended`)
  }
  progress.end()
  const { requests } = heddle.automation
  let request = await requests.get(id)
  while (request.verification?.status === 'pending') {
    progress.say('Asking the query again…')
    await pause(VERIFY_POLL_MS, undefined, { signal: terminal.signal })
    request = await requests.get(id)
  }
  progress.end()
  const { status, verification } = request
  const verified = verification === null ? '' : `; its rows ${VERIFIED[verification.status] ?? verification.status}`
  await tell(`The request ended: ${status}${verified}`, request)
  const isRight = status === 'succeeded' && (verification === null || verification.status === 'holds')
  return isRight ? EXIT.ok : EXIT.found
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
