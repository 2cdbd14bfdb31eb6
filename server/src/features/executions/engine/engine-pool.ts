import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { FromWorker, ToWorker } from './engine-messages.ts'
import type { EngineEvent, PageAnswer, ResultChunk, RunFailure, RunInput, RunLimits, RunOutcome } from './engine-types.ts'

export type RunPort = {
  readonly get: (connection: string, path: string) => Promise<PageAnswer>
  readonly emit: (event: EngineEvent) => void
  readonly chunk: (chunk: ResultChunk) => void
  /** Aborted at the deadline or by a cancel; requests end through `get`, the thread itself a moment later. */
  readonly signal: AbortSignal
  readonly failureOfAbort: () => RunFailure
}

export type EnginePool = {
  readonly run: (input: RunInput, limits: RunLimits, port: RunPort) => Promise<RunOutcome>
  readonly close: () => Promise<void>
}

type Slot = { readonly worker: Worker; idleSince: number }

const MAX_WORKERS = 8
const WARM_WORKERS = 2
// A run that is told to stop ends by itself as soon as its thread is free; one that computes on is ended.
const STOP_GRACE_MS = 1_000
const HEAP_HEADROOM = 1.25

/** Threads that run plans, one run each at a time; a few are kept warm. A thread that dies takes its one run along, no more. */
export function createEnginePool(options: { readonly maxHeapMb: number; readonly logger: Logger }): EnginePool {
  const idle: Slot[] = []
  const waiting: ((slot: Slot) => void)[] = []
  let alive = 0
  let closed = false

  function start(): Slot {
    alive++
    const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), {
      name: 'engine',
      resourceLimits: { maxOldGenerationSizeMb: Math.ceil(options.maxHeapMb * HEAP_HEADROOM) },
    })
    const slot = { worker, idleSince: Date.now() }
    worker.unref()
    worker.on('error', (error) => options.logger.error({ err: error }, 'engine thread failed'))
    worker.once('exit', () => {
      alive--
      const place = idle.indexOf(slot)
      if (place >= 0) idle.splice(place, 1)
      if (!closed && waiting.length > 0) waiting.shift()!(start())
    })
    return slot
  }

  async function take(): Promise<Slot> {
    const slot = idle.pop()
    if (slot) return slot
    if (alive < MAX_WORKERS) return start()
    return new Promise((resolve) => waiting.push(resolve))
  }

  function giveBack(slot: Slot): void {
    const next = waiting.shift()
    if (next) next(slot)
    else if (idle.length >= WARM_WORKERS || closed) void slot.worker.terminate()
    else idle.push(slot)
  }

  return {
    run: async (input, limits, port) => {
      const slot = await take()
      const { outcome, reusable } = await runOn(slot.worker, input, limits, port)
      if (reusable) giveBack(slot)
      return outcome
    },
    close: async () => {
      closed = true
      await Promise.all(idle.map(({ worker }) => worker.terminate()))
    },
  }
}

const nothingTold = { stages: [], paths: [], warnings: [] }

function runOn(worker: Worker, input: RunInput, limits: RunLimits, port: RunPort): Promise<{ outcome: RunOutcome; reusable: boolean }> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    const finish = (outcome: RunOutcome, reusable: boolean) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      port.signal.removeEventListener('abort', onAbort)
      worker.unref()
      resolve({ outcome, reusable })
    }
    const fail = (failure: RunFailure) => finish({ ok: false, failure, ...nothingTold }, false)

    const onMessage = (message: FromWorker) => {
      if (message.type === 'done') finish(message.outcome, true)
      else if (message.type === 'event') port.emit(message.event)
      else if (message.type === 'chunk') port.chunk(message.chunk)
      else void answer(worker, message.request, port.get(message.connection, message.path))
    }
    const onError = (error: Error & { code?: string }) => fail(failureOfThread(error))
    const onExit = () => fail(port.signal.aborted ? port.failureOfAbort() : failureOfThread(new Error('the engine thread ended')))
    const onAbort = () => {
      timer = setTimeout(() => void worker.terminate(), STOP_GRACE_MS)
    }

    worker.ref()
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    port.signal.addEventListener('abort', onAbort)
    if (port.signal.aborted) onAbort()
    worker.postMessage({ type: 'run', input, limits } satisfies ToWorker)
  })
}

async function answer(worker: Worker, request: number, pending: Promise<PageAnswer>): Promise<void> {
  const page = await pending.catch((error: unknown): PageAnswer => ({
    ok: false,
    failure: { reason: 'unreachable', message: String(error) },
  }))
  const message: ToWorker = { type: 'answer', request, answer: page }
  // The bytes move instead of being copied.
  if (page.ok && ownsItsBuffer(page.body)) worker.postMessage(message, [page.body.buffer as ArrayBuffer])
  else worker.postMessage(message)
}

/** A slice of a shared pool must be copied: moving it would take the neighbours along. */
const ownsItsBuffer = (body: Uint8Array) => body.byteOffset === 0 && body.byteLength === body.buffer.byteLength

function failureOfThread(error: Error & { code?: string }): RunFailure {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? { reason: 'too_big', message: 'The run needs more memory than it may use: narrow it with filters, a scope or fewer properties.' }
    : { reason: 'unreachable', message: 'The engine failed on this run; the log has the details.' }
}
