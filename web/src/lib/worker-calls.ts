type Waiting<Answer> = { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void }

/** Questions to a worker that wait for their answers, told apart by number. */
export class WorkerCalls<Answer> {
  readonly #waiting = new Map<number, Waiting<Answer>>()
  #asked = 0

  /** Hands out a number to send with the question. */
  ask(post: (id: number) => void): Promise<Answer> {
    const id = ++this.#asked
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    this.#waiting.set(id, { resolve, reject })
    post(id)
    return promise
  }

  answered(id: number, answer: Answer): void {
    this.#waiting.get(id)?.resolve(answer)
    this.#waiting.delete(id)
  }

  failed(id: number, error: Error): void {
    this.#waiting.get(id)?.reject(error)
    this.#waiting.delete(id)
  }

  /** The worker is gone: pending calls are rejected with how to go on. */
  end(settle: (waiting: Waiting<Answer>) => void): void {
    for (const waiting of this.#waiting.values()) settle(waiting)
    this.#waiting.clear()
  }
}
