import { isDeepStrictEqual } from 'node:util'
import { HeddleError, type ImportStep, type QueryImportReply } from '@heddle/client'
import { ask } from '../ask.ts'
import type { Work } from '../command.ts'
import { type Drift, findDrift, mayDrift, NO_DRIFT } from '../files/drift.ts'
import { exportFolder, readFolder, writeFiles } from '../files/folder.ts'
import {
  type Content,
  describeFault,
  type FileFault,
  type FolderFile,
  PLATFORM_LISTS,
  ROOT_FILE,
  type Scope,
} from '../files/folder-file.ts'
import { joinFiles, placeFaults } from '../files/join-files.ts'
import { type Lock, LOCK_FILE, lockOf, lockText, readLock } from '../files/lock.ts'
import { planText } from '../output/plan-text.ts'
import { CommandError, EXIT } from '../terminal.ts'

export type PlanOptions = {
  readonly deleteMissing?: true
  readonly allowDrafts?: true
  readonly tasks: boolean
}
export type ApplyOptions = PlanOptions & {
  readonly yes?: true
  readonly overwrite?: true
  readonly deleteHistory?: readonly string[]
  readonly duplicateTasks?: true
}

type Document = {
  readonly content: Content & { readonly delete_missing?: true }
  readonly files: readonly FolderFile[]
  readonly lock: Lock | undefined
}

/** Shows what would change; faults of queries that could not run are faults of the plan. */
export async function plan(work: Work, folder: string, options: PlanOptions): Promise<number> {
  const document = await documentOf(folder, options)
  const { plan: steps } = await send(work, document, { dry_run: true, validate: true })
  await showPlan(work, steps, await driftOf(work, document, steps))
  const isWrong = tellProblems(work, document, steps)
  if (isWrong && !options.allowDrafts) return EXIT.usage
  return changes(steps) ? EXIT.changes : EXIT.ok
}

export async function validate(work: Work, folder: string): Promise<number> {
  const document = await documentOf(folder, { tasks: false })
  const { plan: steps } = await send(work, document, { dry_run: true, validate: true })
  const isWrong = tellProblems(work, document, steps)
  const checked = steps.filter(({ kind, action }) => kind === 'saved_query' && action !== 'unchanged')
  await work.tell(isWrong ? 'Some cannot run.' : 'All of them can run.', checked)
  return isWrong ? EXIT.usage : EXIT.ok
}

export async function apply(work: Work, folder: string, options: ApplyOptions): Promise<number> {
  const document = await documentOf(folder, options)
  const { plan: found } = await send(work, document, { dry_run: true, validate: true })
  const steps = found.map(({ problems: _, ...step }) => step)
  const drift = await driftOf(work, document, steps)
  if (!work.wantsJson || !changes(steps)) await showPlan(work, steps, drift)
  if (!changes(steps)) return EXIT.ok
  const isWrong = tellProblems(work, document, found)
  if (isWrong && !options.allowDrafts)
    throw new CommandError('Nothing was applied: fix these, or pass --allow-drafts.', EXIT.usage)
  refuseTwins(steps, options)
  if (drift.keys.size > 0 && options.yes && !options.overwrite)
    throw new CommandError(
      `Nothing was applied: it would take back what was changed on the server since you pulled, in ${quoted(drift.keys.keys())}. Run \`heddle pull\`, or pass --overwrite.`,
      EXIT.found,
    )
  await confirm(work, steps, options)
  const now = await send(work, document, { dry_run: true })
  if (!isDeepStrictEqual(now.plan, steps))
    throw new CommandError('The plan has changed since it was shown: nothing was applied. Run it again.', EXIT.refused)
  const reply = await send(work, document, {})
  await rememberApplied(work, folder, document)
  // The server has no condition for an import: between the two requests somebody may have changed something.
  const isAsShown = isDeepStrictEqual(reply.plan, steps)
  await work.tell(
    isAsShown ? 'Applied.' : 'Applied, but not as shown: somebody changed something at the same time.',
    reply,
  )
  return isAsShown ? EXIT.ok : EXIT.found
}

async function documentOf(
  folder: string,
  { deleteMissing, tasks }: Pick<PlanOptions, 'deleteMissing' | 'tasks'>,
): Promise<Document> {
  const { files, faults } = await readFolder(folder)
  if (faults.length > 0) throw faulty(faults)
  if (files.length === 0) throw new CommandError(`There are no files in ${folder}: run \`heddle pull\` first.`)
  const joined = joinFiles(files)
  if (!('version' in joined)) throw faulty(joined)
  const content = tasks ? joined : { ...joined, scheduled_tasks: [] }
  const lock = await readLock(folder)
  if (!deleteMissing) return { content, files, lock }
  if (content.scope?.category === undefined && content.scope?.kinds === undefined)
    throw new CommandError(
      `--delete-missing needs a folder that was pulled with --category (/ for everything) or --include, or \`scope: {category: …}\` in ${ROOT_FILE}.`,
    )
  return { content: { ...content, delete_missing: true }, files, lock }
}

const faulty = (faults: readonly (FileFault | string)[]): CommandError => new CommandError(described(faults))
const described = (faults: readonly (FileFault | string)[]): string =>
  faults.map((fault) => (typeof fault === 'string' ? fault : describeFault(fault))).join('\n')

