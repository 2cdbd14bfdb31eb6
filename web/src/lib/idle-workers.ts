/** More would wait for nothing: a step gives one back for each that it takes. */
const MOST = 2
const IDLE_MS = 60_000

/** Workers that have done their work, kept for the next: to start one and to warm up its code takes longer. */
export class IdleWorkers {
  readonly #start: () => Worker
  readonly #idle: Worker[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(start: () => Worker) {
    this.#start = start
  }

  take(): Worker {
    return this.#idle.pop() ?? this.#start()
  }

  /** Of a worker that is not in the midst of something: it forgets what it holds, and says so after its last answer. */
  giveBack(worker: Worker): void {
    worker.onmessage = ({ data }: MessageEvent<{ readonly kind: string }>) => {
      if (data.kind !== 'emptied') return
      worker.onmessage = null
      this.#keep(worker)
    }
    worker.postMessage({ kind: 'empty' })
  }

  #keep(worker: Worker): void {
    if (this.#idle.length >= MOST) {
      worker.terminate()
      return
    }
    this.#idle.push(worker)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      for (const one of this.#idle.splice(0)) one.terminate()
    }, IDLE_MS)
  }
}
