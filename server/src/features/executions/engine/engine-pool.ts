import { addAbortListener } from 'node:events'
import type { Logger } from 'pino'
import { type Moved, moved, ownBytes } from '../../../platform/threads/bytes.ts'
import { openThread, type Thread } from '../../../platform/threads/open-thread.ts'
import { ThreadEnded, ThreadOutOfMemory } from '../../../platform/threads/thread-ended.ts'
import type { EngineCalls } from './engine-calls.ts'
import type { EngineEvent, PageAnswer, ResultChunk, RunFailure, RunInput, RunLimits, RunOutcome, Stage } from './engine-types.ts'
import { hardLimitMb } from './memory-limit.ts'
import { SERVER_STOPPED } from './run-failures.ts'
import { closedStages } from './stage-log.ts'

export type RunPort = {
  readonly get: (connection: string, path: string) => Promise<PageAnswer>
  readonly emit: (event: EngineEvent) => void
  readonly chunk: (chunk: ResultChunk) => void
  /** Called with all stages whenever one of them changes. */
  readonly stages: (stages: readonly Stage[]) => void
  /** Aborted at the deadline or by a cancel; requests end through `get`, the thread itself a moment later. */
  readonly signal: AbortSignal
  readonly failureOfAbort: () => RunFailure
}

export type EnginePool = {
  readonly run: (input: RunInput, limits: RunLimits, port: RunPort) => Promise<RunOutcome>
  readonly close: () => Promise<void>
}

// Background and scheduled runs may occupy ten of them for long; the rest serve users who wait for an answer.
export const MAX_WORKERS = 14
const WARM_WORKERS = 2
// Starting a thread takes longer than most runs, so surplus threads stay for a while.
const IDLE_MS = 30_000
// An aborted run ends on its own as soon as its thread is free; if it keeps computing, the thread is terminated.
const STOP_GRACE_MS = 1_000
// Pages are garbage at once, rows are not: a larger nursery costs another hundred megabytes and saves no time.
const YOUNG_HEAP_MB = 24

type Engine = Thread<EngineCalls>

/** Threads that run plans, one run each at a time; a few are kept warm. A thread that dies fails only its own run. */
export function createEnginePool(options: { readonly maxHeapMb: number; readonly logger: Logger }): EnginePool {
  const { maxHeapMb, logger } = options
  const alive = new Set<Engine>()
  const idle: { readonly engine: Engine; readonly since: number }[] = []
  let trimming: NodeJS.Timeout | undefined
  const waiting: ((engine: Engine | undefined) => void)[] = []
  let closed = false

  function start(): Engine {
    const started = openThread<EngineCalls>(new URL('./engine-worker.ts', import.meta.url), {
      name: 'engine',
      memory: { heapMb: hardLimitMb(maxHeapMb), youngHeapMb: YOUNG_HEAP_MB },
      onEnd: ({ cause }) => {
        if (cause !== undefined) logger.error({ err: cause }, 'engine thread failed')
        alive.delete(started)
        const place = idle.findIndex(({ engine }) => engine === started)
        if (place >= 0) idle.splice(place, 1)
        if (!closed && waiting.length > 0) waiting.shift()!(start())
      },
    })
    alive.add(started)
    return started
  }

  /** Undefined when the signal fired, or the pool closed, before a thread was free. */
  async function take(signal: AbortSignal): Promise<Engine | undefined> {
    if (closed || signal.aborted) return undefined
    return idle.pop()?.engine ?? (alive.size < MAX_WORKERS ? start() : waitForEngine(signal))
  }

  function waitForEngine(signal: AbortSignal): Promise<Engine | undefined> {
    return new Promise((resolve) => {
      const aborted = addAbortListener(signal, () => {
        waiting.splice(waiting.indexOf(serve), 1)
        resolve(undefined)
      })
      const serve = (engine: Engine | undefined) => {
        aborted[Symbol.dispose]()
        resolve(engine)
      }
      waiting.push(serve)
    })
  }

  function release(engine: Engine): void {
    const next = waiting.shift()
    if (next) {
      next(engine)
      return
    }
    idle.push({ engine, since: performance.now() })
    if (idle.length > WARM_WORKERS) trimming ??= setTimeout(trim, IDLE_MS).unref()
  }

  /** The thread released last is reused first, so the first of the list has been idle longest. */
  function trim(): void {
    const limit = performance.now() - IDLE_MS
    while (idle.length > WARM_WORKERS && idle[0]!.since <= limit) void idle.shift()!.engine.close()
    trimming = idle.length > WARM_WORKERS ? setTimeout(trim, IDLE_MS).unref() : undefined
  }

  return {
    run: async (input, limits, port) => {
      const failureOfAbort = () => (port.signal.aborted ? port.failureOfAbort() : SERVER_STOPPED)
      const engine = await take(port.signal)
      if (!engine) return { ok: false, failure: failureOfAbort(), ...nothingReported }
      const { outcome, reusable } = await runOn(engine, input, limits, port, logger)
      if (closed && !outcome.ok) return { ...outcome, failure: failureOfAbort() }
      if (reusable && !closed) release(engine)
      return outcome
    },
    /** Terminates every thread, and with it any run still in flight. */
    close: async () => {
      closed = true
      clearTimeout(trimming)
      for (const serve of waiting.splice(0)) serve(undefined)
      await Promise.all([...alive].map((engine) => engine.close()))
    },
  }
}

const nothingReported = { stages: [], paths: [], warnings: [] }

type Ended = { readonly outcome: RunOutcome; readonly reusable: boolean }

async function runOn(engine: Engine, input: RunInput, limits: RunLimits, port: RunPort, logger: Logger): Promise<Ended> {
  const stages: Stage[] = []
  const host = {
    get: (page: { readonly connection: string; readonly path: string }) => answerOf(page, port, logger),
    emit: port.emit,
    chunk: port.chunk,
    stage: (stage: Stage) => {
      stages[stage.index] = stage
      port.stages(stages)
    },
  }
  try {
    const outcome = await engine.call('run', { input, limits }, { host, signal: port.signal, graceMs: STOP_GRACE_MS })
    return { outcome: { ...outcome, stages }, reusable: true }
  } catch (error) {
    if (!(error instanceof ThreadEnded) && error !== port.signal.reason) logger.error({ err: error }, 'engine thread failed')
    // After a fault, the thread may still be at work.
    void engine.close()
    const failure = failureOf(error, port)
    const closed = closedStages(stages, failure.reason === 'cancelled' ? 'cancelled' : 'failure', Date.now())
    return { outcome: { ok: false, failure, ...nothingReported, stages: closed }, reusable: false }
  }
}

/** The bytes are moved instead of copied, unless they are a slice of a shared pool. */
async function answerOf(
  { connection, path }: { readonly connection: string; readonly path: string },
  port: RunPort,
  logger: Logger,
): Promise<PageAnswer | Moved<PageAnswer>> {
  try {
    const page = await port.get(connection, path)
    if (!page.ok) return page
    const body = ownBytes(page.body)
    return moved({ ok: true, body }, body)
  } catch (error) {
    // A fault of the host, whose message may name things users must not see.
    logger.error({ err: error }, 'could not send a controller request of a run')
    const message = 'The server could not send the request to the controller; the server log has the details.'
    return { ok: false, failure: { reason: 'unreachable', message } }
  }
}

function failureOf(error: unknown, port: RunPort): RunFailure {
  if (error instanceof ThreadOutOfMemory)
    return { reason: 'too_big', message: 'The run exceeded its memory limit: narrow it with filters, a scope or fewer properties.' }
  if (port.signal.aborted) return port.failureOfAbort()
  return { reason: 'unreachable', message: 'The engine failed during this run; the server log has the details.' }
}
