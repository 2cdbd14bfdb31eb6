import { randomUUID } from 'node:crypto'
import type { ChecksBody } from '@heddle/contract/checks.ts'
import type { Finding } from '@heddle/contract/findings.ts'
import type { SavedQuery } from '@heddle/contract/queries.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { may, requireAllowed } from '../../kernel/access.ts'
import type { Caller } from '../../kernel/caller.ts'
import { DAY } from '../../kernel/durations.ts'
import { Conflict, NotFound, orNotFound } from '../../kernel/errors.ts'
import { parseInstant } from '../../kernel/instants.ts'
import type { Events } from '../../platform/events/events.ts'
import { deleteInBatches } from '../../platform/sql/delete-in-batches.ts'
import type { Audit } from '../audit/index.ts'
import {
  type LogsService,
  mayReadRows,
  runEnded,
  type RunsService,
  type TaskSettingsService,
} from '../executions/index.ts'
import { lockUserAgainstDeletion } from '../users/index.ts'
import { createCheckProgress, mayBelongToCheck } from './advance-check.ts'
import {
  countUnfinishedChecks,
  deleteChecksBefore,
  findCheck,
  findGuidance,
  insertCheck,
  listCheckFindings,
  listCheckUsers,
  listResults,
} from './checks.store.ts'
import type { CheckResultRow, CheckRow } from './checks.tables.ts'
import { createCheckJudging } from './judge-check.ts'
import { type SelectedQuery, selectQueries } from './select-queries.ts'

type ChecksParts = Parameters<typeof createCheckJudging>[0] & {
  readonly runs: Pick<RunsService, 'startUnchecked'>
  readonly taskSettings: Pick<TaskSettingsService, 'of'>
  readonly logs: Pick<LogsService, 'findingsOf'>
  readonly connectionExists: (db: Executor, id: string) => Promise<boolean>
  readonly events: Events
  readonly audit: Audit
}

/** What moves a check forward: its runs as they end, or a job that judges snapshots. */
type Movers = {
  readonly progress: ReturnType<typeof createCheckProgress>
  readonly judging: ReturnType<typeof createCheckJudging>
}

export type FoundCheck = { readonly check: CheckRow; readonly results: readonly CheckResultRow[] }

/** A finished check with what its reports show besides. */
export type FoundCheckReport = {
  readonly found: FoundCheck
  readonly guidance: ReadonlyMap<string, Pick<SavedQuery, 'why' | 'remedy' | 'links'>>
  /** By position; none for those who may not read rows. */
  readonly findings: ReadonlyMap<number, readonly Finding[]>
}

/** Its id, and what its queries run with. */
export type CheckTerms = Pick<CheckRow, 'id' | 'controllerConnectionId' | 'parameters' | 'at'>

export type ChecksService = {
  /** The queries that a body names. Throws all errors at once. */
  readonly select: (db: Executor, body: ChecksBody) => Promise<SelectedQuery[]>
  /** Starts a check inside a transaction, without a word in the audit log. */
  readonly startIn: (
    tx: Executor,
    caller: Caller,
    queries: readonly SelectedQuery[],
    terms: CheckTerms,
  ) => Promise<void>
  /** What came of each query, for features that started the check. */
  readonly resultsOf: (id: string) => Promise<readonly CheckResultRow[]>
  readonly start: (caller: Caller, body: ChecksBody) => Promise<FoundCheck>
  /** Seen by who started it and by administrators. */
  readonly get: (caller: Caller, id: string) => Promise<FoundCheck>
  /** Throws a 409 while it is running. */
  readonly report: (caller: Caller, id: string) => Promise<FoundCheckReport>
  readonly listen: () => void
  /** Deletes checks older than their user keeps execution logs. */
  readonly deleteExpired: () => Promise<void>
}

/** Each of them has runs in the queue of the user. */
const MOST_UNFINISHED = 5
const DELETED_USERS_DAYS = 30
const CLEANUP_BATCH = 50
/** Findings in a report; more say nothing new. */
const MOST_IN_REPORT = 10_000
const MOST_OF_A_QUERY = 1_000

