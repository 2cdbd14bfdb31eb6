import type { DocumentContext } from '../documents/document-context.ts'
import { gatewayDocument, pingDocument, rootDocument, versionDocument } from '../documents/server-documents.ts'
import { BadQuery } from '../query/bad-query.ts'
import { NotThere } from '../query/not-there.ts'
import { authenticate, type Caller } from './authenticate.ts'
import { Call, type RawRequest, type Server } from './call.ts'
import { HttpProblem, problems } from './http-problem.ts'
import { JOB_ROUTES } from './job-routes.ts'
import { NOTIFICATION_ROUTES } from './notification-routes.ts'
import { detailReply, jsonReply, type Reply } from './reply.ts'
import { createToken, SERVER_ROUTES } from './server-routes.ts'
import { TEMPLATE_ROUTES } from './template-routes.ts'
import { WORKFLOW_ROUTES } from './workflow-routes.ts'

const ROUTES = [...SERVER_ROUTES, ...TEMPLATE_ROUTES, ...JOB_ROUTES, ...WORKFLOW_ROUTES, ...NOTIFICATION_ROUTES]
const OPEN_PLACES = new Set(['', 'ping/'])
const GATEWAY_TOKENS = '/api/gateway/v1/tokens/'

/** The REST interface of one automation server, without faults: turns a request into its answer. */
export class AutomationApi {
  readonly #server: Server
  readonly #documents: DocumentContext
  readonly #prefix: string
  readonly #root: string

  constructor(server: Server) {
    this.#server = server
    this.#root = server.settings.place === 'gateway' ? '/api/controller/' : '/api/'
    this.#prefix = `${this.#root}v2/`
    const { clock, settings } = server
    this.#documents = { clock, settings, link: (place) => this.#prefix + place }
  }

  get prefix(): string {
    return this.#prefix
  }

  answer(request: RawRequest): Reply {
    try {
      return this.#answer(request)
    } catch (error: unknown) {
      if (error instanceof HttpProblem) return error.reply
      if (error instanceof BadQuery) return detailReply(400, error.message)
      if (error instanceof NotThere) return detailReply(404, error.message)
      throw error
    }
  }

  /** Whether it comes from someone this server knows. */
  isKnown(request: RawRequest): boolean {
    try {
      return this.#caller(request) !== undefined
    } catch {
      // A wrong password: the answer says so, this only asks who it is.
      return false
    }
  }

  #answer(request: RawRequest): Reply {
    const { path, method } = request
    if (!path.endsWith('/') && this.#isPlace(`${path}/`)) return withSlash(request)
    if (path === '/api/' && this.#root !== '/api/') return jsonReply(200, gatewayDocument())
    if (path === this.#root) return jsonReply(200, rootDocument(this.#documents))
    if (path === GATEWAY_TOKENS && this.#root !== '/api/' && method === 'POST')
      return createToken(this.#call(request, []))
    if (!path.startsWith(this.#prefix)) throw problems.notFound('The requested resource could not be found.')
    return this.#below(path.slice(this.#prefix.length), request)
  }

  #below(place: string, request: RawRequest): Reply {
    if (OPEN_PLACES.has(place)) {
      if (request.method !== 'GET') throw problems.methodNotAllowed(request.method)
      return jsonReply(200, place === '' ? versionDocument(this.#documents) : pingDocument(this.#documents))
    }
    const fitting = ROUTES.filter(({ pattern }) => pattern.test(place))
    if (fitting.length === 0) throw problems.notFound('The requested resource could not be found.')
    const found = fitting.find(({ method }) => method === request.method)
    const call = this.#call(request, found ? (found.pattern.exec(place)?.slice(1) ?? []) : [])
    if (!found) throw problems.methodNotAllowed(request.method)
    return found.handle(call)
  }

  /** A token that may only read is refused before anything is looked at. */
  #call(request: RawRequest, params: readonly string[]): Call {
    const caller = this.#caller(request)
    if (!caller) throw problems.notAuthenticated()
    const isRead = request.method === 'GET'
    if (!isRead && caller.scope === 'read') throw problems.forbidden()
    return new Call(this.#server, request, caller, this.#documents, params)
  }

  #caller({ headers }: RawRequest): Caller | undefined {
    const header = headers['authorization']
    return authenticate(this.#server.state, this.#server.settings, typeof header === 'string' ? header : undefined)
  }

  #isPlace(path: string): boolean {
    if (path === '/api/' || path === this.#root || path === GATEWAY_TOKENS) return true
    if (!path.startsWith(this.#prefix)) return false
    const place = path.slice(this.#prefix.length)
    return OPEN_PLACES.has(place) || ROUTES.some(({ pattern }) => pattern.test(place))
  }
}

/** The trap of a missing slash: most clients turn a redirected POST into a GET. */
function withSlash({ path, query }: RawRequest): Reply {
  const text = query.toString()
  return {
    status: 301,
    type: 'text/html; charset=utf-8',
    headers: { location: `${path}/${text === '' ? '' : `?${text}`}` },
    body: '',
  }
}
