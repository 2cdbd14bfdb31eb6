import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import workerThreads from 'node:worker_threads'
import { here, type Place, real, runReally } from './take-over-node.ts'

const STARTS_MS = 20

type Message = { readonly id?: number; readonly answer?: number; readonly of?: number }
/** A program that is loaded: what it believes to be its thread. */
type Program = { readonly port: ProgramPort; calls: number }

/** Of a program's side. */
class ProgramPort extends EventEmitter {
  post: (message: unknown) => void = () => undefined
  postMessage = (message: unknown): void => this.post(message)
  ref = (): this => this
  unref = (): this => this
}

type Loading = { readonly begin: () => void; readonly end: () => void }

let loading: Loading | undefined
/** By file: those that no thread has at the moment. */
const idle = new Map<string, Program[]>()
const inUse = new Set<{ readonly file: string; readonly program: Program }>()
let loaded = 0

/** Programs take real time to load, which nothing else in a world does. */
export const setLoading = (next: Loading | undefined): void => void (loading = next)

/** When a world is over: programs that were not in the middle of something serve the next one. */
export function recyclePrograms(): void {
  for (const { file, program } of inUse) {
    program.port.post = () => undefined
    if (program.calls === 0) idle.set(file, [...(idle.get(file) ?? []), program])
  }
  inUse.clear()
}

/** Worker threads of a world run in this one thread; what is sent between them is copied and takes its turn. */
class VirtualWorker extends EventEmitter {
  readonly #place: Place
  readonly #queued: unknown[] = []
  #program: Program | undefined
  #isStarted = false
  #isEnded = false

  constructor(file: URL) {
    super()
    this.#place = here()!
    void this.#load(String(file))
    // Loaded by then: the world stands still meanwhile. So a program that was loaded before changes nothing.
    this.#place.after(STARTS_MS, () => {
      this.#isStarted = true
      for (const message of this.#queued.splice(0)) this.postMessage(message)
    })
  }

  async #load(file: string): Promise<void> {
    const program = idle.get(file)?.pop() ?? (await runReally(() => load(file)))
    inUse.add({ file, program })
    program.port.post = (message) => {
      if ((message as Message).answer !== undefined) program.calls -= 1
      this.#later(message, (copy) => this.emit('message', copy))
    }
    this.#program = program
  }

  postMessage(message: unknown): void {
    const program = this.#program
    if (this.#isEnded) return
    if (!this.#isStarted || !program) return void this.#queued.push(structuredClone(message))
    const { id, of } = message as Message
    if (id !== undefined && of === undefined) program.calls += 1
    this.#later(message, (copy) => program.port.emit('message', copy))
  }

  #later(message: unknown, take: (copy: unknown) => void): void {
    const copy: unknown = structuredClone(message)
    this.#place.after(0, () => void (this.#isEnded || take(copy)))
  }

  async terminate(): Promise<number> {
    if (!this.#isEnded) {
      this.#isEnded = true
      this.#place.after(0, () => this.emit('exit', 1))
    }
    return 1
  }

  ref = (): this => this
  unref = (): this => this
  cpuUsage = async (): Promise<NodeJS.CpuUsage> => ({ user: 0, system: 0 })
  getHeapStatistics = async (): Promise<{ total_heap_size: number }> => ({ total_heap_size: 0 })
}

async function load(file: string): Promise<Program> {
  const port = new ProgramPort()
  loading?.begin()
  const threads = workerThreads as { parentPort: unknown }
  try {
    while (threads.parentPort !== null) await new Promise<void>((resolve) => real.setImmediate(resolve))
    threads.parentPort = port
    syncBuiltinESMExports()
    loaded += 1
    await import(`${file}?thread=${loaded}`)
    return { port, calls: 0 }
  } finally {
    threads.parentPort = null
    syncBuiltinESMExports()
    loading?.end()
  }
}

export function takeOverThreads(): void {
  const RealWorker = workerThreads.Worker
  const Replaced = function Worker(file: URL, options: object): unknown {
    return here() ? new VirtualWorker(file) : new RealWorker(file, options)
  }
  Object.assign(workerThreads, { Worker: Replaced })
  // Programs make their own thread give way to the main one, which here is the same.
  Object.assign(os, { setPriority: () => undefined })
  syncBuiltinESMExports()
}
