import { randomUUID } from 'node:crypto'
import type { ScheduleDensity } from '@heddle/contract/schedules.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { orNotFound } from '../../kernel/errors.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import type { Precondition } from '../../kernel/versions.ts'
import { lockUserAgainstDeletion, type UsersService } from '../users/index.ts'
import type { TaskFields } from './check-task-body.ts'
import { createMissedCaptures, type MissedOrder } from './missed-captures.ts'
import {
  type ColumnsOfTemplate,
  createTemplateReader,
  faultsOfOnChanges,
  type FindsTemplates,
  type TaskBody,
} from './on-changes.ts'
import { readNewTask, readTaskChange, type TaskChange, type TaskReading } from './read-task.ts'
import { createScheduledRuns, type ScheduledRuns, type ScheduledRunsParts } from './scheduled-runs.ts'
import {
  countActiveTasks,
  countTasks,
  findTask,
  type FoundTask,
  listTasks,
  type TaskFilter,
  type TaskRow,
} from './schedules.store.ts'
import { densityOf } from './task-density.ts'
import { getOwned, getVisible } from './task-access.ts'
import {
  disableTask,
  enableTask,
  eraseTask,
  insertNewTask,
  lockOwnedTask,
  type TaskWriting,
  writeTaskChange,
} from './write-task.ts'

type Dependencies = ScheduledRunsParts &
  TaskReading &
  TaskWriting & {
    readonly users: Pick<UsersService, 'actor'>
    readonly templates: FindsTemplates
  }

type TemplateReader = ReturnType<typeof createTemplateReader>
type TaskParts = TaskReading & TaskWriting & { readonly columnsOfTemplate: TemplateReader }

type Sent = { readonly signal: AbortSignal }
type SentOver = Sent & { readonly ifMatch: Precondition }

/** Scheduled tasks, their firings, and the runs of those. */
export type SchedulesService = ScheduledRuns & {
  /** How many captures of each day the tasks of a query should have made and did not. */
  readonly missedCaptures: (order: MissedOrder) => Promise<readonly number[]>
  readonly list: (caller: Caller, filter: TaskFilter, page: PageRequest) => Promise<PageOf<FoundTask>>
  readonly get: (caller: Caller, id: string) => Promise<FoundTask>
  readonly now: () => Date
  readonly create: (caller: Caller, given: TaskBody, sent: Sent) => Promise<FoundTask>
  readonly replace: (caller: Caller, id: string, given: TaskBody, sent: SentOver) => Promise<FoundTask>
  readonly change: (caller: Caller, id: string, given: TaskBody, sent: SentOver) => Promise<FoundTask>
  readonly many: ManyTasks
  /** Also resumes a paused task. Slots that passed while it was disabled stay missed. */
  readonly enable: (caller: Caller, id: string) => Promise<FoundTask>
  /** A firing in progress continues. */
  readonly disable: (caller: Caller, id: string) => Promise<FoundTask>
  /** Runs in progress continue, but their end has no effect. */
  readonly remove: (caller: Caller, id: string) => Promise<null>
  /** How many firings are due in each hour of the next seven days. */
  readonly density: (timezone: string) => Promise<ScheduleDensity>
  readonly countsOf: (userId: number) => ReturnType<typeof countTasks>
  /** Scheduled tasks of a user that are enabled and not paused. */
  readonly countActive: (userId: number) => Promise<number>
}

/**
 * For a change of many of the caller's own tasks in one transaction: the caller locks the user, and reads the columns
 * of templates before.
 */
type ManyTasks = {
  readonly lock: (tx: Executor, caller: Caller, id: string) => Promise<TaskRow>
  readonly readNew: (tx: Executor, caller: Caller, given: TaskBody, columns: ColumnsOfTemplate) => Promise<TaskFields>
  /** For anybody: who may do that is up to the caller. */
  readonly insert: (tx: Executor, ownerId: number, id: string, fields: TaskFields) => Promise<void>
  readonly readChange: (
    tx: Executor,
    caller: Caller,
    id: string,
    given: TaskBody,
    columns: ColumnsOfTemplate,
  ) => Promise<TaskChange>
  readonly write: (tx: Executor, change: TaskChange) => Promise<void>
  readonly erase: (tx: Executor, row: TaskRow) => Promise<void>
}

