import { setTimeout as pause } from 'node:timers/promises'
import type { Api } from '../../cluster/harness/api.ts'

const EVERY_MS = 500

/** What a colleague's runs took since the last look. */
export type ColleagueRuns = { readonly runs: number; readonly longestMs: number; readonly faults: readonly string[] }

/** Somebody else, who runs a small query again and again and wants its rows. */
export class Colleague {
  readonly #api: Api
  readonly #path: string
  #runs = 0
  #longestMs = 0
  #faults: string[] = []
  #isOver = false
  readonly #first = Promise.withResolvers<void>()
  readonly #working: Promise<void>

  constructor(api: Api, query: string) {
    this.#api = api
    this.#path = `/api/queries/saved-queries/${query}/execute/`
    this.#working = this.#work()
  }

  /** The first run of a process, which loads much, is not counted. */
  async ready(): Promise<void> {
    await this.#first.promise
    this.take()
  }

  async #work(): Promise<void> {
    await this.#run()
    this.#first.resolve()
    while (!this.#isOver) {
      await this.#run()
      await pause(EVERY_MS)
    }
  }

  async #run(): Promise<void> {
    const startedAt = performance.now()
    try {
      const { status, body } = await this.#api.post(this.#path)
      if (status !== 200 || body.status !== 'success')
        this.#faults.push(`a small run: ${status} ${body.status} ${body.error_message ?? body.detail ?? ''}`)
    } catch (error) {
      this.#faults.push(`a small run: ${(error as Error).message}`)
    }
    this.#runs++
    this.#longestMs = Math.max(this.#longestMs, performance.now() - startedAt)
  }

  take(): ColleagueRuns {
    const taken = { runs: this.#runs, longestMs: this.#longestMs, faults: [...new Set(this.#faults)] }
    ;[this.#runs, this.#longestMs, this.#faults] = [0, 0, []]
    return taken
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#working
  }
}
