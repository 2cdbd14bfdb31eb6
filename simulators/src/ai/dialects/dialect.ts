import type { AiPrompt } from '../answers/ai-prompt.ts'
import type { Completion } from '../answers/completion.ts'
import type { Fields } from './fields.ts'

/** What the address of a request says instead of its body. */
export type Address = { readonly model: string | undefined; readonly isStreamed: boolean }

export type ReadPrompt = Omit<AiPrompt, 'provider'>

/** How one interface writes questions and answers. */
export type Dialect = {
  /** The name of its path: `chat/completions`. */
  readonly name: string
  /** Throws a `BadPrompt` that says what is wrong with it. */
  readPrompt(body: Fields, address: Address): ReadPrompt
  whole(completion: Completion): object
  readonly streamType: string
  /** The events of a stream that delivers the text in these parts. */
  stream(completion: Completion, parts: readonly string[], request: Fields): string[]
  /** An event that carries an error body in the middle of a stream. */
  streamError(body: object): string
}

/** Without a message it is no JSON, which every provider says in its own words. */
export class BadPrompt extends Error {
  readonly param: string | undefined

  constructor(message: string, param?: string) {
    super(message)
    this.param = param
  }
}

export const SSE = 'text/event-stream; charset=utf-8'

export function dataEvent(data: object | string): string {
  return `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
}

/** An event under the name of its type. */
export function typedEvent(data: { readonly type: string; readonly [key: string]: unknown }): string {
  return `event: ${data.type}\n${dataEvent(data)}`
}
