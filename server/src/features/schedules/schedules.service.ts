import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Caller } from '../../kernel/caller.ts'
import { orNotFound } from '../../kernel/errors.ts'
import { nextVersionTime, type Precondition } from '../../kernel/versions.ts'
import type { PageRequest } from '../../kernel/paging.ts'
import { type FieldMessages, mergeMessages, validFields } from '../../kernel/field-messages.ts'
import { type Audit, notesOn } from '../audit/index.ts'
import type { ControllerConnectionsService } from '../controller-connections/index.ts'
import type { TaskSettingsService } from '../executions/index.ts'
import { lockUserAgainstDeletion, type UsersService } from '../users/index.ts'
import { changesOf, readFields, resume } from './change-task.ts'
import { taskDefaults, type TaskFields } from './check-task-body.ts'
import { faultsOfVariables } from './check-variables.ts'
import { findMissing } from './find-missing.ts'
import {
  type ColumnsOfTemplate,
  createTemplateReader,
  faultsOfOnChanges,
  type FindsTemplates,
  type TaskBody,
} from './on-changes.ts'
import { taskDueChanged } from './schedules.events.ts'
import type { NoteFiring } from './schedules.metrics.ts'
import {
  countActiveTasks,
  countTasks,
  deleteTask,
  findTask,
  type FoundTask,
  insertTask,
  listTasks,
  lockTask,
  replaceGrants,
  type TaskChanges,
  type TaskFilter,
  type TaskRow,
  updateTask,
} from './schedules.store.ts'
import { createMissedCaptures } from './missed-captures.ts'
import { createScheduledRuns } from './scheduled-runs.ts'
import type { StartsRuns } from './start-firings.ts'
import { getOwned, getVisible } from './task-access.ts'
import { slotAfter } from './task-schedule.ts'

type Dependencies = {
  readonly database: Database
  readonly connections: Pick<ControllerConnectionsService, 'exists'>
  readonly executions: StartsRuns
  readonly taskSettings: Pick<TaskSettingsService, 'of'>
  readonly users: Pick<UsersService, 'actor'>
  readonly templates: FindsTemplates
  readonly events: Events
  readonly audit: Audit
  readonly clock: Clock
  readonly logger: Logger
  readonly noteFiring?: NoteFiring
}

type Asked = { readonly signal: AbortSignal }
/** A task before and after a change. */
export type TaskChange = {
  readonly row: TaskRow
  readonly before: TaskRow & TaskFields
  readonly fields: TaskFields
  readonly regrants: boolean
}
export type SchedulesService = ReturnType<typeof createSchedulesService>

