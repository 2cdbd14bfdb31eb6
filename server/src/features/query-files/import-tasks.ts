import type { FileScheduledTask } from '@heddle/contract/query-files.ts'
import type { SchemaColumn } from '@heddle/domain/automation/column.ts'
import { diffFileValues } from '@heddle/domain/query-files/diff-values.ts'
import type { FileEntry, ReadQueryFile } from '@heddle/domain/query-files/read-query-file.ts'
import { resolveTask } from '@heddle/domain/query-files/resolve-entry.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import type { AutomationTemplatesService } from '../automation-templates/index.ts'
import type { ImportLog } from './import-log.ts'
import { type ChangingServices, type ImportWork, absentFields } from './import-work.ts'
import { countTwins, findOwners, type PresentRows } from './query-files.store.ts'
import { fileTask } from './query-files.presenter.ts'

/** Ids of users by their names. */
export type Owners = ReadonlyMap<string, number>

/** The columns of the templates that follow-ups of a file name, by their ids. */
export async function templatesOfFile(
  { automationTemplates: { many } }: { readonly automationTemplates: Pick<AutomationTemplatesService, 'many'> },
  tx: Executor,
  { caller, file, rows }: { readonly caller: Caller; readonly file: ReadQueryFile; readonly rows: PresentRows },
): Promise<ImportWork['templates']> {
  const named = new Set(file.scheduledTasks.flatMap(({ fields }) => fields.on_changes?.template ?? []))
  const columns = new Map<string, readonly SchemaColumn[] | undefined>()
  for (const { id, name } of rows.templates) if (named.has(name)) columns.set(id, await many.columns(tx, caller, id))
  return columns
}

/** The others whose tasks a file names; only administrators change tasks of others. */
export async function ownersOfTasks(
  tx: Executor,
  caller: Caller,
  { scheduledTasks }: ReadQueryFile,
  log: ImportLog,
): Promise<Owners> {
  if (!caller.isAdmin) return new Map()
  const named = scheduledTasks.flatMap(({ name, fields: { owner } }) =>
    owner === undefined || owner === caller.username ? [] : { name, owner },
  )
  const found = await findOwners(tx, [...new Set(named.map(({ owner }) => owner))])
  for (const { name, owner } of named)
    if (!found.has(owner))
      log.addFaultsOf('scheduled_task', name, { owner: [`There is no user ${JSON.stringify(owner)}.`] })
  return found
}

/** Creates and changes the importer's tasks. `failed`: new queries that are not there; tasks do not report them. */
export async function writeTasks(
  services: ChangingServices,
  work: ImportWork,
  failed: ReadonlySet<string>,
): Promise<void> {
  for (const entry of work.file.scheduledTasks) {
    const { id, isNew } = work.match.tasks.get(entry.name)!
    const { owner } = entry.fields
    if (owner !== undefined && owner !== work.caller.username && !work.caller.isAdmin) {
      work.log.addStep('unchanged', 'scheduled_task', entry.name, null, { left_to: owner })
      continue
    }
    try {
      await (isNew ? createTask : changeTask)(services, work, entry, id)
    } catch (error) {
      if (!(error instanceof FieldErrors)) throw error
      const { saved_query: query, ...others } = error.fields
      const isKnown = query === undefined || failed.has(entry.fields.saved_query ?? '')
      work.log.addFaultsOf('scheduled_task', entry.name, isKnown ? others : { ...error.fields })
    }
  }
}

type Write = (
  services: ChangingServices,
  work: ImportWork,
  entry: FileEntry<FileScheduledTask>,
  id: string,
) => Promise<void>

const NOTHING: ReadonlySet<string> = new Set()

const createTask: Write = async ({ schedules: { many } }, work, entry, id) => {
  const { tx, caller, match, templates, log } = work
  const { body, faults } = resolveTask(entry, match.resolve, NOTHING)
  const ownerId = work.owners.get(entry.fields.owner ?? '') ?? caller.id
  const twins = body.saved_query === undefined ? 0 : await countTwins(tx, ownerId, entry.name, body.saved_query)
  log.addStep('create', 'scheduled_task', entry.name, null, twins > 0 ? { twins } : {})
  const missing = absentFields(entry.fields, entry.faults, ['saved_query', 'controller_connections', 'schedule_type'])
  const given = { body, faults: { ...missing, ...faults } }
  const fields = await many.readNew(tx, caller, given, async (template) => templates.get(template))
  if (!log.isRefused()) await many.insert(tx, ownerId, id, fields)
}

const changeTask: Write = async ({ schedules: { many } }, work, entry, id) => {
  const { tx, caller, match, names, templates, log } = work
  const row = await many.lock(tx, caller, id)
  const kept = new Set([...row.controllerConnections, ...(row.onChanges ? [row.onChanges.template] : [])])
  const given = resolveTask(entry, match.resolve, kept)
  const change = await many.readChange(tx, caller, id, given, async (template) => templates.get(template))
  if (match.missing.queries.some((query) => query.id === change.fields.savedQueryId)) {
    throw new FieldErrors({ saved_query: ['This import deletes its saved query: name another one.'] })
  }
  const diff = diffFileValues(fileTask(change.before, names), fileTask(change.fields, names))
  if (diff.length === 0) {
    log.addStep('unchanged', 'scheduled_task', entry.name)
    return
  }
  log.addStep('change', 'scheduled_task', entry.name, diff)
  if (!log.isRefused()) await many.write(tx, change)
}
