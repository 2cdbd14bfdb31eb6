import { isDeepStrictEqual } from 'node:util'
import type { Command } from 'commander'
import { HeddleError, type ImportStep, type QueryImportReply } from '@heddle/client'
import { ask } from '../ask.ts'
import { type Work, working } from '../command.ts'
import { readFolder, removeFiles, writeFiles } from '../files/folder.ts'
import { joinFiles, placeFaults } from '../files/join-files.ts'
import { planPull, type Pull, ROOT_FILE } from '../files/plan-pull.ts'
import { type Content, describeFault, type FileFault, type FolderFile } from '../files/folder-file.ts'
import { planText } from '../output/plan-text.ts'
import { CommandError, EXIT, type Terminal } from '../terminal.ts'

type PullOptions = { readonly category?: string; readonly prune?: true }
type PlanOptions = { readonly deleteMissing?: true }

/** Saved queries and scheduled tasks as files in version control. */
export function addFiles(program: Command, terminal: Terminal): void {
  program
    .command('pull')
    .argument('[folder]', 'the current one if absent', '.')
    .description('write saved queries and their scheduled tasks to files, one for each query')
    .option('--category <path>', 'only this folder and those below it, such as A/B; remembered for the next pull')
    .option('--prune', 'remove files of queries that are gone; never one that pull did not write')
    .action(working(terminal, pull))

  program
    .command('plan')
    .argument('[folder]', 'the current one if absent', '.')
    .description('show what applying the files of a folder would change')
    .option('--delete-missing', 'delete what the folder lacks; it must have been pulled with --category')
    .action(
      working(terminal, async (work, folder: string, options: PlanOptions) => {
        const { plan } = await planOf(work, await documentOf(folder, options))
        await showPlan(work, plan)
        return changes(plan) ? EXIT.changes : EXIT.ok
      }),
    )

  program
    .command('apply')
    .argument('[folder]', 'the current one if absent', '.')
    .description('change saved queries and scheduled tasks to what the files of a folder say, all or nothing')
    .option('-y, --yes', 'do not ask')
    .option('--delete-missing', 'delete what the folder lacks; it must have been pulled with --category')
    .action(working(terminal, apply))
}

async function pull(work: Work, folder: string, { category, prune }: PullOptions): Promise<void> {
  const { files, faults } = await readFolder(folder)
  const scope = scopeOf(files, category?.replace(/^\//, ''))
  const reply = await work.heddle.queries.export({
    format: 'json',
    ...(scope !== undefined && { category: `/${scope}` }),
  })
  const { saved_queries, scheduled_tasks, ...exported } = await reply.json()
  const content = {
    ...exported,
    ...(scope !== undefined && { scope: { category: scope } }),
    saved_queries: saved_queries.map((query) => ({ ...query })),
    scheduled_tasks: scheduled_tasks.map((task) => ({ ...task })),
  }
  const result = planPull(content, files, new Set(faults.map(({ file }) => file)))
  if (result.problems.length > 0) throw new CommandError(result.problems.join('\n'))
  await writeFiles(folder, result.writes)
  await removeFiles(folder, [...result.moved, ...(prune ? result.gone : [])])
  await showPull(work, result, { prune: prune === true, before: new Set(files.map(({ path }) => path)) })
}

/** The category to pull: as given, or as the last pull remembered it. */
function scopeOf(files: readonly FolderFile[], given: string | undefined): string | undefined {
  const remembered = files.find(({ path }) => path === ROOT_FILE)?.content.scope?.category
  if (given === undefined || remembered === undefined || given === remembered) return given ?? remembered
  throw new CommandError(`This folder holds "${remembered}": pull "${given}" into another one.`)
}

async function showPull(
  work: Work,
  result: Pull,
  { prune, before }: { readonly prune: boolean; readonly before: ReadonlySet<string> },
) {
  const removed = [...result.moved, ...(prune ? result.gone : [])].sort()
  const written = [...result.writes.keys()].sort()
  const lines = [
    ...written.map((path) => `${before.has(path) ? '~' : '+'} ${path}`),
    ...removed.map((path) => `- ${path}`),
    `${written.length} written, ${removed.length} removed, ${result.unchanged} unchanged.`,
    ...(prune ? [] : result.gone.map((path) => `${path} is of a query that is gone: --prune removes it.`)),
  ]
  await work.tell(lines.join('\n'), { written, removed, gone: prune ? [] : result.gone, unchanged: result.unchanged })
}

type Document = {
  readonly content: Content & { readonly delete_missing?: true }
  readonly files: readonly FolderFile[]
}

async function documentOf(folder: string, { deleteMissing }: PlanOptions): Promise<Document> {
  const { files, faults } = await readFolder(folder)
  if (faults.length > 0) throw faulty(faults)
  if (files.length === 0) throw new CommandError(`There are no files in ${folder}: run \`heddle pull\` first.`)
  const content = joinFiles(files)
  if (!('version' in content)) throw faulty(content)
  if (!deleteMissing) return { content, files }
  if (content.scope === undefined)
    throw new CommandError(
      `--delete-missing needs a folder that was pulled with --category, or \`scope: {category: …}\` in ${ROOT_FILE}.`,
    )
  return { content: { ...content, delete_missing: true }, files }
}

const faulty = (faults: readonly (FileFault | string)[]): CommandError =>
  new CommandError(faults.map((fault) => (typeof fault === 'string' ? fault : describeFault(fault))).join('\n'))

const planOf = (work: Work, document: Document): Promise<QueryImportReply> => send(work, document, { dry_run: true })

/** Faults that the server finds get their files and lines. */
async function send(
  { heddle, terminal }: Work,
  { content, files }: Document,
  query: { dry_run?: boolean },
): Promise<QueryImportReply> {
  try {
    return await heddle.queries.import(content, query, { signal: terminal.signal })
  } catch (error) {
    if (!(error instanceof HeddleError) || error.status !== 400 || Object.keys(error.fields).length === 0) throw error
    throw faulty(placeFaults(files, error.fields))
  }
}

const changes = (plan: readonly ImportStep[]): boolean => plan.some(({ action }) => action !== 'unchanged')

async function showPlan({ print, wantsJson, colour, terminal }: Work, plan: readonly ImportStep[]): Promise<void> {
  if (wantsJson) return print(`${JSON.stringify({ plan, applied: false }, null, 2)}\n`)
  await print(planText(plan, { colour, columns: terminal.stdout.columns ?? 80 }))
}

async function apply(
  work: Work,
  folder: string,
  { yes, ...options }: PlanOptions & { readonly yes?: true },
): Promise<number> {
  const document = await documentOf(folder, options)
  const { plan } = await planOf(work, document)
  if (!work.wantsJson || !changes(plan)) await showPlan(work, plan)
  if (!changes(plan)) return EXIT.ok
  if (!yes) {
    const answer = await ask(work.terminal, 'Apply this? Only "yes" does', { instead: 'pass --yes' })
    if (answer.trim() !== 'yes') throw new CommandError('Nothing was applied.', EXIT.found)
  }
  const now = await planOf(work, document)
  if (!isDeepStrictEqual(now.plan, plan))
    throw new CommandError('The plan has changed since it was shown: nothing was applied. Run it again.', EXIT.refused)
  const reply = await send(work, document, {})
  // The server has no condition for an import: between the two requests somebody may have changed something.
  const isAsShown = isDeepStrictEqual(reply.plan, plan)
  await work.tell(
    isAsShown ? 'Applied.' : 'Applied, but not as shown: somebody changed something at the same time.',
    reply,
  )
  return isAsShown ? EXIT.ok : EXIT.found
}