/** Faults that the server finds get their files and lines. */
async function send(
  { heddle, terminal }: Work,
  { content, files }: Document,
  query: { dry_run?: boolean; validate?: boolean },
): Promise<QueryImportReply> {
  // Those that say a thing twice: what else is wrong is listed with it.
  const known = files.flatMap(({ faults }) => faults)
  try {
    const reply = await heddle.queries.import(content, query, { signal: terminal.signal })
    if (known.length > 0) throw faulty(known)
    return reply
  } catch (error) {
    if (!(error instanceof HeddleError) || error.status !== 400 || Object.keys(error.fields).length === 0) throw error
    throw faulty([...known, ...placeFaults(files, error.fields)])
  }
}

/** Says why queries could not run, at their files and lines; whether there are errors among it. */
function tellProblems({ terminal }: Work, { files }: Document, steps: readonly ImportStep[]): boolean {
  const all = steps.flatMap(({ name, problems = [] }) => problems.map((problem) => ({ name, problem })))
  const faults = all.flatMap(({ name, problem: { severity, message, path, suggestions = [] } }) => {
    const text = `${severity === 'warning' ? 'warning: ' : ''}${message}${suggestions.length > 0 ? `; did you mean ${suggestions.join(', ')}?` : ''}`
    return placeFaults(files, { [`saved_queries.${name}${path === null ? '' : `.${path}`}`]: [text] })
  })
  if (faults.length > 0) terminal.stderr.write(`${described(faults)}\n`)
  return all.some(({ problem }) => problem.severity === 'error')
}

/** What the files are about: what was pulled, and lists that were written by hand. */
const scopeToRead = (content: Content): Scope => {
  const { category, kinds: pulled = [] } = content.scope ?? {}
  const kinds = PLATFORM_LISTS.filter((list) => pulled.includes(list) || content[list] !== undefined)
  return { ...(category !== undefined && { category }), ...(kinds.length > 0 && { kinds }) }
}

const changes = (steps: readonly ImportStep[]): boolean => steps.some(({ action }) => action !== 'unchanged')

async function driftOf(work: Work, { lock, content }: Document, steps: readonly ImportStep[]): Promise<Drift> {
  if (lock === undefined || !steps.some(mayDrift)) return NO_DRIFT
  return findDrift(steps, lock, await exportFolder(work, scopeToRead(content)))
}

async function showPlan(
  { print, wantsJson, colour, terminal }: Work,
  steps: readonly ImportStep[],
  drift: Drift,
): Promise<void> {
  if (wantsJson) {
    const keys = Object.fromEntries([...drift.keys].map(([name, found]) => [name, [...found]]))
    return print(`${JSON.stringify({ plan: steps, applied: false, drift: keys }, null, 2)}\n`)
  }
  await print(planText(steps, { colour, columns: terminal.stdout.columns ?? 80, drift }))
}

function refuseTwins(steps: readonly ImportStep[], { duplicateTasks }: ApplyOptions): void {
  const doubled = steps.filter(({ twins }) => twins !== undefined).map(({ name }) => name)
  if (doubled.length > 0 && !duplicateTasks)
    throw new CommandError(
      `Nothing was applied: another user has ${quoted(doubled)} for the same query, and both would run. Pass --no-tasks, or --duplicate-tasks.`,
      EXIT.found,
    )
}

/** Deleting history takes the name of each query; all else one yes. */
async function confirm({ terminal }: Work, steps: readonly ImportStep[], options: ApplyOptions): Promise<void> {
  const named = new Set(options.deleteHistory)
  const treasures = steps.filter(
    ({ loses, name }) => loses && loses.executions + loses.snapshots > 0 && !named.has(name),
  )
  if (options.yes && treasures.length > 0)
    throw new CommandError(
      `Nothing was applied: ${quoted(treasures.map(({ name }) => name))} would go with all runs and snapshots. Name each with --delete-history <query>.`,
      EXIT.found,
    )
  for (const { name } of treasures) {
    const answer = await ask(terminal, `Type "${name}" to delete it with its runs and snapshots`, {
      instead: 'pass --yes and --delete-history',
    })
    if (answer.trim() !== name) throw new CommandError('Nothing was applied.', EXIT.found)
  }
  if (options.yes) return
  const answer = await ask(terminal, 'Apply this? Only "yes" does', { instead: 'pass --yes' })
  if (answer.trim() !== 'yes') throw new CommandError('Nothing was applied.', EXIT.found)
}

const quoted = (names: Iterable<string>): string => [...names].map((name) => `"${name}"`).join(', ')

/** What the server has now is what these files say: a later plan compares with it. */
async function rememberApplied(work: Work, folder: string, { lock, content }: Document): Promise<void> {
  if (lock === undefined) return
  const now = lockOf(await exportFolder(work, scopeToRead(content), { tasks: content.scheduled_tasks }))
  const own = new Set(lockOf(content).keys())
  const next = new Map([...now].filter(([name]) => own.has(name) || lock.has(name)))
  await writeFiles(folder, new Map([[LOCK_FILE, lockText(next)]]))
}
