import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { JobContext } from '../../platform/jobs/job.ts'
import type { GivenUp } from '../../platform/jobs/jobs.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { type Runs, startRuns } from '../../testing/start-runs.ts'
import { findCheck, insertCheck, listResults } from './checks.store.ts'
import { createCheckJudging } from './judge-check.ts'

type Parts = Parameters<typeof createCheckJudging>[0]
type JudgeAt = Parts['history']['judgeAt']
type Payload = { readonly check_id: string }

const QUERIES = ['first', 'second', 'third']
const AT = new Date('2026-03-02T08:00:00Z')
const CONTEXT: JobContext = { signal: new AbortController().signal, attempt: 1, jobId: 'job', deaths: 0 }

let runs: Runs
let ids: string[]
let check: string
beforeAll(async () => {
  runs = await startRuns()
  ids = await Promise.all(
    QUERIES.map((name) => runs.save({ name, nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }] })),
  )
})
afterAll(() => runs.stop())
beforeEach(async () => {
  check = randomUUID()
  const whole = { id: check, userId: runs.app.admin.id, username: 'admin', at: AT, createdAt: AT }
  const results = ids.map((savedQueryId, position) => ({
    ...{ checkId: check, position, savedQueryId, name: QUERIES[position]!, folder: '' },
  }))
  await database().transaction((tx) => insertCheck(tx, whole, results))
})

const database = () => runs.app.app.platform.database
const passes = async (): ReturnType<JudgeAt> => ({
  ...{ snapshot: check, status: 'passed', reason: null },
  ...{ findings: 0, found: null, code: null },
})

/** The job of checks, with snapshots judged as given. */
function jobOf(judgeAt: JudgeAt, users: Parts['users'] = { actor: async (id) => ({ id }) as never }) {
  let perform: (payload: Payload, context: JobContext) => Promise<void>
  let giveUp: (payload: Payload, end: GivenUp) => Promise<void>
  const jobs = {
    send: async () => undefined,
    register: (_job: unknown, handler: never, options: { readonly onGivenUp?: never }) => {
      perform = handler
      giveUp = options.onGivenUp!
    },
  } as unknown as Parts['jobs']
  const queries: Parts['queries'] = { find: async (id) => ({ id }) as never }
  createCheckJudging({
    ...{ database: database(), jobs, users, queries, history: { judgeAt } },
    clock: createManualClock(AT),
  }).registerJobs()
  return {
    perform: (context = CONTEXT) => perform({ check_id: check }, context),
    giveUp: () => giveUp({ check_id: check }, { setAside: true }),
  }
}
const state = async () => ({
  isFinished: (await findCheck(database().db, check))!.finishedAt !== null,
  results: (await listResults(database().db, check)).map(({ status, reason }) => reason ?? status),
})

it('a check whose job fails goes on where it was', async () => {
  const judged: string[] = []
  const failing = jobOf(async (_actor, { query }) => {
    judged.push(query.id)
    if (query.id === ids[1] && judged.length === 2) throw new Error('no memory')
    return passes()
  })

  await expect(failing.perform()).rejects.toThrow('no memory')
  expect(await state()).toEqual({ isFinished: false, results: ['passed', null, null] })
  await failing.perform()

  expect(await state()).toEqual({ isFinished: true, results: ['passed', 'passed', 'passed'] })
  expect(judged).toEqual([ids[0], ids[1], ids[1], ids[2]])
})

it('a check whose job is given up ends, and keeps what was judged', async () => {
  const failing = jobOf(async (_actor, { query }) => {
    if (query.id !== ids[0]) throw new Error('no memory')
    return passes()
  })
  await failing.perform().catch(() => undefined)

  await failing.giveUp()

  const reason = 'The snapshot could not be judged. The log of the server says why.'
  expect(await state()).toEqual({ isFinished: true, results: ['passed', reason, reason] })
})

it('a check whose user was deleted judges nothing', async () => {
  const orphaned = jobOf(() => Promise.reject(new Error('judged')), { actor: async () => undefined })

  await orphaned.perform()

  const reason = 'The account that requested this check was deleted.'
  expect(await state()).toEqual({ isFinished: true, results: [reason, reason, reason] })
})

it('a job that is sent once more after the end changes nothing', async () => {
  const job = jobOf(passes)
  await job.perform()

  await jobOf(() => Promise.reject(new Error('judged'))).perform()

  expect(await state()).toEqual({ isFinished: true, results: ['passed', 'passed', 'passed'] })
})

it('a job that is stopped judges no more', async () => {
  const stop = new AbortController()
  const job = jobOf(() => {
    stop.abort()
    return passes()
  })

  await expect(job.perform({ ...CONTEXT, signal: stop.signal })).rejects.toThrow('aborted')

  expect(await state()).toEqual({ isFinished: false, results: ['passed', null, null] })
})
