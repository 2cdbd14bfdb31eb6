import { and, desc, eq, gt, gte, isNull, lt, or, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import type { Actor } from '../../kernel/caller.ts'
import { DAY } from '../../kernel/durations.ts'
import { snapshots } from '../archive/index.ts'
import { automationRequests, seenRequests } from '../automation/index.ts'
import { automationConnections } from '../automation-connections/index.ts'
import { checkResults, checks } from '../checks/index.ts'
import { controllerConnections } from '../controller-connections/index.ts'
import { executions, hasExpectation, REACHING } from '../executions/index.ts'
import { savedQueries } from '../queries/index.ts'
import { isOwnOrGranted, scheduledExecutions, scheduledFirings, scheduledTasks as tasks } from '../schedules/index.ts'

/** What happened since an instant, for one viewer: each list newest first, at most `limit` long. */
type Window = { readonly since: Date; readonly limit: number }

const LONGEST_FIRING_MS = 2 * DAY
/** Of the queries of a check; the others are counted. */
const MOST_NAMES = 3

/** Captures that differ from the one before. */
export async function listDifferingCaptures(db: Executor, { since, limit }: Window) {
  return db
    .select({ id: snapshots.id, queryName: savedQueries.name, changes: snapshots.changes, at: snapshots.capturedAt })
    .from(snapshots)
    .innerJoin(savedQueries, eq(savedQueries.id, snapshots.savedQueryId))
    .where(
      and(
        gte(snapshots.capturedAt, since),
        sql`coalesce((${snapshots.changes}->>'added')::bigint + (${snapshots.changes}->>'removed')::bigint
          + (${snapshots.changes}->>'changed')::bigint, 0) > 0`,
      ),
    )
    .orderBy(desc(snapshots.capturedAt), desc(snapshots.id))
    .limit(limit)
}

/** Tasks with their newest ended firing, as far as it failed or began late. */
export async function listTroubledFirings(db: Executor, viewer: Actor, lateMs: number, { since, limit }: Window) {
  const newest = db
    .selectDistinctOn([scheduledFirings.taskId], {
      id: scheduledFirings.id,
      taskId: scheduledFirings.taskId,
      status: scheduledFirings.status,
      slot: scheduledFirings.slot,
      startedAt: scheduledFirings.startedAt,
      finishedAt: scheduledFirings.finishedAt,
    })
    .from(scheduledFirings)
    // Bounded by its start as well, which has an index: no run lasts longer than a day.
    .where(
      and(
        gte(scheduledFirings.finishedAt, since),
        gte(scheduledFirings.startedAt, new Date(since.getTime() - LONGEST_FIRING_MS)),
      ),
    )
    .orderBy(scheduledFirings.taskId, desc(scheduledFirings.startedAt), desc(scheduledFirings.id))
    .as('newest_firing')
  const isLate = sql<boolean>`coalesce(extract(epoch from ${newest.startedAt} - ${newest.slot}) * 1000 > ${lateMs}, false)`
  return db
    .select({
      id: tasks.id,
      name: tasks.name,
      status: newest.status,
      isPaused: sql<boolean>`${tasks.pausedAt} is not null`,
      runs: sql<number>`(select count(*)::int from ${scheduledExecutions} where ${scheduledExecutions.firingId} = ${newest.id})`,
      at: sql<Date>`${newest.finishedAt}`.mapWith(scheduledFirings.finishedAt),
    })
    .from(newest)
    .innerJoin(tasks, eq(tasks.id, newest.taskId))
    .where(and(isOwnOrGranted(viewer), or(sql`${newest.status} in ('failure', 'timeout')`, isLate)))
    .orderBy(desc(newest.finishedAt), desc(tasks.id))
    .limit(limit)
}

/** Tasks whose time came without a firing. */
export async function listOverdueTasks(db: Executor, viewer: Actor, before: Date, { since, limit }: Window) {
  return db
    .select({ id: tasks.id, name: tasks.name, at: tasks.nextRunAt })
    .from(tasks)
    .where(
      and(isOwnOrGranted(viewer), gte(tasks.nextRunAt, since), lt(tasks.nextRunAt, before), isNull(tasks.openFiring)),
    )
    .orderBy(desc(tasks.nextRunAt), desc(tasks.id))
    .limit(limit)
}

const REQUEST = {
  id: automationRequests.id,
  templateName: sql<string>`${automationRequests.template}->>'name'`,
  status: automationRequests.status,
  rows: automationRequests.rowCount,
}

export async function listFinishedRequests(db: Executor, viewer: Actor, { since, limit }: Window) {
  return db
    .select({ ...REQUEST, at: automationRequests.finishedAt })
    .from(automationRequests)
    .where(and(gte(automationRequests.finishedAt, since), seenRequests(viewer)))
    .orderBy(desc(automationRequests.finishedAt), desc(automationRequests.id))
    .limit(limit)
}

/** Those that this viewer could decide about; only superusers approve their own. */
export async function listWaitingRequests(db: Executor, viewer: Actor, { since, limit }: Window) {
  const isOfOthers = sql`${automationRequests.userId} is distinct from ${viewer.id}`
  return db
    .select({ ...REQUEST, at: automationRequests.createdAt })
    .from(automationRequests)
    .where(
      and(
        eq(automationRequests.approvalStatus, 'waiting'),
        gte(automationRequests.createdAt, since),
        viewer.isSuperuser ? undefined : isOfOthers,
        seenRequests(viewer),
      ),
    )
    .orderBy(desc(automationRequests.createdAt), desc(automationRequests.id))
    .limit(limit)
}

/**
 * Queries whose newest ended run did not find what it expects, and whether the run judged before it there did. Those of
 * one check are together, apart from those that are new in it.
 */
export async function listFailedChecks(db: Executor, { since, limit }: Window) {
  const failed = failedQueries(db, since)
  const at = sql<Date>`max(${failed.at})`.mapWith(executions.executedAt)
  return db
    .select({
      checkId: failed.checkId,
      checkOwner: sql<number | null>`min(${checks.userId})`,
      isNew: failed.isNew,
      newestId: sql<string>`(array_agg(${failed.id} order by ${failed.at} desc, ${failed.id} desc))[1]`,
      queries: sql<number>`count(*)::int`,
      names: sql<
        string[]
      >`(array_agg(${failed.queryName} order by ${failed.queryName}))[1:${sql.raw(String(MOST_NAMES))}]`,
      rows: sql<number>`sum(${failed.rows})`.mapWith(Number),
      at,
    })
    .from(failed)
    .leftJoin(checks, eq(checks.id, failed.checkId))
    .groupBy(sql`coalesce(${failed.checkId}, ${failed.id})`, failed.checkId, failed.isNew)
    .orderBy(desc(at), desc(sql`max(${failed.id}::text)`))
    .limit(limit)
}

function failedQueries(db: Executor, since: Date) {
  const newest = db
    .select({
      id: executions.id,
      expectation: executions.expectation,
      rows: executions.rowCount,
      at: executions.executedAt,
      connectionId: executions.controllerConnectionId,
    })
    .from(executions)
    .where(
      and(
        eq(executions.savedQueryId, savedQueries.id),
        eq(executions.draft, false),
        sql`${executions.status} <> 'running'`,
        gte(executions.executedAt, since),
      ),
    )
    .orderBy(desc(executions.executedAt), desc(executions.id))
    .limit(1)
    .as('newest_judged')
  const before = db
    .select({ isPassed: sql<boolean | null>`${hasExpectation(executions.expectation, 'passed')}`.as('is_passed') })
    .from(executions)
    .where(
      and(
        eq(executions.savedQueryId, savedQueries.id),
        eq(executions.draft, false),
        sql`${executions.controllerConnectionId} is not distinct from ${newest.connectionId}`,
        or(hasExpectation(executions.expectation, 'passed'), hasExpectation(executions.expectation, 'failed')),
        lt(executions.executedAt, newest.at),
      ),
    )
    .orderBy(desc(executions.executedAt), desc(executions.id))
    .limit(1)
    .as('judged_before')
  return db
    .select({
      ...{ id: newest.id, queryName: savedQueries.name, rows: newest.rows, at: newest.at },
      isNew: sql<boolean>`coalesce(${before.isPassed}, false)`.as('is_new'),
      checkId: sql<string | null>`(select ${checkResults.checkId} from ${checkResults}
        where ${checkResults.executionId} = ${newest.id} limit 1)`.as('check_id'),
    })
    .from(savedQueries)
    .innerJoinLateral(newest, sql`true`)
    .leftJoinLateral(before, sql`true`)
    .where(hasExpectation(newest.expectation, 'failed'))
    .as('failed')
}

/** Controllers that could not be used when they were last tested or asked. */
export async function listControllerFaults(db: Executor, { since, limit }: Window) {
  const connections = controllerConnections
  const newestRun = db
    .select({ status: executions.status, reason: executions.reason, at: executions.executedAt })
    .from(executions)
    .where(
      and(
        eq(executions.controllerConnectionId, connections.id),
        sql`${executions.status} <> 'running'`,
        gte(executions.executedAt, since),
      ),
    )
    .orderBy(desc(executions.executedAt), desc(executions.id))
    .limit(1)
    .as('newest_run')
  const testIsNewer = sql`${connections.lastTestedAt} >= coalesce(${newestRun.at}, ${connections.lastTestedAt})`
  const testFailed = and(eq(connections.lastTestStatus, 'failure'), gte(connections.lastTestedAt, since), testIsNewer)
  const runFailed = and(
    sql`${newestRun.reason} in ${REACHING}`,
    or(isNull(connections.lastTestedAt), gt(newestRun.at, connections.lastTestedAt)),
  )
  const at = sql<Date>`case when ${testFailed} then ${connections.lastTestedAt} else ${newestRun.at} end`.mapWith(
    executions.executedAt,
  )
  return db
    .select({
      name: connections.name,
      reason: sql<string | null>`case when ${testFailed} then null else ${newestRun.reason} end`,
      at,
    })
    .from(connections)
    .leftJoinLateral(newestRun, sql`true`)
    .where(or(testFailed, runFailed))
    .orderBy(desc(at), desc(connections.id))
    .limit(limit)
}

/** Automation servers whose newest test failed. */
export async function listAutomationFaults(db: Executor, { since, limit }: Window) {
  const connections = automationConnections
  return db
    .select({ name: connections.name, at: connections.lastTestedAt })
    .from(connections)
    .where(and(eq(connections.lastTestStatus, 'failure'), gte(connections.lastTestedAt, since)))
    .orderBy(desc(connections.lastTestedAt), desc(connections.id))
    .limit(limit)
}
