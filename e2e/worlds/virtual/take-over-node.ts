import { AsyncLocalStorage } from 'node:async_hooks'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers'
import timersPromises from 'node:timers/promises'
import zlib from 'node:zlib'
import type { Random } from './random.ts'
import type { Owner, Pending } from './timeline.ts'

/** What code sees of its surroundings in a world: the time, timers and random numbers. */
export type Place = {
  readonly owner: Owner
  /** As its own clock shows it. */
  readonly now: () => number
  /** Never goes back, whatever happens to the clock. */
  readonly monotonic: () => number
  readonly after: (ms: number, task: () => void) => Pending
  readonly random: Random
}

const places = new AsyncLocalStorage<Place | 'real'>()
/** Where code is that no process runs: the database, what the world itself does. Undefined between two worlds. */
let outside: Place | undefined

export const runAt = <T>(place: Place, work: () => T): T => places.run(place, work)
export const runOutside = <T>(work: () => T): T => places.exit(work)
export const setOutside = (place: Place | undefined): void => void (outside = place)

/** For what has to be done in real time, such as loading a program: the world stands still meanwhile. */
export const runReally = <T>(work: () => T): T => places.run('real', work)

export function here(): Place | undefined {
  const place = places.getStore() ?? outside
  return place === 'real' ? undefined : place
}

export const real = {
  now: Date.now,
  setImmediate: globalThis.setImmediate,
  performanceNow: performance.now.bind(performance),
}

const USUAL_BYTES = 200 * 1024 * 1024

/** A timer as Node has them, as far as anybody uses it. */
class VirtualTimer {
  #pending: Pending
  readonly #arm: () => Pending

  constructor(arm: () => Pending) {
    this.#arm = arm
    this.#pending = arm()
  }

  ref = (): this => this
  unref = (): this => this
  hasRef = (): boolean => true
  close = (): void => this.#pending.cancel()
  refresh = (): this => {
    this.#pending.cancel()
    this.#pending = this.#arm()
    return this
  };
  [Symbol.dispose] = (): void => this.#pending.cancel()
}

type Callback = (...values: unknown[]) => void

/**
 * Replaces what makes programs run differently each time: clocks, timers and random numbers. To be called before
 * anything else is loaded. Outside of worlds all is as it was.
 */
export function takeOverNode(): void {
  takeOverClock()
  takeOverTimers()
  takeOverRandom()
  takeOverCompression()
  const rss = process.memoryUsage.rss.bind(process)
  // Whether memory is short must not depend on how many worlds there were before.
  process.memoryUsage.rss = () => (here() ? USUAL_BYTES : rss())
  syncBuiltinESMExports()
}

function takeOverClock(): void {
  const RealDate = Date
  const now = (): number => Math.floor(here()?.now() ?? real.now())
  RealDate.now = now
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget) as object,
  })
  performance.now = () => here()?.monotonic() ?? real.performanceNow()
}

function takeOverTimers(): void {
  const once =
    (original: (task: Callback, ms?: number, ...values: unknown[]) => unknown) =>
    (task: Callback, ms = 0, ...values: unknown[]) => {
      const place = here()
      if (!place) return original(task, ms, ...values)
      return new VirtualTimer(() => place.after(Math.max(1, ms), () => task(...values)))
    }
  const repeated =
    (original: typeof setInterval) =>
    (task: Callback, ms = 0, ...values: unknown[]) => {
      const place = here()
      if (!place) return original(task, ms, ...values)
      const timer: VirtualTimer = new VirtualTimer(() =>
        place.after(Math.max(1, ms), () => {
          timer.refresh()
          task(...values)
        }),
      )
      return timer
    }
  const immediately =
    (original: typeof setImmediate) =>
    (task: Callback, ...values: unknown[]) => {
      const place = here()
      return place ? new VirtualTimer(() => place.after(0, () => task(...values))) : original(task, ...values)
    }
  const clear = (original: (timer: never) => void) => (timer: unknown) =>
    timer instanceof VirtualTimer ? timer.close() : original(timer as never)
  const replaced = {
    setTimeout: once(setTimeout),
    setInterval: repeated(setInterval),
    setImmediate: immediately(setImmediate),
    clearTimeout: clear(clearTimeout),
    clearInterval: clear(clearInterval),
    clearImmediate: clear(clearImmediate),
  }
  Object.assign(globalThis, replaced)
  Object.assign(timers, replaced)
  takeOverPauses()
  const original = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = (ms) => {
    const place = here()
    if (!place) return original(ms)
    const controller = new AbortController()
    place.after(ms, () =>
      controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
    )
    return controller.signal
  }
}

function takeOverPauses(): void {
  const original = { ...timersPromises }
  const pause = async (ms: number, value: unknown, signal: AbortSignal | undefined): Promise<unknown> => {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const pending = here()!.after(ms, () => resolve(value))
    signal?.addEventListener('abort', () => {
      pending.cancel()
      reject(Object.assign(new Error('The operation was aborted'), { name: 'AbortError', code: 'ABORT_ERR' }))
    })
    return promise
  }
  Object.assign(timersPromises, {
    setTimeout: (ms = 1, value?: unknown, options?: { signal?: AbortSignal }) =>
      here() ? pause(Math.max(1, ms), value, options?.signal) : original.setTimeout(ms, value, options),
    setImmediate: (value?: unknown, options?: { signal?: AbortSignal }) =>
      here() ? pause(0, value, options?.signal) : original.setImmediate(value, options),
  })
}

/** It would answer from another thread, whenever that has done its work. */
function takeOverCompression(): void {
  const all = zlib as unknown as Record<string, (...values: unknown[]) => unknown>
  for (const name of ['gzip', 'gunzip', 'zstdCompress', 'zstdDecompress']) {
    const original = all[name]!
    const atOnce = all[`${name}Sync`]!
    all[name] = (...values) => {
      const place = here()
      if (!place) return original(...values)
      const done = values.pop() as Callback
      try {
        const bytes = atOnce(...values)
        return void place.after(1, () => done(null, bytes))
      } catch (error) {
        return void place.after(1, () => done(error))
      }
    }
  }
}

function takeOverRandom(): void {
  const realRandom = Math.random
  Math.random = () => here()?.random.next() ?? realRandom()
  const original = { ...crypto }
  const fill = <T extends NodeJS.ArrayBufferView>(view: T): T => {
    here()!.random.bytes(new Uint8Array(view.buffer, view.byteOffset, view.byteLength))
    return view
  }
  const randomBytes = (size: number, done?: (error: Error | null, bytes: Buffer) => void): Buffer | void => {
    if (!here() && !done) return original.randomBytes(size)
    if (!here()) {
      original.randomBytes(size, done!)
      return undefined
    }
    const bytes = fill(Buffer.alloc(size))
    if (!done) return bytes
    process.nextTick(done, null, bytes)
  }
  const randomUUID = (options?: crypto.RandomUUIDOptions): string => {
    if (!here()) return original.randomUUID(options)
    const bytes = fill(Buffer.alloc(16))
    bytes[6] = (bytes[6]! & 0x0f) | 0x40
    bytes[8] = (bytes[8]! & 0x3f) | 0x80
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }
  const randomInt = (...limits: number[]): number => {
    const [least, below] = limits.length > 1 ? [limits[0]!, limits[1]!] : [0, limits[0]!]
    return here() ? least + here()!.random.below(below - least) : original.randomInt(least, below)
  }
  const getRandomValues = (view: never): never => (here() ? fill(view) : original.getRandomValues(view))
  Object.assign(crypto, {
    randomBytes,
    randomUUID,
    randomInt,
    randomFillSync: (view: never, ...rest: never[]) =>
      here() ? fill(view) : (original.randomFillSync as Callback)(view, ...rest),
  })
  Object.defineProperty(globalThis.crypto, 'getRandomValues', { value: getRandomValues })
  Object.defineProperty(globalThis.crypto, 'randomUUID', { value: randomUUID })
}
