import { ADMIN } from '@heddle/server/testing/start-test-app.ts'
import { type Api, apiOf, type Reply, succeeded } from '../harness/api.ts'
import type { Slot } from './slot.ts'

/** The api processes as one: each request goes to one of those that run, and the administrator stays signed in. */
export type Gateway = Api & {
  /** Of one of the processes. */
  readonly url: () => string
  /** How many requests ended with which status; 0 stands for no answer. */
  readonly answers: ReadonlyMap<number, number>
  /** Requests that were refused although they were right, each with the answer. */
  readonly refused: readonly string[]
}

/** Longer than any answer may take; a process that is paused gives none. */
const TIMEOUT_MS = 25_000
/** A run that is in progress or over (409), and what a process sheds. */
const EXPECTED = [401, 409, 429]

export function openGateway(slots: readonly Slot[]): Gateway {
  const answers = new Map<number, number>()
  const refused: string[] = []
  let next = 0
  let token: string | undefined

  const url = (): string => {
    const ready = slots.flatMap((slot) => (slot.role === 'api' ? (slot.process()?.url ?? []) : []))
    if (ready.length === 0) throw new Error('No process can be asked.')
    return ready[next++ % ready.length]!
  }
  const count = (status: number): void => void answers.set(status, (answers.get(status) ?? 0) + 1)
  const signedIn = async (): Promise<string> => {
    token ??= succeeded(await apiOf(url(), undefined, { timeoutMs: TIMEOUT_MS }).post('/api/auth/login/', ADMIN))
      .access as string
    return token
  }
  const send = async (what: string, ask: (api: Api) => Promise<Reply>): Promise<Reply> => {
    try {
      const reply = await ask(apiOf(url(), await signedIn(), { timeoutMs: TIMEOUT_MS }))
      if (reply.status === 401) token = undefined
      count(reply.status)
      // A capture whose run failed names that run.
      if (
        reply.status >= 400 &&
        reply.status < 500 &&
        !EXPECTED.includes(reply.status) &&
        reply.body.execution_id === undefined
      )
        refused.push(`${what} ${reply.status} ${JSON.stringify(reply.body)}`)
      return reply
    } catch (error) {
      count(0)
      throw error
    }
  }
  return {
    url,
    answers,
    refused,
    get: (path) => send(`GET ${path}`, (api) => api.get(path)),
    delete: (path) => send(`DELETE ${path}`, (api) => api.delete(path)),
    post: (path, body) => send(`POST ${path}`, (api) => api.post(path, body)),
    put: (path, body) => send(`PUT ${path}`, (api) => api.put(path, body)),
    patch: (path, body) => send(`PATCH ${path}`, (api) => api.patch(path, body)),
  }
}
