import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { createPlanners, type Planners } from './planners.ts'

const PROGRAM = new URL('../../testing/executions/wild-planner.ts', import.meta.url)
const PATIENT_MS = 600_000
const never = new AbortController().signal

const open: Planners[] = []
afterEach(() => Promise.all(open.splice(0).map((planners) => planners.close())))

function plannersOf(deadlineMs = PATIENT_MS, findQuery = async (_id: string) => undefined) {
  const terms = () => ({ model: undefined, maxResultRows: 1_000, now: 0 })
  const planners = createPlanners({
    terms,
    findQuery,
    versionsWith: async () => new Map(),
    logger: pino({ level: 'silent' }),
    // A sixteenth of it is what a thread may take.
    budget: { borrow: async () => () => undefined, onShort: () => () => undefined, limitBytes: 768 * 1024 ** 2 },
    program: PROGRAM,
    deadlineMs,
  })
  open.push(planners)
  return planners
}

const ORDER = { request: { connection: 'lab', variables: {}, skipPostProcessors: false } }
const nodes = [{ id: 'bd', class_name: 'fvBD' }]
const queryOf = (name: string) => ({
  id: 'q',
  name,
  controllerConnectionId: 'lab',
  nodes,
  edges: [],
  postProcessors: [],
  parameters: [],
})

const plan = (planners: Planners, name: string, userId = 1, signal = never) =>
  planners.use({ user: userId, group: null }, signal, (planner) => planner.planRun({ ...ORDER, query: queryOf(name) }))

describe('a query that', () => {
  it('takes too long to prepare is too large, and the next one is prepared', async () => {
    const planners = plannersOf(200)

    expect(await plan(planners, 'computes forever')).toMatchObject({
      errors: [{ code: 'too_large', message: expect.stringContaining('longer than 0.2 s to prepare') }],
      input: undefined,
    })
    // Its thread is new, which may take longer than this deadline.
    const patient = plannersOf()
    expect(await plan(patient, 'ordinary')).toMatchObject({
      errors: [],
      input: { className: 'fvBD', packed: expect.any(Uint8Array) },
    })
  })

  it('needs too much memory to prepare is too large, and the next one is prepared', async () => {
    const planners = plannersOf()

    expect(await plan(planners, 'fills memory')).toMatchObject({
      errors: [{ code: 'too_large', message: expect.stringContaining('memory') }],
    })
    expect(await plan(planners, 'ordinary')).toMatchObject({ errors: [], input: { className: 'fvBD' } })
  })
})

describe("one user's slow preparations", () => {
  it('do not hold up those of another user', async () => {
    const planners = plannersOf()
    const stop = new AbortController()
    const slow = Array.from({ length: 60 }, () => plan(planners, 'computes forever', 1, stop.signal))
    const ended = Promise.allSettled(slow)

    expect(await plan(planners, 'ordinary', 2)).toMatchObject({ errors: [] })

    stop.abort()
    expect((await ended).map(({ status }) => status)).toEqual(slow.map(() => 'rejected'))
  })
})

describe('a request that ends', () => {
  it('stops its preparation before the next lookup', async () => {
    const stop = new AbortController()
    let lookups = 0
    const planners = plannersOf(PATIENT_MS, async () => {
      if (++lookups === 3) stop.abort()
      return undefined
    })

    await expect(plan(planners, 'looks up forever', 1, stop.signal)).rejects.toThrow('the request has ended')

    expect(lookups).toBe(3)
    expect(await plan(planners, 'ordinary')).toMatchObject({ errors: [] })
  })

  it('reads no query while it waits for its turn', async () => {
    const planners = plannersOf()
    const stop = new AbortController()
    const busy = Promise.allSettled([1, 2].map(() => plan(planners, 'computes forever', 1, stop.signal)))
    let reads = 0
    const waiting = planners.use({ user: 1, group: null }, stop.signal, async () => {
      reads++
    })

    stop.abort()

    await expect(waiting).rejects.toThrow('the request has ended')
    await busy
    expect(reads).toBe(0)
  })
})
