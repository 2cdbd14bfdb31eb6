import type { Database } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { HOUR } from '../../../kernel/durations.ts'
import { NotFound } from '../../../kernel/errors.ts'
import type { CountedPage, PageRequest } from '../../../kernel/paging.ts'
import { DEFAULT_RETENTION_DAYS } from '../settings/task-settings.store.ts'
import type { StoredDraft } from '../read-draft.ts'
import { deleteRowsBefore } from '../results/rows-before.store.ts'
import { deleteExpiredExecutions } from './execution-logs.retention.store.ts'
import {
  countExecutions,
  type ExecutionFilter,
  findDraft,
  findExecution,
  type FoundExecution,
  listExecutions,
  type ListedExecution,
} from './execution-logs.store.ts'
import { type FoundPage, listFindings } from './findings.store.ts'
import {
  findPipeline,
  type FoundPipeline,
  type ListedPipeline,
  listPipelines,
  type PipelineFilter,
} from './pipeline-executions.store.ts'

type Dependencies = { readonly database: Database; readonly clock: Clock }

/** What is recorded about runs. Every user who may view logs sees all of them, without the rows. */
export type LogsService = {
  readonly list: (filter: ExecutionFilter, page: PageRequest) => Promise<CountedPage<ListedExecution>>
  /** Throws a 404 if there is no such run. */
  readonly find: (id: string) => Promise<FoundExecution>
  readonly findOptional: (id: string) => Promise<FoundExecution | undefined>
  /** What the run of a draft ran; undefined for any other. */
  readonly draftOf: (run: FoundExecution) => Promise<StoredDraft | undefined>
  /** What a run of a check found. */
  readonly findingsOf: (run: Pick<FoundExecution, 'id'>, page: PageRequest) => Promise<FoundPage>
  readonly listPipelines: (filter: PipelineFilter, page: PageRequest) => Promise<CountedPage<ListedPipeline>>
  /** Throws a 404 if there is no such pipeline execution. */
  readonly findPipeline: (id: string) => Promise<FoundPipeline>
  /** The number of runs of a user, in any status. */
  readonly countOf: (userId: number) => Promise<number>
  /** Deletes logs older than their user's retention, and returns how many. */
  readonly deleteExpired: () => Promise<number>
  /** Forgets what the first steps of runs got, an hour later, and returns of how many runs. */
  readonly deleteRowsBefore: () => Promise<number>
}

const CLEANUP_BATCH = 500
const ROWS_BEFORE_MS = HOUR

export function createLogsService({ database, clock }: Dependencies): LogsService {
  return {
    list: (filter, page) => listExecutions(database.db, filter, page),

    find: async (id) => {
      const row = await findExecution(database.db, id)
      if (!row) throw new NotFound()
      return row
    },

    findOptional: (id) => findExecution(database.db, id),
    draftOf: async ({ id, draft }) => (draft ? findDraft(database.db, id) : undefined),

    findingsOf: ({ id }, page) => listFindings(database.db, id, page),

    listPipelines: (filter, page) => listPipelines(database.db, filter, page),

    findPipeline: async (id) => {
      const row = await findPipeline(database.db, id)
      if (!row) throw new NotFound()
      return row
    },

    countOf: (userId) => countExecutions(database.db, userId),

    deleteExpired: () =>
      inBatches(() => deleteExpiredExecutions(database.db, clock.now(), DEFAULT_RETENTION_DAYS, CLEANUP_BATCH)),

    deleteRowsBefore: () =>
      inBatches(() => {
        const before = new Date(clock.now().getTime() - ROWS_BEFORE_MS)
        return database.transaction((tx) => deleteRowsBefore(tx, before, CLEANUP_BATCH))
      }),
  }
}

/** A batch at a time, until one is not full. */
async function inBatches(deleteBatch: () => Promise<number>): Promise<number> {
  let total = 0
  for (let deleted = CLEANUP_BATCH; deleted === CLEANUP_BATCH; total += deleted) deleted = await deleteBatch()
  return total
}
