/**
 * Mistakes that somebody could make in our code. Each replaces the part of a file between « and », which is an
 * expression or whole statements, when worlds that look for mistakes load it.
 */
export type Planted = {
  readonly name: string
  readonly file: string
  /** Occurs once in the file. */
  readonly find: string
  readonly plant: string
  readonly kind: 'expression' | 'statements'
}
type Row = readonly [name: string, find: string, plant: string]

const of = (file: string, kind: Planted['kind'], ...rows: readonly Row[]): Planted[] =>
  rows.map(([name, find, plant]) => ({ name, file, find, plant, kind }))
const instead = (file: string, ...rows: readonly Row[]): Planted[] => of(file, 'expression', ...rows)
const leftOut = (file: string, ...rows: readonly (readonly [string, string])[]): Planted[] =>
  of(file, 'statements', ...rows.map(([name, find]): Row => [name, find, '']))

const LIFE = 'features/executions/life'
const RUNS: readonly Planted[] = [
  ...leftOut(`${LIFE}/end-runs.ts`, [
    'nobody hears of the end of a run',
    '«await events.raise(tx, runEnded, event, ended)»',
  ]),
  ...instead(
    `${LIFE}/end-runs.ts`,
    ['the end of a run is not audited', 'rest: «{ ...rest, entry }»', 'rest'],
    [
      'a result wins over a cancel',
      '«{ attempt, cancelRequested: false, and: and(entry.isCurrent, hasItsUser(logged)) }»',
      '{ attempt, and: and(entry.isCurrent, hasItsUser(logged)) }',
    ],
  ),
  ...instead(
    `${LIFE}/runs.store.ts`,
    ['a run that has ended ends again', `«eq(table.status, 'running')»,\n        attempt === undefined`, 'sql`true`'],
    ['rows of a run are not stored', 'const stored = «rest.chunk» ?', 'undefined'],
    ['the pipeline of a run stays open', '.where(«where»)\n    .returning({ id: pipelines.id })', 'sql`false`'],
  ),
  ...instead(`${LIFE}/background-runs.ts`, [
    'the request of a run is not audited',
    `await «audit.record»(tx, {\n      action: 'query_run_start'`,
    '(async () => undefined)',
  ]),
  ...instead(`${LIFE}/admission.ts`, [
    'a user has more runs than allowed',
    '«maxConcurrentBackground - admitted»',
    'maxConcurrentBackground + 2 - admitted',
  ]),
  ...leftOut(`${LIFE}/cancel-runs.ts`, [
    'a cancel is not noted',
    '«if (run.cancelRequestedAt === null) await requestCancel(tx, id)»',
  ]),
  ...leftOut(`${LIFE}/claim-runs.ts`, [
    'the job of a run does not perform it',
    '«await performClaimed(parts, run, now, signal)»',
  ]),
]

const SCHEDULES: readonly Planted[] = [
  ...instead(
    'features/schedules/start-firings.ts',
    ['a task overlaps itself', 'firing: «isNew(plan) ? plan.firing.id : null»', 'null'],
    ['the slot of a task does not advance', 'nextRunAt: «plan.nextRunAt»,\n      firing', 'plan.slot'],
  ),
  ...leftOut('features/schedules/start-firings.ts', ['a firing starts no run', '«await insertFiringRuns(tx, runs)»']),
  ...leftOut('features/schedules/scheduler.ts', [
    'the scheduler does not look again',
    '«this.#wakeAt(Math.min(due, now + LOOK_AGAIN_MS))»',
  ]),
  ...instead('features/schedules/firings.store.ts', [
    'a firing never ends',
    'execute(«{ id, taskId, ...ending, ...changes }»)',
    '{ id: taskId, taskId, ...ending, ...changes }',
  ]),
  ...instead('features/schedules/end-firing.ts', [
    'a task waits for a firing that is over',
    'openFiring: «null»',
    'task.openFiring',
  ]),
  ...leftOut('features/schedules/end-run.ts', [
    'the last run leaves its firing open',
    `«await endFiringAfterLastRun(parts, tx, task, { firingId: ended.firingId, runs })»`,
  ]),
]

