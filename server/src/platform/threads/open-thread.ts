import { type ResourceLimits, Worker } from 'node:worker_threads'
import { bundledProgram } from '../../kernel/bundles.ts'
import { followAbort } from '../../kernel/follow-abort.ts'
import type { AbortOptions, Functions, CallInput, OptionsOf, Output, SentToThread } from './calls.ts'
import { answer, type AnswerMessage, type BackMessage, PendingCalls, post, type ThreadUsage } from './messages.ts'
import { endedBy, ThreadEnded } from './thread-ended.ts'

export type ThreadMemory = { readonly heapMb: number; readonly youngHeapMb?: number }

type Options = {
  readonly name: string
  readonly memory: ThreadMemory
  /** Called once, when the thread is gone. */
  readonly onEnd?: (error: ThreadEnded) => void
}

/**
 * Calls into a worker thread. When it ends, every call in flight rejects with `ThreadEnded`, and so does every later
 * one.
 */
export type Thread<Calls extends Functions> = {
  readonly call: <Name extends keyof Calls & string>(
    name: Name,
    input: SentToThread<CallInput<Calls[Name]>>,
    ...options: OptionsOf<Calls[Name]>
  ) => Promise<Output<Calls[Name]>>
  readonly isOpen: () => boolean
  /**
   * As its last answer said, which is what holds while it rests; zeros before that. To ask a thread costs far more, as
   * it is interrupted for it.
   */
  readonly usageAtRest: () => ThreadUsage
  /** Processor time that it has used, in milliseconds; 0 before it runs and after it has ended. */
  readonly cpuMs: () => Promise<number>
  /** Size of its heap; 0 before it runs and after it has ended. */
  readonly heapBytes: () => Promise<number>
  readonly close: (reason?: string) => Promise<void>
}

type AnyHost = Readonly<Record<string, (input: unknown) => unknown>>
type AnyOptions = AbortOptions & { readonly host?: AnyHost }

/** Starts a thread whose program calls `serveThread`. It keeps the process alive only while a call is in flight. */
export function openThread<Calls extends Functions>(program: URL, { name, memory, onEnd }: Options): Thread<Calls> {
  const worker = new Worker(bundledProgram(program), { name, resourceLimits: limitsOf(memory) })
  const calls = new PendingCalls<AnyHost | undefined>()
  let ended: ThreadEnded | undefined
  let atRest: ThreadUsage = { cpuMs: 0, heapBytes: 0 }

  const end = (error: ThreadEnded): ThreadEnded => {
    ended ??= error
    calls.rejectAll(ended)
    return ended
  }
  const close = async (reason = 'it was closed'): Promise<void> => {
    end(new ThreadEnded(name, reason))
    await worker.terminate()
  }

  const call = async (
    called: string,
    input: unknown,
    { signal, graceMs = 0, host }: AnyOptions = {},
  ): Promise<unknown> => {
    if (ended) throw ended
    signal?.throwIfAborted()
    const { id, answered } = calls.add(
      (callId) => post(worker, input, (value) => ({ id: callId, name: called, input: value })),
      host,
    )
    const release = onAbort(signal, graceMs, () => {
      calls.reject(id, signal?.reason)
      void close('one of its calls was aborted')
    })
    worker.ref()
    try {
      return await answered
    } finally {
      release()
      if (calls.size === 0) worker.unref()
    }
  }

  const performBack = ({ of, name: called, input }: BackMessage): unknown => {
    const host = calls.offeredBy(of)
    if (host === undefined) throw new Error(`the call that asked its host for ${called} has ended`)
    return host[called]!(input)
  }
  const take = async (message: AnswerMessage | BackMessage): Promise<void> => {
    if ('answer' in message) {
      atRest = message.use ?? atRest
      calls.settle(message)
    } else if (message.id !== undefined) await answer(worker, message.id, () => performBack(message))
    else {
      try {
        await performBack(message)
      } catch (error) {
        calls.reject(message.of, error)
      }
    }
  }

  worker.unref()
  worker.on('message', (message: AnswerMessage | BackMessage) => void take(message))
  worker.on('error', (error) => end(endedBy(name, error)))
  // An answer that this side has no memory left to read.
  worker.on('messageerror', (error) => void close(error.message))
  worker.once('exit', (status) => onEnd?.(end(new ThreadEnded(name, `it exited with status ${status}`))))

  // The types of one call do not help inside: they are for its caller.
  return {
    call: call as unknown as Thread<Calls>['call'],
    isOpen: () => ended === undefined,
    usageAtRest: () => atRest,
    ...asking(worker),
    close,
  }
}

/** Interrupts the thread, also while it computes. */
const asking = (worker: Worker): Pick<Thread<Functions>, 'cpuMs' | 'heapBytes'> => ({
  cpuMs: async () => {
    // A thread that is still starting cannot say.
    const used = await worker.cpuUsage().catch(() => undefined)
    return used === undefined ? 0 : (used.user + used.system) / 1_000
  },
  heapBytes: async () => (await worker.getHeapStatistics().catch(() => undefined))?.total_heap_size ?? 0,
})

function limitsOf({ heapMb, youngHeapMb }: Options['memory']): ResourceLimits {
  return { maxOldGenerationSizeMb: heapMb, ...(youngHeapMb !== undefined && { maxYoungGenerationSizeMb: youngHeapMb }) }
}

/** Stops when the signal fires and the grace period is over, unless released before. */
function onAbort(signal: AbortSignal | undefined, graceMs: number, stop: () => void): () => void {
  if (signal === undefined) return () => undefined
  let timer: NodeJS.Timeout | undefined
  const listener = followAbort(signal, () => (timer = setTimeout(stop, graceMs)))
  return () => {
    clearTimeout(timer)
    listener[Symbol.dispose]()
  }
}