export function createSchedulesService(dependencies: Dependencies): SchedulesService {
  const { database, clock } = dependencies
  const parts: TaskParts = { ...dependencies, columnsOfTemplate: createTemplateReader(dependencies) }
  const inTransaction = async (id: string, work: (tx: Executor) => Promise<void>): Promise<FoundTask> => {
    await database.transaction(work)
    return findChanged(parts, id)
  }
  return {
    ...createScheduledRuns(dependencies),
    missedCaptures: createMissedCaptures(dependencies),
    list: (caller, filter, page) => listTasks(database.db, caller, filter, page),
    get: (caller, id) => getVisible(database.db, caller, id),
    now: () => clock.now(),
    density: (timezone) => densityOf(dependencies, timezone),
    create: (caller, given, sent) => createTask(parts, caller, given, sent),
    replace: (caller, id, given, sent) => changeTask(parts, caller, id, given, { ...sent, replaces: true }),
    change: (caller, id, given, sent) => changeTask(parts, caller, id, given, { ...sent, replaces: false }),
    many: manyTasks(parts),
    enable: (caller, id) => inTransaction(id, (tx) => enableTask(parts, tx, caller, id)),
    disable: (caller, id) => inTransaction(id, (tx) => disableTask(parts, tx, caller, id)),
    remove: async (caller, id) => {
      await database.transaction(async (tx) => eraseTask(parts, tx, await lockOwnedTask(tx, caller, id)))
      return null
    },
    countsOf: (userId) => countTasks(database.db, userId),
    countActive: (userId) => countActiveTasks(database.db, userId),
  }
}

const findChanged = async ({ database }: TaskParts, id: string): Promise<FoundTask> =>
  orNotFound(await findTask(database.db, id))

async function createTask(parts: TaskParts, caller: Caller, given: TaskBody, { signal }: Sent): Promise<FoundTask> {
  const id = randomUUID()
  const columnsOf = (template: string) => parts.columnsOfTemplate(caller.id, template, signal)
  const known = await faultsOfOnChanges(caller, given, null, columnsOf)
  await parts.database.transaction(async (tx) => {
    await lockUserAgainstDeletion(tx, caller.id)
    await insertNewTask(parts, tx, caller.id, id, await readNewTask(parts, tx, caller, given, known))
  })
  return findChanged(parts, id)
}

async function changeTask(
  parts: TaskParts,
  caller: Caller,
  id: string,
  given: TaskBody,
  { signal, ...terms }: SentOver & { readonly replaces: boolean },
): Promise<FoundTask> {
  const { task: seen } = await getOwned(parts.database.db, caller, id)
  const columnsOf = (template: string) => parts.columnsOfTemplate(seen.ownerId, template, signal)
  const known = await faultsOfOnChanges(caller, given, seen.onChanges, columnsOf)
  await parts.database.transaction(async (tx) =>
    writeTaskChange(parts, tx, await readTaskChange(parts, tx, caller, id, given, { ...terms, known })),
  )
  return findChanged(parts, id)
}

const manyTasks = (parts: TaskParts): ManyTasks => ({
  lock: lockOwnedTask,
  readNew: async (tx, caller, given, columnsOf) =>
    readNewTask(parts, tx, caller, given, await faultsOfOnChanges(caller, given, null, columnsOf)),
  insert: async (tx, ownerId, id, fields) => {
    await lockUserAgainstDeletion(tx, ownerId)
    await insertNewTask(parts, tx, ownerId, id, fields)
  },
  readChange: async (tx, caller, id, given, columnsOf) => {
    const { task } = await getOwned(tx, caller, id)
    const known = await faultsOfOnChanges(caller, given, task.onChanges, columnsOf)
    return readTaskChange(parts, tx, caller, id, given, { known, replaces: false })
  },
  write: (tx, change) => writeTaskChange(parts, tx, change),
  erase: (tx, row) => eraseTask(parts, tx, row),
})
