import type { Examples, OperationExamples } from '../../platform/http/examples.ts'
import type { Answer, Client } from '../start-test-app.ts'
import { shorten } from './shorten.ts'
import type { StableValues } from './stable-values.ts'

export type Order = {
  /** Who calls; the administrator, if nobody else. */
  readonly by?: Client
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Shown instead of the body, which holds what cannot be recognized in texts. */
  readonly bodyShown?: unknown
  /** What of the answer is shown, if cutting its lists is not enough. */
  readonly show?: (answer: any) => unknown
}
type Draft = { -readonly [Key in keyof OperationExamples]: OperationExamples[Key] }

const MAY_REFUSE: readonly number[] = [400, 409]

/** Sends the requests of a walk and keeps those that are examples. */
export function createRecorder(admin: () => Client, values: StableValues, beforeEach: () => void) {
  const drafts = new Map<string, Draft>()

  async function send(operation: string, order: Order = {}): Promise<Answer> {
    beforeEach()
    const answer = await sendTo(order.by ?? admin(), operation, order)
    values.learn(operation, answer.body)
    return answer
  }

  async function sendOk(operation: string, order: Order = {}): Promise<Answer> {
    const answer = await send(operation, order)
    if (answer.status >= 400) throw new Error(`${operation}: ${answer.status} ${answer.text}`)
    values.hideSecrets(answer.body)
    return answer
  }

  return {
    /** Sends the example of an operation, which must succeed; returns the body of the answer. */
    example: async (operation: string, order: Order = {}): Promise<any> => {
      if (drafts.has(operation)) throw new Error(`${operation} has two examples`)
      const answer = await sendOk(operation, order)
      drafts.set(operation, drafted(order, answer))
      return answer.body
    },
    /** Sends a request that succeeds with another status than the example of the operation, after that. */
    also: async (operation: string, order: Order): Promise<any> => {
      const answer = await sendOk(operation, order)
      const draft = drafts.get(operation)!
      if (answer.status === draft.status) throw new Error(`${operation}: two examples of ${answer.status}`)
      draft.also = drafted(order, answer)
      return answer.body
    },
    /** Sends a request that is refused, after the example of the operation. */
    refused: async (operation: string, order: Order): Promise<void> => {
      const answer = await send(operation, order)
      if (!MAY_REFUSE.includes(answer.status))
        throw new Error(`${operation}: not refused, ${answer.status} ${answer.text}`)
      drafts.get(operation)!.refused = drafted(order, answer)
    },
    /** Reads without letting time pass: how often differs from walk to walk. */
    look: async (operation: string, order: Order = {}): Promise<any> => {
      const { body } = await sendTo(order.by ?? admin(), operation, order)
      values.learn(operation, body)
      return body
    },
    /** Sends a request that is no example, and must succeed. */
    prepare: async (operation: string, order: Order = {}): Promise<any> => (await sendOk(operation, order)).body,
    examples: (): Examples =>
      Object.fromEntries(
        [...drafts].map(([operation, draft]) => [operation, values.replace(draft) as OperationExamples]),
      ),
  }
}

export type Recorder = ReturnType<typeof createRecorder>

function sendTo(client: Client, operation: string, { params = {}, query = {}, body, headers }: Order): Promise<Answer> {
  const [method, template] = operation.split(' ') as [string, string]
  const path = template.replaceAll(/:(\w+)/g, (_name, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  )
  const url = search.size > 0 ? `${path}?${search.toString()}` : path
  const verb = method.toLowerCase() as keyof Client
  return verb === 'get' || verb === 'delete' ? client[verb](url, headers) : client[verb](url, body, headers)
}

function drafted(
  { params, query, body, bodyShown = body, show = shorten }: Order,
  { status, body: answered, headers }: Answer,
): Draft {
  const type = headers.get('content-type')?.split(';')[0] ?? 'application/json'
  const location = headers.get('location')
  return {
    ...(params && { params }),
    ...(query && { query }),
    ...(bodyShown !== undefined && { body: bodyShown }),
    status,
    ...(answered !== '' && { answer: show(answered) }),
    ...(type !== 'application/json' && { type }),
    ...(location !== null && { location }),
  }
}
