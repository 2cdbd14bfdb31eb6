import { constrainedMemory, memoryUsage } from 'node:process'
import { totalmem } from 'node:os'
import type { WaitsFor } from './engine-types.ts'

const MB = 1024 * 1024
/** A run starts only if all that is expected by then stays below this share of the limit. */
const START_BELOW = 0.75
/** From here on the largest run ends. */
const END_FROM = 0.88
/** Such runs start beside larger ones that wait, unless memory is short already. */
const SMALL_BYTES = 128 * MB
const LOOK_MS = 200
/** After the largest run is gone, how long the system may take to get its memory back. */
const RECOVERY_MS = 500
/** Of a run that nobody can say anything about: its thread alone takes that much. */
const LEAST_EXPECTED_BYTES = 64 * MB

type Admitted = { readonly expectedBytes: number; usedBytes: number; readonly end: () => void }
type Waiter = { readonly expectedBytes: number; readonly settle: () => void }

export type MemoryRequest = {
  readonly expectedBytes: number
  readonly signal: AbortSignal
  readonly wait: (what: WaitsFor) => () => void
  /** Ends the run, because memory is short and it is the largest. */
  readonly end: () => void
}

export type MemoryPlace = {
  /** The run says now and then what it uses. */
  readonly use: (bytes: number) => void
  /** Before each page: while memory is short, only the oldest run goes on. */
  readonly room: () => Promise<void>
  readonly release: () => void
}

export type MemoryBudget = ReturnType<typeof createMemoryBudget>

/** What the process may use: as it is set, or the limit of its container, or all of the machine. */
export function memoryLimit(setMb: number | undefined): number {
  const constrained = constrainedMemory()
  const total = totalmem()
  return setMb === undefined ? (constrained > 0 ? Math.min(constrained, total) : total) : setMb * MB
}

/**
 * Keeps the runs of a process within its memory: a run waits while there is no room for what it is expected to read,
 * and if memory gets short all the same, the largest one ends before the system kills them all.
 */
export function createMemoryBudget({ limitBytes, usedBytes = () => memoryUsage.rss() }: { limitBytes: number; usedBytes?: () => number }) {
  const running = new Set<Admitted>()
  const waiting: Waiter[] = []
  let timer: NodeJS.Timeout | undefined
  /** It was ended, and is not gone yet. */
  let leaving: Admitted | undefined
  let recoversUntil = 0
  let nextLook = Promise.withResolvers<void>()

  /** What is used, and what the runs are still expected to take. */
  const expected = (): number => [...running].reduce((sum, run) => sum + Math.max(0, run.expectedBytes - run.usedBytes), usedBytes())

  const hasRoomFor = (bytes: number): boolean => running.size === 0 || expected() + bytes <= START_BELOW * limitBytes
  const maySkip = (bytes: number): boolean => bytes <= SMALL_BYTES && usedBytes() + bytes <= START_BELOW * limitBytes

  function startWaiting(): void {
    while (waiting.length > 0 && hasRoomFor(waiting[0]!.expectedBytes)) waiting.shift()!.settle()
    for (const waiter of waiting.filter(({ expectedBytes }) => maySkip(expectedBytes))) {
      waiting.splice(waiting.indexOf(waiter), 1)
      waiter.settle()
    }
  }

  function look(): void {
    relieve()
    startWaiting()
    nextLook.resolve()
    nextLook = Promise.withResolvers()
    if (running.size === 0 && waiting.length === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }

  function relieve(): void {
    if (leaving || usedBytes() < END_FROM * limitBytes || performance.now() < recoversUntil) return
    const [largest] = [...running].sort((one, other) => other.usedBytes - one.usedBytes)
    leaving = largest
    largest?.end()
  }

  const mayGrow = (run: Admitted): boolean =>
    usedBytes() < START_BELOW * limitBytes || !running.has(run) || [...running].find((one) => one !== leaving) === run

  async function room(run: Admitted, { signal, wait }: MemoryRequest): Promise<void> {
    relieve()
    if (mayGrow(run)) return
    const over = wait('memory')
    while (!mayGrow(run) && !signal.aborted) await nextLook.promise
    over()
  }

  /** False if the signal fired first. */
  async function turn({ expectedBytes, signal, wait }: MemoryRequest): Promise<boolean> {
    if (signal.aborted) return false
    if (maySkip(expectedBytes) || (waiting.length === 0 && hasRoomFor(expectedBytes))) return true
    const { promise, resolve }: PromiseWithResolvers<void> = Promise.withResolvers()
    const waiter = { expectedBytes, settle: () => resolve() }
    waiting.push(waiter)
    timer ??= setInterval(look, LOOK_MS).unref()
    signal.addEventListener('abort', waiter.settle, { once: true })
    const over = wait('memory')
    await promise
    over()
    signal.removeEventListener('abort', waiter.settle)
    if (waiting.includes(waiter)) waiting.splice(waiting.indexOf(waiter), 1)
    return !isAborted(signal)
  }

  return {
    /** Undefined if the signal fired first. */
    admit: async (given: MemoryRequest): Promise<MemoryPlace | undefined> => {
      const request = { ...given, expectedBytes: Math.max(given.expectedBytes, LEAST_EXPECTED_BYTES) }
      if (!(await turn(request))) return undefined
      const run: Admitted = { ...request, usedBytes: 0 }
      running.add(run)
      timer ??= setInterval(look, LOOK_MS).unref()
      return {
        use: (bytes) => {
          run.usedBytes = bytes
        },
        room: () => room(run, request),
        release: () => {
          running.delete(run)
          if (leaving === run) {
            leaving = undefined
            recoversUntil = performance.now() + RECOVERY_MS
          }
          startWaiting()
        },
      }
    },
    /** Looks at once instead of a moment later. */
    look,
    use: () => ({ limitBytes, usedBytes: usedBytes(), running: running.size, waiting: waiting.length }),
    close: (): void => clearInterval(timer),
  }
}

/** A function, because the compiler takes what it has seen of a signal before a wait for granted. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted
