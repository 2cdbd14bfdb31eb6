import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { faultOfType, faultsOfJson, isSentAsIs } from './judge-replies.ts'

export type AnswerWatch = {
  readonly watch: (http: FastifyInstance) => void
  /** For a streamed answer, whose text only its reader has. */
  readonly judgeStreamed: (requestId: string | null, text: string) => void
  /** Throws if any answer was not as declared. */
  readonly throwFaults: () => void
}

type Streamed = { readonly name: string; readonly declared: object }

/** Compares every answer of a server with what its document declares for the route and the status. */
export function watchAnswers(): AnswerWatch {
  const faults = new Set<string>()
  const answers = new WeakMap<FastifyRequest, unknown>()
  const streamed = new Map<string, Streamed>()

  const report = (name: string, found: readonly string[]): void => {
    for (const fault of found) faults.add(`${name}: ${fault}`)
  }

  function judge(request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
    if (isOfNoRoute(request) || isStopping(reply.statusCode, payload)) return
    const name = nameOf(request, reply.statusCode)
    const declared = declaredFor(request, reply.statusCode)
    if (declared === undefined) {
      report(name, [`undeclared status, ${String(payload).slice(0, 200)}`])
      return
    }
    const type = String(reply.getHeader('content-type') ?? '')
    if (request.method !== 'HEAD') report(name, faultsOfType(declared, type))
    if (answers.has(request)) report(name, faultsOfAnswer(declared, answers.get(request), payload))
    else if (type.startsWith('application/json')) streamed.set(request.id, { name, declared })
  }

  return {
    watch: (http) => {
      http.addHook('preSerialization', async (request, _reply, payload) => {
        answers.set(request, JSON.parse(JSON.stringify(payload)))
        return payload
      })
      http.addHook('onSend', async (request, reply, payload) => {
        judge(request, reply, payload)
        return payload
      })
    },
    judgeStreamed: (requestId, text) => {
      const found = streamed.get(requestId ?? '')
      if (!found) return
      streamed.delete(requestId!)
      report(found.name, faultsOfJson(found.declared, JSON.parse(text)))
    },
    throwFaults: () => {
      if (faults.size > 0) throw new Error(`Answers that the document does not declare:\n${[...faults].join('\n')}`)
    },
  }
}

const nameOf = (request: FastifyRequest, status: number): string =>
  `${request.method} ${request.routeOptions.url} answered ${status} to ${request.url.slice(0, 200)}`

type Described = { readonly hide?: boolean; readonly response?: Readonly<Record<number, object>> }
const schemaOf = (request: FastifyRequest): Described => (request.routeOptions.schema as Described | undefined) ?? {}

/** Not found, a method that no route has, or a file. */
const isOfNoRoute = (request: FastifyRequest): boolean => schemaOf(request).response === undefined || schemaOf(request).hide === true

/** Undefined for a status that the route does not declare. */
const declaredFor = (request: FastifyRequest, status: number): object | undefined => schemaOf(request).response?.[status]

/** Any route may answer so while it stops, and when its client has gone. */
const isStopping = (status: number, payload: unknown): boolean =>
  status === 503 && /The service is stopping|the request has ended/.test(String(payload))

function faultsOfType(declared: object, type: string): readonly string[] {
  const fault = faultOfType(declared, type === '' ? undefined : type)
  return fault === undefined ? [] : [fault]
}

/** Of what the handler returned, and of what the serializer made of it. */
function faultsOfAnswer(declared: object, answer: unknown, sent: unknown): readonly string[] {
  const faults = faultsOfJson(declared, answer)
  if (typeof sent !== 'string' || sent === '' || isSentAsIs(answer, sent)) return faults
  return [...faults, `sent as ${sent.slice(0, 500)} instead of ${JSON.stringify(answer).slice(0, 500)}`]
}
