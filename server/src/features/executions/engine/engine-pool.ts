import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { FromWorker, ToWorker } from './engine-messages.ts'
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

/** Threads that run plans, one run each at a time; a few are kept warm. A thread that dies fails only its own run. */
export function createEnginePool(options: { readonly maxHeapMb: number; readonly logger: Logger }): EnginePool {
  const { maxHeapMb, logger } = options
  const alive = new Set<Worker>()
  const idle: { readonly worker: Worker; readonly since: number }[] = []
  let trimming: NodeJS.Timeout | undefined
  const waiting: ((worker: Worker | undefined) => void)[] = []
  let closed = false

  function start(): Worker {
    const worker = startWorker(maxHeapMb)
    alive.add(worker)
    worker.on('error', (error) => logger.error({ err: error }, 'engine thread failed'))
    worker.once('exit', () => {
      alive.delete(worker)
      const place = idle.findIndex((one) => one.worker === worker)
      if (place >= 0) idle.splice(place, 1)
      if (!closed && waiting.length > 0) waiting.shift()!(start())
    })
    return worker
  }

  /** Undefined when the signal fired, or the pool closed, before a thread was free. */
  async function take(signal: AbortSignal): Promise<Worker | undefined> {
    if (closed || signal.aborted) return undefined
    return idle.pop()?.worker ?? (alive.size < MAX_WORKERS ? start() : waitForWorker(signal))
  }

  function waitForWorker(signal: AbortSignal): Promise<Worker | undefined> {
    return new Promise((resolve) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(serve), 1)
        resolve(undefined)
      }
      const serve = (worker: Worker | undefined) => {
        signal.removeEventListener('abort', leave)
        resolve(worker)
      }
      waiting.push(serve)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  function release(worker: Worker): void {
    const next = waiting.shift()
    if (next) {
      next(worker)
      return
    }
    idle.push({ worker, since: performance.now() })
    if (idle.length > WARM_WORKERS) trimming ??= setTimeout(trim, IDLE_MS).unref()
  }

  /** The thread released last is reused first, so the first of the list has been idle longest. */
  function trim(): void {
    const limit = performance.now() - IDLE_MS
    while (idle.length > WARM_WORKERS && idle[0]!.since <= limit) void idle.shift()!.worker.terminate()
    trimming = idle.length > WARM_WORKERS ? setTimeout(trim, IDLE_MS).unref() : undefined
  }

  return {
    run: async (input, limits, port) => {
      const failureOfAbort = () => (port.signal.aborted ? port.failureOfAbort() : SERVER_STOPPED)
      const worker = await take(port.signal)
      if (!worker) return { ok: false, failure: failureOfAbort(), ...nothingReported }
      const { outcome, reusable } = await runOn(worker, input, limits, port, logger)
      if (closed && !outcome.ok) return { ...outcome, failure: failureOfAbort() }
      if (reusable && !closed) release(worker)
      return outcome
    },
    /** Terminates every thread, and with it any run still in flight. */
    close: async () => {
      closed = true
      clearTimeout(trimming)
      for (const serve of waiting.splice(0)) serve(undefined)
      await Promise.all([...alive].map((worker) => worker.terminate()))
    },
  }
}

function startWorker(maxHeapMb: number): Worker {
  const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), {
    name: 'engine',
    resourceLimits: { maxOldGenerationSizeMb: hardLimitMb(maxHeapMb), maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  })
  worker.unref()
  return worker
}

const nothingReported = { stages: [], paths: [], warnings: [] }

type Ended = { readonly outcome: RunOutcome; readonly reusable: boolean }

function runOn(worker: Worker, input: RunInput, limits: RunLimits, port: RunPort, logger: Logger): Promise<Ended> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    let terminated = false
    const stages: Stage[] = []
    const finish = (outcome: RunOutcome, reusable: boolean) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      port.signal.removeEventListener('abort', onAbort)
      worker.unref()
      resolve({ outcome, reusable })
    }
    const fail = (failure: RunFailure) => {
      const closed = closedStages(stages, failure.reason === 'cancelled' ? 'cancelled' : 'failure', Date.now())
      finish({ ok: false, failure, ...nothingReported, stages: closed }, false)
    }

    const onMessage = (message: FromWorker) => {
      if (message.type === 'done') finish({ ...message.outcome, stages }, !terminated)
      else if (message.type === 'event') port.emit(message.event)
      else if (message.type === 'chunk') port.chunk(message.chunk)
      else if (message.type === 'stage') {
        stages[message.stage.index] = message.stage
        port.stages(stages)
      } else void answer(worker, message.request, port.get(message.connection, message.path), logger)
    }
    const onError = (error: Error & { code?: string }) => fail(failureOfThread(error))
    const onExit = () => fail(port.signal.aborted ? port.failureOfAbort() : failureOfThread(new Error('the engine thread ended')))
    const onAbort = () => {
      timer = setTimeout(() => {
        terminated = true
        void worker.terminate()
      }, STOP_GRACE_MS)
    }

    worker.ref()
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    port.signal.addEventListener('abort', onAbort)
    if (port.signal.aborted) onAbort()
    worker.postMessage({ type: 'run', input, limits } satisfies ToWorker)
  })
}

async function answer(worker: Worker, request: number, pending: Promise<PageAnswer>, logger: Logger): Promise<void> {
  const page = await pending.catch((error: unknown): PageAnswer => {
    // A fault of the host, whose message may name things users must not see.
    logger.error({ err: error }, 'could not send a controller request of a run')
    return {
      ok: false,
      failure: {
        reason: 'unreachable',
        message: 'The server could not send the request to the controller; the server log has the details.',
      },
    }
  })
  const message: ToWorker = { type: 'answer', request, answer: page }
  // Transfers the bytes instead of copying them.
  if (page.ok && ownsItsBuffer(page.body)) worker.postMessage(message, [page.body.buffer as ArrayBuffer])
  else worker.postMessage(message)
}

/** A slice of a shared pool must be copied: transferring it would take its neighbours along. */
const ownsItsBuffer = (body: Uint8Array) => body.byteOffset === 0 && body.byteLength === body.buffer.byteLength

function failureOfThread(error: Error & { code?: string }): RunFailure {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? { reason: 'too_big', message: 'The run exceeded its memory limit: narrow it with filters, a scope or fewer properties.' }
    : { reason: 'unreachable', message: 'The engine failed during this run; the server log has the details.' }
}
