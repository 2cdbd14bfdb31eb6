import { type Command, Option } from 'commander'
import { errorOf, type HeddleError, type Pack, type PackInstallReply, type ScheduledTask } from '@heddle/client'
import { ask } from '../ask.ts'
import { exitOf, failOnOption, type Severity } from '../checks/fail-on.ts'
import { followCheck } from '../checks/follow-check.ts'
import {
  failedRuns,
  REPORT_FORMATS,
  type ReportFormat,
  reportText,
  showCheck,
  totalsOf,
} from '../checks/report-check.ts'
import { collect, readVariable, time, type Work, working } from '../command.ts'
import { connectionNamed } from '../find.ts'
import { packPlanText } from '../packs/pack-plan-text.ts'
import { packArchive } from '../packs/pack-archive.ts'
import { takeFirst } from '../take-first.ts'
import { CommandError, EXIT, type Terminal } from '../terminal.ts'

type AddOptions = { readonly dryRun?: true; readonly force?: true }
type RunOptions = {
  readonly connection?: string
  readonly param?: Readonly<Record<string, unknown>>
  readonly group?: readonly string[]
  readonly failOn: Severity
  readonly format?: ReportFormat | 'json'
}

/** Packs on a server: install, list, remove and run them. */
export function addInstalledPacks(pack: Command, terminal: Terminal): void {
  pack
    .command('add')
    .argument('<pack>', 'a folder, a .zip, a .tar.gz, or the name of a pack that comes with Heddle')
    .description('install a pack, or another version of it, and show what changes')
    .option('--dry-run', 'only show it')
    .option('--force', 'also in place of a newer version')
    .action(working(terminal, add))
  pack
    .command('list')
    .description('list the packs that are installed')
    .action(
      working(terminal, async ({ heddle, list }) =>
        list(await takeFirst(heddle.packs.all(), Infinity), {
          name: ({ name }) => name,
          version: ({ version }) => version,
          checks: ({ checks }) => checks,
          installed: ({ installed_at }) => time(installed_at),
          by: ({ installed_by }) => installed_by,
          title: ({ title }) => title,
        }),
      ),
    )
  pack
    .command('remove')
    .argument('<name>')
    .description('remove a pack with its checks, their waivers and their scheduled tasks; their runs stay')
    .option('-y, --yes', 'do not ask')
    .action(working(terminal, remove))
  pack
    .command('run')
    .argument('<name>')
    .description('run the checks of a pack, and fail when one of them does')
    .option('-c, --connection <connection>', 'by name or id; the default one if absent')
    .addOption(new Option('--param <name=value>', 'a value for a parameter; may be repeated').argParser(readVariable))
    .option('--group <group>', 'only the checks of this group; may be repeated', collect)
    .addOption(failOnOption('high'))
    .addOption(
      new Option('-f, --format <format>', 'print a report instead of the table').choices([...REPORT_FORMATS, 'json']),
    )
    .action(working(terminal, runPack))
}

async function add(work: Work, path: string, { dryRun, force }: AddOptions): Promise<void> {
  const { mediaType, bytes } = await packArchive(path)
  const answer = await work.heddle.request('POST', '/api/packs/', {
    signal: work.terminal.signal,
    query: { ...(dryRun && { dry_run: true }), ...(force && { force: true }) },
    headers: { 'content-type': mediaType },
    body: bytes,
  })
  if (!answer.ok) throw refusalOf(await errorOf(answer, { method: 'POST', path: '/api/packs/' }))
  const reply = (await answer.json()) as PackInstallReply
  const said = reply.applied ? 'is installed' : 'would be installed'
  const columns = work.terminal.stdout.columns ?? 80
  await work.tell(
    `${packPlanText(reply, { colour: work.colour, columns })}${reply.name} ${reply.version} ${said}.`,
    reply,
  )
}

/** Faults are at places of the pack, as `heddle pack test` shows them. */
function refusalOf(error: HeddleError): Error {
  if (error.code === 'older') return new CommandError(error.message.replace('?force=true', '--force'), EXIT.refused)
  if (error.status !== 400 || Object.keys(error.fields).length === 0) return error
  const lines = Object.entries(error.fields).flatMap(([field, messages]) => {
    const place = field.replace(/^files\.?/, '')
    return messages.map((message) => (place === '' ? message : `${place}: ${message}`))
  })
  return new CommandError(lines.join('\n'))
}

