import { Moved } from './bytes.ts'
import { postedError, type PostedError, receivedError } from './posted-error.ts'

export type CallMessage = { readonly id: number; readonly name: string; readonly input: unknown }
/** A call of a function that the host offers to the call `of`; without an id, nobody waits for its answer. */
export type BackMessage = { readonly of: number; readonly id?: number; readonly name: string; readonly input: unknown }
export type AnswerMessage = { readonly answer: number; readonly use?: ThreadUsage | undefined } & (
  { readonly value: unknown } | { readonly error: PostedError }
)
/** What a thread has used in all, and the size of its heap. */
export type ThreadUsage = { readonly cpuMs: number; readonly heapBytes: number }

export type Port = { readonly postMessage: (message: unknown, transfer?: readonly ArrayBuffer[]) => void }

/** Posts the message made of a value, which may be `Moved`. */
export function post(
  port: Port,
  value: unknown,
  messageOf: (value: unknown) => CallMessage | BackMessage | AnswerMessage,
): void {
  if (value instanceof Moved) port.postMessage(messageOf(value.value), value.buffers)
  else port.postMessage(messageOf(value))
}

/**
 * Performs a call of the other side and posts its outcome, and what was used by then where `usage` says that. Starts at
 * once: synchronous functions keep their order.
 */
export async function answer(
  port: Port,
  id: number,
  perform: () => unknown,
  usage: () => ThreadUsage | undefined = () => undefined,
): Promise<void> {
  try {
    post(port, await perform(), (value) => ({ answer: id, value, use: usage() }))
  } catch (error) {
    port.postMessage({ answer: id, error: postedError(error), use: usage() } satisfies AnswerMessage)
  }
}

type Pending<Offered> = Omit<PromiseWithResolvers<unknown>, 'promise'> & {
  readonly id: number
  readonly offered: Offered
}

/** The calls of one side that wait for an answer, with what each offers to the other side meanwhile. */
export class PendingCalls<Offered = undefined> {
  // There are few at once. A map would leave a trail of outgrown tables, each with calls of its time and a reference to
  // the next: once V8 has moved one to its old heap, it keeps all that follow, with their answers.
  readonly #calls: Pending<Offered>[] = []
  #lastId = 0

  get size(): number {
    return this.#calls.length
  }

  /** Throws what `postCall` throws, such as for a value that cannot be cloned. */
  add(postCall: (id: number) => void, offered: Offered): { readonly id: number; readonly answered: Promise<unknown> } {
    const id = ++this.#lastId
    postCall(id)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#calls.push({ id, resolve, reject, offered })
    return { id, answered: promise }
  }

  /** Undefined when the call has ended. */
  offeredBy(id: number): Offered | undefined {
    return this.#calls.find((call) => call.id === id)?.offered
  }

  settle(message: AnswerMessage): void {
    if ('error' in message) this.reject(message.answer, receivedError(message.error))
    else this.#take(message.answer)?.resolve(message.value)
  }

  reject(id: number, error: unknown): void {
    this.#take(id)?.reject(error)
  }

  rejectAll(error: unknown): void {
    for (const { reject } of this.#calls.splice(0)) reject(error)
  }

  #take(id: number): Pending<Offered> | undefined {
    const at = this.#calls.findIndex((call) => call.id === id)
    return at === -1 ? undefined : this.#calls.splice(at, 1)[0]
  }
}
