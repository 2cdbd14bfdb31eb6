import type { AutomationSettings } from '../automation-options.ts'
import type { DocumentContext } from '../documents/document-context.ts'
import type { Account, Scope } from '../model/account.ts'
import type { AutomationState } from '../model/automation-state.ts'
import type { TaskManager } from '../model/task-manager.ts'
import type { Notifier } from '../notifications/notifier.ts'
import { answerList } from '../query/answer-list.ts'
import type { Fields } from '../query/fields.ts'
import type { AutomationClock } from '../time/automation-clock.ts'
import { problems } from './http-problem.ts'
import { jsonReply, type Reply } from './reply.ts'

export type Server = {
  readonly state: AutomationState
  readonly tasks: TaskManager
  readonly clock: AutomationClock
  readonly settings: AutomationSettings
  readonly notifier: Notifier
}

export type RawRequest = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** A request that reached its route. */
export class Call {
  readonly server: Server
  readonly request: RawRequest
  readonly account: Account
  readonly scope: Scope
  readonly documents: DocumentContext
  readonly #params: readonly string[]

  constructor(
    server: Server,
    request: RawRequest,
    caller: { account: Account; scope: Scope },
    documents: DocumentContext,
    params: readonly string[],
  ) {
    this.server = server
    this.request = request
    this.account = caller.account
    this.scope = caller.scope
    this.documents = documents
    this.#params = params
  }

  get id(): number {
    return Number(this.#params[0])
  }

  /** The second part of the path that is no fixed word. */
  get word(): string {
    return this.#params[1] ?? ''
  }

  get query(): URLSearchParams {
    return this.request.query
  }

  /** Only JSON is parsed; an empty body is an empty object. */
  body(): Record<string, unknown> {
    const { body, headers } = this.request
    if (body === '') return {}
    const type = String(headers['content-type'] ?? '')
    if (!/^application\/json\b/i.test(type)) throw problems.unsupportedType(type)
    return parseObject(body)
  }

  list<T>(items: readonly T[], fields: Fields<T>, write: (item: T) => object): Reply {
    const { path, query } = this.request
    const { maxPageSize } = this.server.settings
    return jsonReply(200, answerList(items, fields, { path, query, maxPageSize }, write))
  }
}

function parseObject(text: string): Record<string, unknown> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error: unknown) {
    throw problems.badRequest({
      detail: `JSON parse error - ${error instanceof Error ? error.message : String(error)}`,
    })
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw problems.badRequest({ detail: 'JSON parse error - not a JSON object' })
  return json as Record<string, unknown>
}
