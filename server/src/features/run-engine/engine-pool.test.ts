import { pino } from 'pino'
import { readdirSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { knownModel } from '@heddle/domain/mim/known-model.ts'
import { prepareQuery } from '@heddle/domain/query/prepare-query.ts'
import { createEnginePool, type EnginePool, type RunPort } from './engine-pool.ts'
import type { PackedRun, PageAnswer, ResultChunk } from './engine-types.ts'
import type { Lane } from '../../kernel/lane.ts'
import { MemoryBudget } from '../../platform/memory/memory-budget.ts'
import { memoryLimit } from '../../platform/memory/memory-limit.ts'
import { packInput } from './packed-run.ts'

const MAX_WORKERS = 14
const pools: EnginePool[] = []
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())))

function poolOf({ maxHeapMb = 512, maxCpuMs = Infinity } = {}) {
  const memory = new MemoryBudget({ limitBytes: memoryLimit(undefined) })
  const pool = createEnginePool({
    maxHeapMb,
    maxCpuMs,
    threads: MAX_WORKERS,
    memory,
    logger: pino({ level: 'silent' }),
  })
  pools.push(pool)
  return pool
}

function inputOf(post_processors: object[] = [], changes: object = {}): PackedRun {
  const nodes = [{ id: 'bd', class_name: 'fvBD', properties: ['name', 'descr'] }]
  const { plan, errors } = prepareQuery({ canvas: { nodes, edges: [], post_processors }, model: knownModel })
  if (!plan) throw new Error(JSON.stringify(errors))
  return { packed: packInput({ plan: { ...plan, ...changes }, connection: 'lab', lookups: {} }) }
}

const LIMITS = { maxRows: 1_000_000, maxHeapBytes: Infinity }
const CANCELLED = { reason: 'cancelled', message: 'cancelled' } as const

function answerOf(count: number, descr = ''): PageAnswer {
  const imdata = Array.from({ length: count }, (_, index) => ({
    fvBD: { attributes: { dn: `uni/tn-a/BD-${index}`, name: String(index), descr } },
  }))
  return { ok: true, body: new TextEncoder().encode(JSON.stringify({ totalCount: String(count), imdata })) }
}

function portOf(
  get: RunPort['get'] = async () => answerOf(1),
  signal = new AbortController().signal,
  lane: Lane = { user: 1, group: null },
): RunPort & { chunks: ResultChunk[] } {
  const chunks: ResultChunk[] = []
  return {
    lane,
    wait: () => () => undefined,
    get,
    captured: async () => undefined,
    emit: () => undefined,
    stage: () => undefined,
    chunk: (chunk) => chunks.push(chunk),
    chunkBefore: () => undefined,
    count: () => undefined,
    signal,
    failureOfAbort: () => CANCELLED,
    chunks,
  }
}
/** A controller that answers on command; `asked` resolves with the first request. */
function heldController() {
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  const { promise: answer, resolve: release } = Promise.withResolvers<PageAnswer>()
  const get = async () => {
    resolve()
    return answer
  }
  return { get, asked, release: () => release(answerOf(1)) }
}
// Seconds of computing for few rows: each of many steps matches a long text against a long pattern.
const ENDLESS = Array.from({ length: 100 }, (_, index) => ({
  id: `c${index}`,
  type: 'compute',
  config: { column: `c${index}`, expression: `"${'a'.repeat(2_000)}".matches("${'(a+)+'.repeat(20)}")` },
}))

describe('the engine pool', () => {
  it('runs a plan in a thread and returns its rows', async () => {
    const port = portOf(async () => answerOf(700))

    const outcome = await poolOf().run(inputOf(), LIMITS, port)

    expect(outcome).toMatchObject({ ok: true, rowCount: 700 })
    expect(port.chunks.map(({ rowCount }) => rowCount)).toEqual([500, 200])
  })

  it("leaves the caller's shared buffers intact", async () => {
    const answer = answerOf(1) as { ok: true; body: Uint8Array }
    const shared = new Uint8Array(answer.body.byteLength + 10).fill(7)
    shared.set(answer.body, 5)

    const outcome = await poolOf().run(
      inputOf(),
      LIMITS,
      portOf(async () => ({ ok: true, body: shared.subarray(5, -5) })),
    )

    expect(outcome).toMatchObject({ ok: true, rowCount: 1 })
    expect([shared.byteLength, shared.at(-1)]).toEqual([answer.body.byteLength + 10, 7])
  })

  it('reports a fault of the host without its message', async () => {
    const get = async () => {
      throw new Error('password=hunter2')
    }

    const outcome = await poolOf().run(inputOf(), LIMITS, portOf(get))

    expect(outcome).toMatchObject({ ok: false, failure: { reason: 'unreachable' } })
    expect(JSON.stringify(outcome)).not.toContain('hunter2')
  })
})

describe('a run', () => {
  it('that exceeds its memory limit fails without affecting others', async () => {
    const pool = poolOf()
    const other = heldController()
    const neighbour = pool.run(inputOf(), LIMITS, portOf(other.get))
    await other.asked

    const outcome = await pool.run(
      inputOf(),
      { ...LIMITS, maxHeapBytes: 30_000_000 },
      portOf(async () => answerOf(100_000, 'x'.repeat(100))),
    )
    other.release()

    expect(outcome).toMatchObject({
      ok: false,
      failure: { reason: 'too_big', message: expect.stringContaining('narrow it') },
    })
    expect(await neighbour).toMatchObject({ ok: true, rowCount: 1 })
    expect(await pool.run(inputOf(), LIMITS, portOf())).toMatchObject({ ok: true })
  })
})

