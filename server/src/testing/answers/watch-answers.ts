import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { faultsOfFrame } from './judge-frames.ts'
import { faultOfType, faultsOfJson, isSentAsIs } from './judge-replies.ts'

export type AnswerWatch = {
  readonly watch: (http: FastifyInstance) => void
  /** For a streamed answer, whose text only its reader has. */
  readonly judgeStreamed: (requestId: string | null, text: string) => void
  /** For a frame that the channel at this path sent. */
  readonly judgeFrame: (path: string, frame: { readonly type: string }) => void
  /** Throws if any answer was not as declared. */
  readonly throwFaults: () => void
}

type Streamed = { readonly name: string; readonly declared: object }

/** Compares every answer of a server with what its document declares for the route and the status. */
export function watchAnswers(): AnswerWatch {
  const faults = new Set<string>()
  const values = new WeakMap<FastifyRequest, unknown>()
  const streamed = new Map<string, Streamed>()

  const report = (name: string, found: readonly string[]): void => {
    for (const fault of found) faults.add(`${name}: ${fault}`)
  }

  /** What the handler returned: with a fault, the serializer may leave something out, or make it a 500. */
  function judgeValue(request: FastifyRequest, status: number, value: unknown): void {
    const declared = declaredFor(request, status)
    if (declared !== undefined) report(nameOf(request, status), faultsOfJson(declared, value))
  }

  function judgeSent(request: FastifyRequest, reply: FastifyReply, sent: unknown): void {
    const status = reply.statusCode
    if (isOfNoRoute(request) || isStopping(status, sent) || isCutDown(request, status)) return
    const name = nameOf(request, status)
    const declared = declaredFor(request, status)
    if (declared === undefined) {
      report(name, [`undeclared status, ${String(sent).slice(0, 200)}`])
      return
    }
    const type = String(reply.getHeader('content-type') ?? '')
    if (request.method !== 'HEAD') report(name, faultsOfType(declared, type))
    if (values.has(request)) report(name, faultsOfText(values.get(request), sent))
    else if (type.startsWith('application/json')) streamed.set(request.id, { name, declared })
  }

  return {
    watch: (http) => {
      http.addHook('preSerialization', async (request, reply, payload) => {
        const value: unknown = JSON.parse(JSON.stringify(payload))
        values.set(request, value)
        if (!isOfNoRoute(request)) judgeValue(request, reply.statusCode, value)
        return payload
      })
      http.addHook('onSend', async (request, reply, payload) => {
        judgeSent(request, reply, payload)
        return payload
      })
    },
    judgeStreamed: (requestId, text) => {
      const found = streamed.get(requestId ?? '')
      if (!found) return
      streamed.delete(requestId!)
      report(found.name, faultsOfJson(found.declared, JSON.parse(text)))
    },
    judgeFrame: (path, frame) => report(`${path} sent ${frame.type}`, faultsOfFrame(path, frame)),
    throwFaults: () => {
      if (faults.size > 0) throw new Error(`Answers that the document does not declare:\n${[...faults].join('\n')}`)
    },
  }
}

/** The caller asked for fewer fields than the document lists. */
const isCutDown = ({ query }: FastifyRequest, status: number): boolean =>
  status === 200 && (query as { readonly fields?: unknown }).fields !== undefined

const nameOf = (request: FastifyRequest, status: number): string =>
  `${request.method} ${request.routeOptions.url} answered ${status} to ${request.url.slice(0, 200)}`

type Described = { readonly hide?: boolean; readonly response?: Readonly<Record<number, object>> }
const schemaOf = (request: FastifyRequest): Described => (request.routeOptions.schema as Described | undefined) ?? {}

/** Not found, a method that no route has, or a file. */
const isOfNoRoute = (request: FastifyRequest): boolean =>
  schemaOf(request).response === undefined || schemaOf(request).hide === true

/** Undefined for a status that the route does not declare. */
const declaredFor = (request: FastifyRequest, status: number): object | undefined =>
  schemaOf(request).response?.[status]

/** Any route may answer so while it stops, and when its client has gone. */
const isStopping = (status: number, payload: unknown): boolean =>
  status === 503 && /The service is stopping|the request has ended/.test(String(payload))

function faultsOfType(declared: object, type: string): readonly string[] {
  const fault = faultOfType(declared, type === '' ? undefined : type)
  return fault === undefined ? [] : [fault]
}

/** What the serializer made of a value. */
function faultsOfText(value: unknown, sent: unknown): readonly string[] {
  if (typeof sent !== 'string' || sent === '' || isSentAsIs(value, sent)) return []
  return [`sent as ${sent.slice(0, 500)} instead of ${JSON.stringify(value).slice(0, 500)}`]
}