export function createChecksService(parts: ChecksParts): ChecksService {
  const progress = createCheckProgress(parts)
  const judging = createCheckJudging(parts)
  const movers = { progress, judging }
  return {
    select: (db, body) => selectQueries(db, body, parts),
    startIn: (tx, caller, queries, terms) => startIn(parts, movers, { tx, caller, queries, terms }),
    resultsOf: (id) => listResults(parts.database.db, id),
    start: (caller, body) => startCheck(parts, movers, caller, body),
    get: (caller, id) => getCheck(parts, caller, id),
    report: async (caller, id) => {
      const found = await getCheck(parts, caller, id)
      if (found.check.finishedAt === null)
        throw new Conflict('The check is still running. Read the report once it has finished.', 'running')
      return reportOf(parts, caller, found)
    },
    listen: () => {
      parts.events.onRaised(runEnded, progress.onRunEnded, { concerns: mayBelongToCheck })
      judging.registerJobs()
    },
    deleteExpired: () => deleteExpired(parts),
  }
}

async function getCheck({ database }: ChecksParts, caller: Caller, id: string): Promise<FoundCheck> {
  const check = orNotFound(await findCheck(database.db, id))
  if (check.userId !== caller.id && !caller.isAdmin) throw new NotFound()
  return { check, results: await listResults(database.db, id) }
}

async function reportOf({ database, logs }: ChecksParts, caller: Caller, found: FoundCheck): Promise<FoundCheckReport> {
  const ids = found.results.map(({ savedQueryId }) => savedQueryId)
  const guidance = new Map((await findGuidance(database.db, ids)).map(({ id, ...said }) => [id, said]))
  const findings = new Map<number, readonly Finding[]>()
  if (!mayReadRows(caller, found.check)) return { found, guidance, findings }
  let room = MOST_IN_REPORT
  for (const { position, executionId: id, status } of found.results) {
    if (room <= 0 || !['failed', 'look', 'waived'].includes(status ?? '')) continue
    const size = Math.min(room, MOST_OF_A_QUERY)
    const items =
      id === null
        ? await listCheckFindings(database.db, found.check.id, position, size)
        : (await logs.findingsOf({ id }, { page: 1, size, offset: 0 })).items
    findings.set(position, items)
    room -= items.length
  }
  return { found, guidance, findings }
}

async function startCheck(parts: ChecksParts, movers: Movers, caller: Caller, body: ChecksBody): Promise<FoundCheck> {
  const { database, audit } = parts
  if (body.at != null) requireAllowed(may('history.view_snapshot'), caller)
  const queries = await selectQueries(database.db, body, parts)
  const id = randomUUID()
  const terms = {
    id,
    controllerConnectionId: body.controller_connection?.toLowerCase() ?? null,
    parameters: body.parameters ?? {},
    at: parseInstant(body.at ?? '') ?? null,
  }
  await database.transaction(async (tx) => {
    await startIn(parts, movers, { tx, caller, queries, terms })
    await audit.record(tx, {
      action: 'check_start',
      description: `${caller.username} started a check of ${queries.length === 1 ? '1 saved query' : `${queries.length} saved queries`}`,
      target: { type: 'check', id },
      metadata: { total: queries.length },
      content: body,
    })
  })
  return getCheck(parts, caller, id)
}

type Start = {
  readonly tx: Executor
  readonly caller: Caller
  readonly queries: readonly SelectedQuery[]
  readonly terms: CheckTerms
}

async function startIn(
  { clock }: ChecksParts,
  { progress, judging }: Movers,
  { tx, caller, queries, terms }: Start,
): Promise<void> {
  await lockUserAgainstDeletion(tx, caller.id)
  await requireFewUnfinished(tx, caller.id)
  const by = { userId: caller.id, username: caller.username }
  const check: CheckRow = { ...by, ...terms, createdAt: clock.now(), finishedAt: null }
  const results = queries.map(({ id: savedQueryId, ...query }, position) => ({
    ...query,
    ...{ checkId: check.id, position, savedQueryId },
  }))
  await insertCheck(tx, check, results)
  if (check.at === null) await progress.advance(tx, check)
  else await judging.begin(tx, caller, check.id)
}

async function requireFewUnfinished(tx: Executor, userId: number): Promise<void> {
  if ((await countUnfinishedChecks(tx, userId)) < MOST_UNFINISHED) return
  throw new Conflict(
    `${MOST_UNFINISHED} of your checks are still running. Wait until one of them has finished.`,
    'too_many_checks',
  )
}

async function deleteExpired({ database, taskSettings, clock }: ChecksParts): Promise<void> {
  for (const userId of await listCheckUsers(database.db)) {
    const days = userId === null ? DELETED_USERS_DAYS : (await taskSettings.of(userId)).executionLogRetentionDays
    const before = new Date(clock.now().getTime() - days * DAY)
    await deleteInBatches(CLEANUP_BATCH, (limit) => deleteChecksBefore(database.db, userId, before, limit))
  }
}