describe('a run that computes for longer than it may', () => {
  it('ends although its thread never gives way, and the next run gets a new thread', async () => {
    const pool = poolOf({ maxCpuMs: 1_500 })

    const outcome = await pool.run(
      inputOf(ENDLESS),
      LIMITS,
      portOf(async () => answerOf(20_000)),
    )

    const message = expect.stringMatching(
      /^The run took more than 1\.5 s of processor time, .* \(MAX_RUN_CPU_SECONDS\)\. Narrow it/,
    )
    expect(outcome).toMatchObject({ ok: false, failure: { reason: 'too_big', message } })
    expect(outcome.stages.find(({ status }) => status === 'failure')).toMatchObject({ name: 'compute' })
    expect(await pool.run(inputOf(), LIMITS, portOf())).toMatchObject({ ok: true, rowCount: 1 })
  })
})

describe('a thread that dies', () => {
  it('because of an engine fault fails its run, and the next run gets a new thread', async () => {
    const pool = poolOf()
    const broken = inputOf([], { fetches: [{}] })

    expect(await pool.run(broken, LIMITS, portOf())).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('log') },
    })
    expect(await pool.run(inputOf(), LIMITS, portOf())).toMatchObject({ ok: true })
  })

  it('is replaced for a waiting run', async () => {
    const pool = poolOf()
    const held = Array.from({ length: 7 }, heldController)
    const running = held.map(({ get }) => pool.run(inputOf(), LIMITS, portOf(get)))
    await Promise.all(held.map(({ asked }) => asked))
    const broken = inputOf([], { fetches: [{}] })
    const dying = pool.run(broken, LIMITS, portOf())
    const waiting = [0, 1, 2].map(() => pool.run(inputOf(), LIMITS, portOf()))

    expect(await dying).toMatchObject({ ok: false })
    for (const outcome of await Promise.all(waiting)) expect(outcome).toMatchObject({ ok: true })
    for (const { release } of held) release()
    await Promise.all(running)
  })
})

describe('aborting a run', () => {
  it('terminates a thread that keeps computing', async () => {
    const pool = poolOf()
    const stop = new AbortController()
    const get = async () => {
      setImmediate(() => stop.abort())
      return answerOf(2_000)
    }

    expect(await pool.run(inputOf(ENDLESS), LIMITS, portOf(get, stop.signal))).toMatchObject({
      ok: false,
      failure: CANCELLED,
    })
    expect(await pool.run(inputOf(), LIMITS, portOf())).toMatchObject({ ok: true })
  })

  it('ends the wait for a thread', async () => {
    const pool = poolOf()
    const held = Array.from({ length: MAX_WORKERS }, heldController)
    const running = held.map(({ get }) => pool.run(inputOf(), LIMITS, portOf(get)))
    const stop = new AbortController()
    const waiting = pool.run(inputOf(), LIMITS, portOf(undefined, stop.signal))

    stop.abort()

    expect(await waiting).toMatchObject({ ok: false, failure: CANCELLED })
    for (const { release } of held) release()
    for (const outcome of await Promise.all(running)) expect(outcome).toMatchObject({ ok: true })
  })

  it('before it starts prevents the start', async () => {
    const get = vi.fn(async () => answerOf(1))

    expect(await poolOf().run(inputOf(), LIMITS, portOf(get, AbortSignal.abort()))).toMatchObject({
      ok: false,
      failure: CANCELLED,
    })
    expect(get).not.toHaveBeenCalled()
  })
})

describe('groups and their users', () => {
  it('take turns while all threads are busy', async () => {
    const pool = poolOf()
    const held = Array.from({ length: MAX_WORKERS }, heldController)
    const running = held.map(({ get }) => pool.run(inputOf(), LIMITS, portOf(get, undefined, { user: 9, group: null })))
    await Promise.all(held.map(({ asked }) => asked))
    const started: string[] = []
    const runOf = (name: string, user: number, group: number) =>
      pool.run(
        inputOf(),
        LIMITS,
        portOf(
          async () => {
            started.push(name)
            return answerOf(1)
          },
          undefined,
          { user, group },
        ),
      )
    const waiting = [runOf('a1', 1, 7), runOf('a2', 1, 7), runOf('b1', 2, 7), runOf('c1', 3, 8)]

    held[0]!.release()
    await Promise.all(waiting)

    expect(started).toEqual(['a1', 'c1', 'b1', 'a2'])
    for (const { release } of held) release()
    await Promise.all(running)
  })
})

describe('closing the pool', () => {
  it('ends running and waiting runs, and leaves no thread', async () => {
    const before = threads()
    const pool = poolOf()
    const held = Array.from({ length: MAX_WORKERS }, heldController)
    const running = [...held, heldController()].map(({ get }) => pool.run(inputOf(), LIMITS, portOf(get)))
    await Promise.all(held.map(({ asked }) => asked))

    await pool.close()

    for (const outcome of await Promise.all(running))
      expect(outcome).toMatchObject({ ok: false, failure: { reason: 'cancelled' } })
    await vi.waitFor(() => expect(threads()).toBeLessThanOrEqual(before), 20_000)
    expect(await pool.run(inputOf(), LIMITS, portOf())).toMatchObject({ ok: false, failure: { reason: 'cancelled' } })
  })
})

/** Threads of this process, including those of the runtime. */
const threads = () => readdirSync('/proc/self/task').length