const CHANNELS: readonly Planted[] = [
  ...leftOut('features/channels/deliveries.store.ts', [
    'messages are not written',
    '«if (rows.length > 0) await tx.insert(table).values([...rows])»',
  ]),
  ...instead('features/channels/deliveries.store.ts', [
    'the newest message goes first',
    'isWaiting))\n    .orderBy(«asc(table.position)»)\n    .limit(limit)',
    'desc(table.position)',
  ]),
  ...instead(
    'features/channels/deliver.ts',
    [
      'a message counts as delivered without being sent',
      'const receipt = «await sendMessage(parts, channel, head, begun, signal)»',
      `{ status: 200, text: '', failure: null, isInternal: false }`,
    ],
    ['whatever the receiver answers counts', 'if («isTaken(receipt) && isAsBefore(channel, receipt)»)', 'true'],
    [
      'a settled message keeps its next attempt',
      `answeredWith(attempt, receipt)),\n    status: 'delivered',\n    nextAttemptAt: «null»`,
      'clock.now()',
    ],
    ['a lease without an end', '«new Date(now.getTime() + LEASE_MS)»', 'new Date(now.getTime() + 600 * LEASE_MS)'],
  ),
  ...leftOut('features/channels/delivery-driver.ts', [
    'nobody looks for messages',
    '«timer = clock.repeat(tick, TICK_MS)»',
  ]),
]

const JOBS: readonly Planted[] = [
  ...instead('platform/jobs/jobs.ts', [
    'jobs are sent outside of their transaction',
    'await inTransaction(«tx», () => boss.insert',
    'undefined',
  ]),
  ...instead('platform/jobs/due-queues.ts', [
    'jobs that wait are not found',
    '«clock.repeat(startPoll, POLL_MS[database.kind])»',
    '{ cancel: () => undefined }',
  ]),
  ...instead('platform/jobs/job-worker.ts', [
    'a claimed job is not begun',
    'void «running.begin(claim)».then',
    'Promise.resolve()',
  ]),
  ...leftOut('platform/jobs/running-jobs.ts', [
    'the end of a job is not noted',
    '«await note(claim, () => complete(claim))»',
  ]),
  ...instead('adapters/database/transaction-scope.ts', [
    'what comes after a commit comes before it',
    'if («scope?.isOpen») scope.afterCommit.push(task)',
    'false',
  ]),
]

const CONTROLLERS: readonly Planted[] = [
  ...instead('adapters/controller/controller-budget.ts', [
    'more leases are taken than there are',
    'const { parallel, perMinute } = «this.#limits»\n      const { leases',
    '{ ...this.#limits, parallel: 50 }',
  ]),
  ...leftOut('adapters/controller/controller-pool.ts', [
    'leases are not renewed',
    '«this.#renewTimer = setInterval(renew, RENEW_MS).unref()»',
  ]),
  ...instead(
    'adapters/controller/controller-client.ts',
    ['a turn ends before the answer', `«onState('sends')»\n    const onWire`, `(onState('sends'), release())`],
    ['a turn never ends', 'else void «Promise.allSettled(onWire).then(release)»', 'undefined'],
  ),
]

const SESSIONS: readonly Planted[] = [
  ...leftOut('features/api-tokens/api-tokens.service.ts', ['a token is not deleted', '«await deleteApiToken(tx, id)»']),
  ...instead('features/executions/results/results.service.ts', [
    'anybody reads the rows of a run',
    'userId === caller.id || «(savedQueryId === null ? caller.isAdmin : caller.managesWorkspace)»',
    'true',
  ]),
  ...leftOut('features/auth/sessions.service.ts', [
    'a session is not ended',
    '«await revokeSession(tx, id, clock.now())»',
  ]),
  ...leftOut('features/executions/life/sweep-runs.ts', ['runs without a job are not found', '«await sendStray()»']),
]

const AUTOMATION: readonly Planted[] = [
  ...instead('features/automation/launch/launch.store.ts', [
    'a launch is not claimed',
    ".set({ launch: «'launching'», launchStartedAt: now })",
    "'queued'",
  ]),
  ...leftOut('features/automation/launch/launcher.ts', [
    'launches of a dead process are not given up',
    'for (const id of stale) «await storeLaunch(id, uncertain(LOST_LAUNCH))»',
  ]),
  ...instead('features/automation/follow/poller.ts', [
    'jobs are not asked for',
    'await «findDue(db, connectionId, now, MOST_JOBS)»',
    '[]',
  ]),
  ...instead('features/automation/follow/settle-request.ts', [
    'the end of a request is not audited',
    "await «audit.record»(tx, {\n    action: 'request_end'",
    '(async () => undefined)',
  ]),
  ...leftOut('features/automation/follow/collector.ts', ['an output is never complete', '«await this.#settle(id)»']),
]

export const PLANTED: readonly Planted[] = [
  ...RUNS,
  ...SCHEDULES,
  ...CHANNELS,
  ...JOBS,
  ...CONTROLLERS,
  ...SESSIONS,
  ...AUTOMATION,
]