export function createSchedulesService(dependencies: Dependencies) {
  const { database, connections, taskSettings, events, audit, clock } = dependencies

  async function find(id: string): Promise<FoundTask> {
    return orNotFound(await findTask(database.db, id))
  }

  const columnsOfTemplate = createTemplateReader(dependencies)
  const note = notesOn(audit, 'Scheduled task', 'scheduled_task')

  /** A hint for the schedulers, which also poll. */
  function publishDue(nextRunAt: Date | null | undefined): void {
    if (nextRunAt)
      database.afterCommit(() => void events.publish(taskDueChanged, { next_run_at: nextRunAt.toISOString() }))
  }

  /** Locks the owner before the task, as every transaction does. */
  async function lockOwned(tx: Executor, caller: Caller, id: string): Promise<TaskRow> {
    const { task } = await getOwned(tx, caller, id)
    await lockUserAgainstDeletion(tx, task.ownerId)
    return lock(tx, id)
  }

  async function lock(tx: Executor, id: string): Promise<TaskRow> {
    return orNotFound(await lockTask(tx, id))
  }

  async function write(tx: Executor, row: TaskRow, changes: TaskChanges, now: Date): Promise<void> {
    await updateTask(tx, row.id, { ...changes, updatedAt: nextVersionTime(now, row.updatedAt) })
    publishDue(changes.nextRunAt)
  }

  async function insert(tx: Executor, caller: Caller, id: string, fields: TaskFields): Promise<void> {
    const { grantedGroups, ...columns } = fields
    const now = clock.now()
    const schedule = { ...columns, anchorAt: now, dueSince: columns.enabled ? now : null }
    const nextRunAt = columns.enabled ? slotAfter(schedule, now) : null
    await insertTask(tx, { id, ownerId: caller.id, ...schedule, nextRunAt, createdAt: now, updatedAt: now })
    await replaceGrants(tx, id, grantedGroups)
    publishDue(nextRunAt)
    await note(tx, 'task_create', { id, name: fields.name }, 'was created', fields)
  }

  /** The fields of a new task; `known` are faults found before. */
  async function readNew(tx: Executor, caller: Caller, given: TaskBody, known: FieldMessages): Promise<TaskFields> {
    const missing = await findMissing(tx, connections, validFields(given.body, given.faults))
    const defaults = await defaultsOf(caller.id, tx)
    const unfit = await faultsOfVariables(tx, given, defaults)
    return readFields(given, defaults, mergeMessages(missing, unfit, known))
  }

  /**
   * A task, locked, and its fields before and after a change. PUT starts from the defaults, PATCH from the current
   * task.
   */
  async function readChange(
    tx: Executor,
    caller: Caller,
    id: string,
    given: TaskBody,
    { known, replaces, ifMatch }: { known: FieldMessages; replaces: boolean; ifMatch?: Precondition },
  ): Promise<TaskChange> {
    const found = await getOwned(tx, caller, id)
    await lockUserAgainstDeletion(tx, found.task.ownerId)
    const missing = await findMissing(
      tx,
      connections,
      validFields(given.body, given.faults),
      found.task.controllerConnections,
    )
    const row = await lock(tx, id)
    ifMatch?.check(row.updatedAt)
    const before = { ...row, grantedGroups: found.groups }
    const start = replaces ? await defaultsOf(row.ownerId, tx) : before
    const unfit = await faultsOfVariables(tx, given, start)
    const fields = readFields(given, start, mergeMessages(missing, unfit, known))
    return { row, before, fields, regrants: replaces || given.body.granted_groups !== undefined }
  }

  async function writeChange(tx: Executor, { row, before, fields, regrants }: TaskChange): Promise<void> {
    const now = clock.now()
    await write(tx, row, changesOf(row, fields, now), now)
    if (regrants) await replaceGrants(tx, row.id, fields.grantedGroups)
    await note(tx, 'task_update', row, 'was changed', { before: visible(before), after: fields })
  }

  async function change(
    caller: Caller,
    id: string,
    given: TaskBody,
    { signal, ...asked }: Asked & { ifMatch: Precondition; replaces: boolean },
  ): Promise<FoundTask> {
    const { task: seen } = await getOwned(database.db, caller, id)
    const columnsOf = (template: string) => columnsOfTemplate(seen.ownerId, template, signal)
    const known = await faultsOfOnChanges(caller, given, seen.onChanges, columnsOf)
    await database.transaction(async (tx) =>
      writeChange(tx, await readChange(tx, caller, id, given, { ...asked, known })),
    )
    return find(id)
  }

  async function erase(tx: Executor, row: TaskRow): Promise<void> {
    await deleteTask(tx, row.id)
    await note(tx, 'task_delete', row, 'was deleted', visible(row))
  }

  const defaultsOf = async (userId: number, db: Executor) =>
    taskDefaults((await taskSettings.of(userId, db)).defaultTimezone)

  return {
    ...createScheduledRuns(dependencies),
    missedCaptures: createMissedCaptures(dependencies),

    list: (caller: Caller, filter: TaskFilter, page: PageRequest) => listTasks(database.db, caller, filter, page),
    get: (caller: Caller, id: string) => getVisible(database.db, caller, id),
    now: () => clock.now(),

    create: async (caller: Caller, given: TaskBody, { signal }: Asked): Promise<FoundTask> => {
      const id = randomUUID()
      const known = await faultsOfOnChanges(caller, given, null, (template) =>
        columnsOfTemplate(caller.id, template, signal),
      )
      await database.transaction(async (tx) => {
        await lockUserAgainstDeletion(tx, caller.id)
        await insert(tx, caller, id, await readNew(tx, caller, given, known))
      })
      return find(id)
    },

    /**
     * For a change of many of the caller's own tasks in one transaction: the caller locks the user, and reads the
     * columns of templates before.
     */
    many: {
      columnsOfTemplate,
      lock: lockOwned,
      readNew: async (tx: Executor, caller: Caller, given: TaskBody, columnsOf: ColumnsOfTemplate) =>
        readNew(tx, caller, given, await faultsOfOnChanges(caller, given, null, columnsOf)),
      insert,
      readChange: async (tx: Executor, caller: Caller, id: string, given: TaskBody, columnsOf: ColumnsOfTemplate) => {
        const { task } = await getOwned(tx, caller, id)
        const known = await faultsOfOnChanges(caller, given, task.onChanges, columnsOf)
        return readChange(tx, caller, id, given, { known, replaces: false })
      },
      write: writeChange,
      erase,
    },

    replace: (caller: Caller, id: string, given: TaskBody, asked: Asked & { ifMatch: Precondition }) =>
      change(caller, id, given, { ...asked, replaces: true }),
    change: (caller: Caller, id: string, given: TaskBody, asked: Asked & { ifMatch: Precondition }) =>
      change(caller, id, given, { ...asked, replaces: false }),

    /** Also resumes a paused task. Slots that passed while it was disabled stay missed. */
    enable: async (caller: Caller, id: string): Promise<FoundTask> => {
      await database.transaction(async (tx) => {
        const row = await lockOwned(tx, caller, id)
        const now = clock.now()
        if (!row.enabled || row.pausedAt) await write(tx, row, resume(row, now), now)
        await note(tx, 'task_enable', row, 'was enabled')
      })
      return find(id)
    },

    /** A firing in progress continues. */
    disable: async (caller: Caller, id: string): Promise<FoundTask> => {
      await database.transaction(async (tx) => {
        const row = await lockOwned(tx, caller, id)
        if (row.enabled) await write(tx, row, { enabled: false, nextRunAt: null, dueSince: null }, clock.now())
        await note(tx, 'task_disable', row, 'was disabled')
      })
      return find(id)
    },

    /** Runs in progress continue, but their end has no effect. */
    remove: async (caller: Caller, id: string): Promise<null> => {
      await database.transaction(async (tx) => {
        await erase(tx, await lockOwned(tx, caller, id))
      })
      return null
    },

    /** Scheduled tasks of a user that are enabled and not paused. */
    countsOf: (userId: number) => countTasks(database.db, userId),
    countActive: (userId: number): Promise<number> => countActiveTasks(database.db, userId),
  }
}

/** The fields of a task that a user sets, for the audit log. */
function visible({
  name,
  savedQueryId,
  controllerConnections,
  merge,
  allowPartial,
  scheduleType,
  cronExpression,
  intervalMinutes,
  timezone,
  ...row
}: TaskRow) {
  const { enabled, notifyOnFailure, notifyOnChanges, captureSnapshot, retentionPolicy, variables, onChanges } = row
  const schedule = { scheduleType, cronExpression, intervalMinutes, timezone }
  return {
    name,
    savedQueryId,
    controllerConnections,
    merge,
    allowPartial,
    ...schedule,
    enabled,
    notifyOnFailure,
    notifyOnChanges,
    captureSnapshot,
    retentionPolicy,
    variables,
    onChanges,
  }
}
