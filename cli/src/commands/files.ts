import type { Command } from 'commander'
import { collect, type Work, working } from '../command.ts'
import { EVERYTHING, exportFolder, readFolder, removeFiles, scopeOf, writeFiles } from '../files/folder.ts'
import { type Content, PLATFORM_LISTS, type Scope } from '../files/folder-file.ts'
import { LOCK_FILE, lockText, readLock } from '../files/lock.ts'
import { planPull, type Pull } from '../files/plan-pull.ts'
import { CommandError, EXIT, type Terminal } from '../terminal.ts'
import { apply, type ApplyOptions, plan, type PlanOptions, validate } from './apply-files.ts'

type PullOptions = {
  readonly category?: string
  readonly include?: readonly string[]
  readonly prune?: true
  readonly force?: true
  readonly tasks: boolean
  readonly owners?: true
}

/** Saved queries, scheduled tasks and whatever else an installation is made of as files in version control. */
export function addFiles(program: Command, terminal: Terminal): void {
  program
    .command('pull')
    .argument('[folder]', 'the current one if absent', '.')
    .description('write saved queries and their scheduled tasks to files, one for each query')
    .option('--category <path>', 'only this folder and those below it, such as A/B, or / for all; remembered')
    .option('--include <list>', `also ${PLATFORM_LISTS.join(', ')}, or all; may be repeated; remembered`, collect)
    .option('--prune', 'remove files of queries that are gone; never one that pull did not write')
    .option('--force', 'give up edits that were not applied')
    .option('--no-tasks', 'leave scheduled tasks as the files have them')
    .option('--owners', 'say whose the scheduled tasks are, so that others leave them alone; remembered')
    .action(working(terminal, pull))
  withPlanOptions(program.command('plan'))
    .description('show what applying the files of a folder would change')
    .action(working(terminal, (work, folder: string, options: PlanOptions) => plan(work, folder, options)))
  withPlanOptions(program.command('apply'))
    .description('change saved queries and scheduled tasks to what the files of a folder say, all or nothing')
    .option('-y, --yes', 'do not ask')
    .option('--overwrite', 'take back what was changed on the server since the pull')
    .option('--delete-history <query>', 'delete this query with its runs and snapshots; may be repeated', collect)
    .option('--duplicate-tasks', 'create tasks that another user has already: both will run')
    .action(working(terminal, (work, folder: string, options: ApplyOptions) => apply(work, folder, options)))
  program
    .command('validate')
    .argument('[folder]', 'the current one if absent', '.')
    .description('say whether the queries that the files of a folder create or change could run')
    .action(working(terminal, validate))
}

const withPlanOptions = (command: Command): Command =>
  command
    .argument('[folder]', 'the current one if absent', '.')
    .option('--delete-missing', 'delete what the folder lacks of what it was pulled for')
    .option('--allow-drafts', 'take queries that cannot run yet')
    .option('--no-tasks', 'leave out scheduled tasks, which belong to the user who applies them')

async function pull(work: Work, folder: string, options: PullOptions): Promise<number> {
  const { prune, force, tasks } = options
  const [{ files, faults }, lock] = [await readFolder(folder), await readLock(folder)]
  const scope = scopeOf(files, scopeGiven(options))
  const inFiles = files.flatMap((file) => file.content.scheduled_tasks)
  const exported = await exportFolder(work, scope, { tasks: inFiles, ...(options.owners && { owners: true }) })
  // As the files have them, so that nothing about them differs.
  const content: Content = tasks ? exported : { ...exported, scheduled_tasks: inFiles }
  const taken = new Set(faults.map(({ file }) => file))
  const result = planPull(content, files, { taken, lock, isForced: force === true, schema: schemaOf(work) })
  if (result.problems.length > 0) throw new CommandError(result.problems.join('\n'))
  await writeFiles(folder, new Map([...result.writes, [LOCK_FILE, lockText(result.lock)]]))
  await removeFiles(folder, [...result.moved, ...(prune ? result.gone : [])])
  await showPull(work, result, { prune: prune === true, before: new Set(files.map(({ path }) => path)) })
  if (result.conflicts.length === 0) return EXIT.ok
  const why = lock
    ? 'was edited here and changed on the server'
    : `differs from the server, and without ${LOCK_FILE} nobody knows whether it was edited here`
  work.terminal.stderr.write(
    `${result.conflicts.map((path) => `${path} ${why}.`).join('\n')}\n` +
      `They stay as they are: \`heddle plan\` shows what differs, \`heddle pull --force\` takes what the server has.\n`,
  )
  return EXIT.found
}

function scopeGiven({ category, include = [] }: PullOptions): Scope {
  const wanted = include.flatMap((list) => list.split(',').map((part) => part.trim().replaceAll('-', '_')))
  const unknown = wanted.find((list) => list !== 'all' && !PLATFORM_LISTS.some((known) => known === list))
  if (unknown !== undefined)
    throw new CommandError(`--include ${unknown}: expected some of ${PLATFORM_LISTS.join(', ')}, or all.`, EXIT.usage)
  const kinds = PLATFORM_LISTS.filter((list) => wanted.includes('all') || wanted.includes(list))
  const path = category === EVERYTHING ? EVERYTHING : category?.replace(/^\//, '')
  return { ...(path !== undefined && { category: path }), ...(kinds.length > 0 && { kinds }) }
}

const schemaOf = ({ context }: Work): string => new URL('api/queries/file-schema/', context.url).href

async function showPull(
  work: Work,
  result: Pull,
  { prune, before }: { readonly prune: boolean; readonly before: ReadonlySet<string> },
) {
  const removed = [...result.moved, ...(prune ? result.gone : [])].sort()
  const written = [...result.writes.keys()].sort()
  const { kept, conflicts, unchanged } = result
  const lines = [
    ...written.map((path) => `${before.has(path) ? '~' : '+'} ${path}`),
    ...removed.map((path) => `- ${path}`),
    ...kept.map((path) => `  ${path} keeps your edits.`),
    `${written.length} written, ${removed.length} removed, ${unchanged + kept.length} unchanged.`,
    ...(prune ? [] : result.gone.map((path) => `${path} is of a query that is gone: --prune removes it.`)),
  ]
  await work.tell(lines.join('\n'), {
    ...{ written, removed, kept, conflicts },
    ...{ gone: prune ? [] : result.gone, unchanged },
  })
}