async function remove(work: Work, name: string, { yes }: { readonly yes?: true }): Promise<void> {
  const { heddle, terminal } = work
  const pack = await heddle.packs.get(name)
  const { waivers, tasks } = await belongings(work, pack)
  if (!work.wantsJson) await work.print(`${describeRemoval(pack, waivers, tasks)}\n`)
  if (!yes) {
    const answer = await ask(terminal, `Type "${name}" to remove it`, { instead: 'pass --yes' })
    if (answer.trim() !== name) throw new CommandError('Nothing was removed.', EXIT.found)
  }
  await heddle.packs.remove(name)
  await work.tell(`${name} was removed.`, {
    ...{ name, version: pack.version, checks: pack.checks.length, waivers },
    scheduled_tasks: tasks.map(({ id, name: task }) => ({ id, name: task })),
  })
}

/** What goes with the checks of a pack. */
async function belongings({ heddle }: Work, { checks }: Pack) {
  const own = new Set(checks.map(({ saved_query }) => saved_query))
  const isOwn = ({ saved_query }: { readonly saved_query: string }) => own.has(saved_query)
  const waivers = await takeFirst(heddle.queries.waivers.all(), Infinity)
  const tasks = await takeFirst(heddle.queries.scheduledTasks.all({ ordering: 'name' }), Infinity)
  return { waivers: waivers.filter(isOwn).length, tasks: tasks.filter(isOwn) }
}

function describeRemoval({ name, version, checks }: Pack, waivers: number, tasks: readonly ScheduledTask[]): string {
  const lines = [
    count(checks.length, 'check'),
    ...(waivers > 0 ? [count(waivers, 'waiver')] : []),
    ...(tasks.length > 0
      ? [`${count(tasks.length, 'scheduled task')}: ${tasks.map((task) => task.name).join(', ')}`]
      : []),
  ]
  return [`${name} ${version} goes with:`, ...lines.map((line) => `  ${line}`), 'Runs of its checks stay.'].join('\n')
}

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`

async function runPack(work: Work, name: string, options: RunOptions): Promise<number> {
  const { heddle, terminal, progress } = work
  const { failOn, format = 'table' } = options
  const { id } = await heddle.queries.checks.create({
    pack: name,
    controller_connection: await connectionOf(work, options.connection),
    ...(options.group && { groups: [...options.group] }),
    ...(options.param && { parameters: await parametersOf(work, name, options.param) }),
  })
  terminal.stderr.write(`Check ${id}\n`)
  const finished = await followCheck(work, id, failOn)
  const failed = format === 'table' || format === 'junit' ? await failedRuns(work, finished) : []
  progress.end()
  if (format === 'table' || format === 'json')
    await showCheck({ ...work, wantsJson: work.wantsJson || format === 'json' }, finished, failed)
  else {
    await work.print(await reportText(work, id, format, failed))
    terminal.stderr.write(`${totalsOf(finished)}\n`)
  }
  return exitOf(finished, failOn)
}

async function connectionOf({ heddle }: Work, wanted: string | undefined): Promise<string> {
  if (wanted !== undefined) return (await connectionNamed(heddle, wanted)).id
  for await (const { id, is_default } of heddle.controller.connections.all()) if (is_default) return id
  throw new CommandError('Pass --connection: there is no default one.')
}

/** The server ignores values that no check takes, and a misspelt one would judge by the value of the pack. */
async function parametersOf({ heddle }: Work, name: string, given: Readonly<Record<string, unknown>>) {
  const pack = await heddle.packs.get(name)
  const known = new Set(pack.parameters.map((parameter) => parameter.name))
  if (Object.keys(given).every((one) => known.has(one))) return given
  // Checks may declare some of their own.
  for await (const query of heddle.queries.savedQueries.all(pack.category === null ? {} : { category: pack.category }))
    if (query.pack?.name === name) for (const parameter of query.parameters) known.add(parameter.name)
  const unknown = Object.keys(given).filter((one) => !known.has(one))
  const has = known.size === 0 ? 'it has none' : `it has: ${[...known].sort().join(', ')}`
  if (unknown.length > 0)
    throw new CommandError(unknown.map((one) => `The pack has no parameter ${one}; ${has}.`).join('\n'))
  return given
}
