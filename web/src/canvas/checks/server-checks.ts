import { HeddleError } from '@heddle/client'
import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { createStore } from 'zustand/vanilla'
import type { Wire } from '../../lib/api/wire.ts'
import { answered, asking, dueAt, edited, NEVER_CHECKED, refused, settled } from './check-schedule.ts'

/** What the server said, and about which draft. */
export type ServerChecked = {
  readonly key?: string
  readonly answer?: Wire.ValidateQueryReply
  /** What the answer is about. */
  readonly canvas?: WireCanvas
  readonly failure?: string
}

export type AskServer = (signal: AbortSignal) => Promise<Wire.ValidateQueryReply>

/** Until the server is asked again whether it is there. */
const PAUSE_SECONDS = 5

type Draft = { readonly key: string; readonly canvas: WireCanvas; readonly ask: AskServer }

/** Asks the server about the newest draft, when the schedule says so. */
export class ServerChecks {
  /** What the server said last. */
  readonly store = createStore<ServerChecked>(() => ({}))
  readonly #now: () => number
  #schedule = NEVER_CHECKED
  #draft: Draft | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #asked: { readonly key: string; readonly controller: AbortController } | undefined

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** The draft on the screen; undefined when there is nothing to ask. */
  edit(draft: Draft | undefined): void {
    const isKnown = draft !== undefined && draft.key === (this.#asked?.key ?? this.store.getState().key)
    this.#draft = draft
    this.#schedule = !draft || isKnown ? settled(this.#schedule) : edited(this.#schedule, this.#now())
    if (!draft) this.#become({})
    this.#plan()
  }

  /** The server may know more about the same draft by now; until it answers, what it said stays. */
  again(): void {
    if (this.#draft) this.#schedule = edited(this.#schedule, this.#now())
    this.#plan()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#asked?.controller.abort()
    this.#asked = undefined
    this.#schedule = NEVER_CHECKED
  }

  #plan(): void {
    clearTimeout(this.#timer)
    const due = dueAt(this.#schedule)
    if (due !== undefined) this.#timer = setTimeout(() => void this.#ask(), Math.max(0, due - this.#now()))
  }

  async #ask(): Promise<void> {
    const draft = this.#draft
    if (!draft) return
    const asked = { key: draft.key, controller: new AbortController() }
    this.#asked = asked
    this.#schedule = asking(this.#schedule, this.#now())
    try {
      const answer = await draft.ask(asked.controller.signal)
      if (asked.controller.signal.aborted) return
      this.#schedule = answered(this.#schedule)
      if (this.#draft) this.#become({ key: asked.key, answer, canvas: draft.canvas })
    } catch (error) {
      if (asked.controller.signal.aborted) return
      this.#schedule = this.#afterFailure(error)
      if (this.#draft) this.#become({ ...this.store.getState(), key: asked.key, failure: (error as Error).message })
    }
    this.#asked = undefined
    this.#plan()
  }

  /** Asked again automatically where the draft is not to blame: the server is busy, away or out of order. */
  #afterFailure(error: unknown) {
    const isOfDraft = error instanceof HeddleError && error.status >= 400 && error.status < 500 && error.status !== 429
    const pause = isOfDraft ? undefined : ((error as Partial<HeddleError>).retryAfter ?? PAUSE_SECONDS)
    return pause === undefined ? answered(this.#schedule) : refused(this.#schedule, this.#now(), pause)
  }

  #become(state: ServerChecked): void {
    this.store.setState(state, true)
  }
}
