import { constrainedMemory, memoryUsage } from 'node:process'
import { totalmem } from 'node:os'
import type { WaitsFor } from './engine-types.ts'

const MB = 1024 * 1024
/** A run starts only if all that is expected by then stays below this share of the limit. */
const START_BELOW = 0.75
/** Where the next page would lead beyond this, the largest run ends. */
const END_FROM = 0.88
/** The same for a run that is alone: to end it helps nobody else, so it may take nearly all. */
const END_LAST_FROM = 0.97
/** While a page is read, memory holds it as bytes, as text and as objects. */
const BYTES_PER_PAGE_BYTE = 4
/** Of a run that has read none. */
const LIKELY_PAGE_BYTES = 16 * MB
/** Too small to count, such as an empty page. */
const SMALL_PAGE_BYTES = MB / 4
/** Such runs start beside larger ones that wait, unless memory is short already. */
const SMALL_BYTES = 128 * MB
const LOOK_MS = 200
/** After the largest run is gone, the system gets its memory back bit by bit: so long after the last bit, it has. */
const RECOVERY_MS = 500
/** Of a run that nobody can say anything about: its thread alone takes that much. */
const LEAST_EXPECTED_BYTES = 64 * MB

type Admitted = {
  readonly expectedBytes: number
  usedBytes: number
  /** Of the largest page so far. */
  pageBytes: number
  /** Pages that it reads, which memory in use does not show yet. */
  reading: number
  readonly end: () => void
}
type Waiter = { readonly expectedBytes: number; readonly settle: () => void }

export type MemoryRequest = {
  readonly expectedBytes: number
  readonly signal: AbortSignal
  readonly wait: (what: WaitsFor) => () => void
  /** Ends the run, because memory is short and it is the largest. */
  readonly end: () => void
}

export type MemoryPlace = {
  /** The run says what it uses, after each page and now and then. */
  readonly use: (bytes: number) => void
  /** Before each page: waits until there is room for it. While memory is short, only the oldest run goes on. */
  readonly room: () => Promise<void>
  /** How large the page is that has come. The run says what it uses once it has read that, unless it is small. */
  readonly read: (bytes: number) => void
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
export function createMemoryBudget({
  limitBytes,
  usedBytes = () => memoryUsage.rss(),
}: {
  limitBytes: number
  usedBytes?: () => number
}) {
  const running = new Set<Admitted>()
  const waiting: Waiter[] = []
  let timer: NodeJS.Timeout | undefined
  /** It was ended, and is not gone yet. */
  let leaving: Admitted | undefined
  let recoversUntil = 0
  let lowestSince = Infinity
  let nextLook = Promise.withResolvers<void>()

  /** What is used, and what the runs are still expected to take. */
  const expected = (): number =>
    [...running].reduce((sum, run) => sum + Math.max(0, run.expectedBytes - run.usedBytes), usedBytes())

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
    wake()
    if (running.size === 0 && waiting.length === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }

  /** Lets those look again who wait for room. */
  function wake(): void {
    nextLook.resolve()
    nextLook = Promise.withResolvers()
  }

  /** The oldest run that stays: it always goes on, so that some run gets to its end. */
  const oldest = (): Admitted | undefined => [...running].find((run) => run !== leaving)
  const endFrom = (): number => (running.size === 1 ? END_LAST_FROM : END_FROM) * limitBytes

  function relieve(): void {
    const first = oldest()
    if (leaving || !first || isRecovering() || usedBytes() + bytesOfPage(first) < endFrom()) return
    leaving = [...running].sort((one, other) => other.usedBytes - one.usedBytes)[0]
    leaving?.end()
  }

  function isRecovering(): boolean {
    const now = performance.now()
    if (now >= recoversUntil) return false
    const used = usedBytes()
    if (used < lowestSince) {
      lowestSince = used
      recoversUntil = now + RECOVERY_MS
    }
    return true
  }

  /** What is refused to the oldest run here makes `relieve` end one: otherwise all would wait for each other. */
  function mayRead(run: Admitted): boolean {
    if (!running.has(run)) return true
    const after = usedBytes() + bytesOfPage(run)
    const beingRead = [...running].reduce((sum, one) => sum + one.reading * bytesOfPage(one), 0)
    return after + beingRead < START_BELOW * limitBytes || (run === oldest() && after < endFrom())
  }

  async function room(run: Admitted, { signal, wait }: MemoryRequest): Promise<void> {
    relieve()
    if (!mayRead(run)) {
      const over = wait('memory')
      while (!mayRead(run) && !signal.aborted) await nextLook.promise
      over()
    }
    run.reading += 1
  }

  function isRead(run: Admitted): void {
    run.reading = Math.max(0, run.reading - 1)
    wake()
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
      const run: Admitted = { ...request, usedBytes: 0, pageBytes: 0, reading: 0 }
      running.add(run)
      timer ??= setInterval(look, LOOK_MS).unref()
      return {
        use: (bytes) => {
          run.usedBytes = bytes
          isRead(run)
        },
        room: () => room(run, request),
        read: (bytes) => {
          run.pageBytes = Math.max(run.pageBytes, bytes, 1)
          if (bytes < SMALL_PAGE_BYTES) isRead(run)
        },
        release: () => {
          running.delete(run)
          if (leaving === run) {
            leaving = undefined
            lowestSince = usedBytes()
            recoversUntil = performance.now() + RECOVERY_MS
          }
          startWaiting()
          wake()
        },
      }
    },
    /** Looks at once instead of a moment later. */
    look,
    use: () => ({ limitBytes, usedBytes: usedBytes(), running: running.size, waiting: waiting.length }),
    close: (): void => clearInterval(timer),
  }
}

const bytesOfPage = ({ pageBytes }: Admitted): number => BYTES_PER_PAGE_BYTE * (pageBytes || LIKELY_PAGE_BYTES)

/** A function, because the compiler takes what it has seen of a signal before a wait for granted. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted
