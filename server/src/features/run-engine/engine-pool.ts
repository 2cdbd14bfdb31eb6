import type { Logger } from 'pino'
import type { Lane } from '../../kernel/lane.ts'
import type { MemoryBudget, MemoryPlace } from '../../platform/memory/memory-budget.ts'
import { type Moved, moved, ownBytes } from '../../platform/threads/bytes.ts'
import { openThread, type Thread } from '../../platform/threads/open-thread.ts'
import { ThreadEnded, ThreadOutOfMemory } from '../../platform/threads/thread-ended.ts'
import { createThreadPool, type ThreadUse } from '../../platform/threads/thread-pool.ts'
import { tooMuchCpu, watchCpu } from './cpu-limit.ts'
import type { EngineCalls } from './engine-calls.ts'
import type {
  CapturedRows,
  CaptureOrder,
  CountedClass,
  EngineEvent,
  PackedRun,
  PageAnswer,
  ResultChunk,
  RunFailure,
  RunLimits,
  RunOutcome,
  Stage,
  WaitsFor,
} from './engine-types.ts'
import { hardLimitMb } from './memory-limit.ts'
import { watchHeap } from './watch-heap.ts'
import { textBytes } from './unpack-page.ts'
import { SERVER_STOPPED } from './run-failures.ts'
import { closedStages } from './stage-log.ts'

export type RunPort = {
  /** Whose turn it takes while all threads are busy. */
  readonly lane: Lane
  /** The run waits until the returned function is called. */
  readonly wait: (what: WaitsFor) => () => void
  readonly get: (connection: string, path: string) => Promise<PageAnswer>
  readonly captured: (order: CaptureOrder) => Promise<CapturedRows | undefined>
  readonly emit: (event: EngineEvent) => void
  readonly chunk: (chunk: ResultChunk) => void
  readonly chunkBefore: (chunk: ResultChunk) => void
  readonly count: (counted: CountedClass) => void
  /** Called with a stage whenever it changes. */
  readonly stage: (stage: Stage) => void
  /** Aborted at the deadline or by a cancel; requests end through `get`, the thread itself a moment later. */
  readonly signal: AbortSignal
  readonly failureOfAbort: () => RunFailure
}

export type EnginePool = {
  readonly run: (input: PackedRun, limits: RunLimits, port: RunPort) => Promise<RunOutcome>
  /** Threads in use, and the runs that wait for them. */
  readonly threads: () => ThreadUse
  /** Terminates every thread, and with it any run still in flight. */
  readonly close: () => Promise<void>
}

const WARM_WORKERS = 2
// An aborted run ends on its own as soon as its thread is free; if it keeps computing, the thread is terminated.
const STOP_GRACE_MS = 1_000
// Pages are garbage at once, rows are not: a larger nursery costs another hundred megabytes and saves no time.
const YOUNG_HEAP_MB = 24

export type EnginePoolOptions = {
  readonly maxHeapMb: number
  /** Processor time that a run may take. */
  readonly maxCpuMs: number
  /** Most of them at once. */
  readonly threads: number
  readonly memory: MemoryBudget
  readonly logger: Logger
}

type Engine = Thread<EngineCalls>

/**
 * Threads that run plans, one run each at a time; a few are kept warm. A thread that dies fails only its own run. While
 * all are busy, users take turns.
 */
export function createEnginePool(options: EnginePoolOptions): EnginePool {
  const { maxHeapMb, maxCpuMs, threads: most, memory, logger } = options
  const threads = createThreadPool<EngineCalls>({
    limits: { total: most, perLane: most },
    warm: WARM_WORKERS,
    // What it may take is admitted with its run.
    borrow: async () => () => undefined,
    onShort: (giveUp) => memory.onShort(giveUp),
    open: (onEnd) =>
      openThread<EngineCalls>(new URL('./engine-worker.ts', import.meta.url), {
        name: 'engine',
        memory: { heapMb: hardLimitMb(maxHeapMb), youngHeapMb: YOUNG_HEAP_MB },
        onEnd: (error) => {
          if (error.cause !== undefined) logger.error({ err: error.cause }, 'engine thread failed')
          onEnd()
        },
      }),
  })

  return {
    run: async (input, limits, port) => {
      const failureOfAbort = () => (port.signal.aborted ? port.failureOfAbort() : SERVER_STOPPED)
      const shortage = new AbortController()
      const { expectedBytes = 0 } = limits
      const place = await memory.admit({
        expectedBytes,
        signal: port.signal,
        wait: port.wait,
        end: () => shortage.abort(),
      })
      if (!place) return { ok: false, failure: failureOfAbort(), ...nothingReported }
      try {
        const begin = port.wait('server')
        const taken = await threads.take(port.lane, port.signal)
        if (!taken) return { ok: false, failure: failureOfAbort(), ...nothingReported }
        const job = { input, limits, port, begin, shortage: shortage.signal, place, maxCpuMs }
        const { outcome, reusable } = await runOn(taken.thread, job, logger)
        // After a fault, the thread may still be at work.
        if (reusable) taken.release()
        else taken.discard()
        return threads.isClosed() && !outcome.ok ? { ...outcome, failure: failureOfAbort() } : outcome
      } finally {
        place.release()
      }
    },
    threads: threads.use,
    close: threads.close,
  }
}

const nothingReported = { stages: [], paths: [], warnings: [] }

type EngineJob = {
  readonly input: PackedRun
  readonly limits: RunLimits
  readonly port: RunPort
  /** Called when the thread, which may have to start first, begins with the run. */
  readonly begin: () => void
  /** Memory is short, and this is the largest run. */
  readonly shortage: AbortSignal
  readonly place: MemoryPlace
  readonly maxCpuMs: number
}
type Ended = { readonly outcome: RunOutcome; readonly reusable: boolean }

async function runOn(
  engine: Engine,
  { input, limits, port, begin, shortage, place, maxCpuMs }: EngineJob,
  logger: Logger,
): Promise<Ended> {
  let ended: RunFailure | undefined
  const endWith = (failure: RunFailure) => () => {
    ended ??= failure
    void engine.close()
  }
  const endForMemory = endWith(MEMORY_SHORT)
  const stages: Stage[] = []
  const host = {
    get: async (page: { readonly connection: string; readonly path: string }) => {
      await place.room()
      return answerOf(page, port, place, logger)
    },
    captured: async (order: CaptureOrder) => {
      await place.room()
      return port.captured(order)
    },
    emit: port.emit,
    chunk: port.chunk,
    chunkBefore: port.chunkBefore,
    count: port.count,
    memory: place.use,
    stage: (stage: Stage) => {
      begin()
      stages[stage.index] = stage
      port.stage(stage)
    },
  }
  shortage.addEventListener('abort', endForMemory)
  if (shortage.aborted) endForMemory()
  const heap = watchHeap(engine, place.measured)
  const cpu = watchCpu(engine, maxCpuMs, endWith(tooMuchCpu(maxCpuMs)))
  try {
    const outcome = await engine.call('run', { input, limits }, { host, signal: port.signal, graceMs: STOP_GRACE_MS })
    begin()
    return { outcome: { ...outcome, stages }, reusable: true }
  } catch (error) {
    if (!(error instanceof ThreadEnded) && error !== port.signal.reason)
      logger.error({ err: error }, 'engine thread failed')
    begin()
    // Its memory is free only when the thread is gone: until then, no other run must end for it.
    if (ended) await engine.close()
    const failure = ended ?? failureOf(error, port)
    const closed = closedStages(stages, failure.reason === 'cancelled' ? 'cancelled' : 'failure', Date.now())
    return { outcome: { ok: false, failure, ...nothingReported, stages: closed }, reusable: false }
  } finally {
    shortage.removeEventListener('abort', endForMemory)
    heap[Symbol.dispose]()
    cpu[Symbol.dispose]()
  }
}

/** The bytes are moved instead of copied, unless they are a slice of a shared pool. */
async function answerOf(
  { connection, path }: { readonly connection: string; readonly path: string },
  port: RunPort,
  place: MemoryPlace,
  logger: Logger,
): Promise<PageAnswer | Moved<PageAnswer>> {
  try {
    const page = await port.get(connection, path)
    place.read(page.ok ? textBytes(page) : 0)
    if (!page.ok) return page
    const body = ownBytes(page.body)
    return moved({ ...page, body }, body)
  } catch (error) {
    // A fault of the host, whose message may name things users must not see.
    logger.error({ err: error }, 'could not send a controller request of a run')
    const message = 'The server could not send the request to the controller; the server log has the details.'
    return { ok: false, failure: { reason: 'unreachable', message } }
  }
}

const MEMORY_SHORT: RunFailure = {
  reason: 'too_big',
  message:
    'The memory of the server ran short, and this was its largest run. Narrow it with filters, a scope or fewer properties, or run it again when less is going on.',
}

function failureOf(error: unknown, port: RunPort): RunFailure {
  if (error instanceof ThreadOutOfMemory)
    return {
      reason: 'too_big',
      message: 'The run exceeded its memory limit: narrow it with filters, a scope or fewer properties.',
    }
  if (port.signal.aborted) return port.failureOfAbort()
  return { reason: 'unreachable', message: 'The engine failed during this run; the server log has the details.' }
}
