import { randomUUID } from 'node:crypto'
import type { ControllerSettings } from '../controller-options.ts'
import { ControllerProblem, problems } from '../problem/controller-problem.ts'
import { isQueryPath } from '../query/parse-scope.ts'
import type { QueryLimits } from '../query/query.ts'
import type { Cluster } from '../session/cluster.ts'
import { loginAnswer } from '../session/login-answer.ts'
import { parseLoginBody } from '../session/login-body.ts'
import type { Session } from '../session/sessions.ts'
import { isDocumentPath } from './class-documents.ts'
import { LOGIN_PAGE } from '../../shared/html-pages.ts'
import type { Address } from '../../shared/read-request.ts'
import { EMPTY, envelope, errorReply, htmlReply, jsonReply, type Reply } from '../exchange/reply.ts'
import type { Counters } from '../exchange/request-record.ts'

const MINUTE = 60_000

export type ApiRequest = {
  readonly method: string
  readonly address: Address
  readonly cookies: readonly string[]
  readonly body: string
}

/** The REST interface of one controller, without faults: turns a request into its answer. */
export class Api {
  readonly #cluster: Cluster
  readonly #settings: ControllerSettings
  readonly #counters: Counters
  #logins: readonly number[] = []

  constructor(cluster: Cluster, settings: ControllerSettings, counters: Counters) {
    this.#cluster = cluster
    this.#settings = settings
    this.#counters = counters
  }

  answer(request: ApiRequest): Reply {
    const { path } = request.address
    if (!['GET', 'POST', 'DELETE'].includes(request.method)) return htmlReply(405)
    if (path === '/') return htmlReply(200, LOGIN_PAGE)
    if (isDocumentPath(path)) return this.#document(request)
    const call = /^\/api\/(.+)\.(json|xml)$/s.exec(path)
    if (!call) return htmlReply(404)
    if (call[2] === 'xml') throw new ControllerProblem(400, '400', 'This simulator answers in JSON only')
    return this.#dispatch(call[1]!, request)
  }

  #dispatch(call: string, request: ApiRequest): Reply {
    switch (call) {
      case 'aaaLogin':
        return this.#login(request)
      case 'aaaListDomains':
        return jsonReply(
          JSON.stringify({ imdata: this.#cluster.accounts.domains.map(({ name, type }) => ({ name, type })) }),
        )
      case 'aaaRefresh':
        return this.#refresh(request)
      case 'aaaLogout':
        return this.#logout(request)
      case 'subscriptionRefresh':
        this.#session(request)
        return jsonReply(EMPTY)
      case 'mo/aaaLogin':
        throw problems.noCookie()
      default:
        return isQueryPath(call) ? this.#query(call, request) : htmlReply(404)
    }
  }

  #document(request: ApiRequest): Reply {
    const { documents } = this.#settings
    if (documents?.access === 'session') this.#session(request)
    return documents && request.method === 'GET'
      ? documents.answer(request.address.path)
      : htmlReply(documents ? 405 : 404)
  }

  #login(request: ApiRequest): Reply {
    if (this.#isThrottled()) return htmlReply(503)
    const credentials = parseLoginBody(request.body)
    if (!credentials) return errorReply(400, '400', 'Failed to parse login request')
    const verdict = this.#cluster.accounts.check(credentials.name, credentials.password)
    if (!verdict.ok) {
      this.#counters.failedLogins++
      return errorReply(401, '401', verdict.text)
    }
    this.#counters.logins++
    return this.#welcome(this.#cluster.sessions.open(verdict.account.name, this.#cluster.clock.now))
  }

  #isThrottled(): boolean {
    const { now } = this.#cluster.clock
    this.#logins = [...this.#logins.filter((time) => now - time < MINUTE), now]
    return this.#logins.length > this.#settings.loginsPerMinute
  }

  #refresh(request: ApiRequest): Reply {
    const refreshed = this.#cluster.sessions.refresh(this.#token(request), this.#cluster.clock.now)
    if (!refreshed) throw problems.tokenTimeout()
    this.#counters.refreshes++
    return this.#welcome(refreshed)
  }

  #welcome({ token, session }: { token: string; session: Session }): Reply {
    const { sessions, release, clock } = this.#cluster
    const identity = { release, nodeDn: `topology/pod-1/node-${this.#settings.nodeId}` }
    const secure = this.#settings.tls ? '; Secure' : ''
    const headers = { 'set-cookie': `APIC-cookie=${token}; path=/; HttpOnly${secure}; SameSite=Strict` }
    return jsonReply(loginAnswer(token, session, sessions.settings, identity, clock.now), { headers })
  }

  #logout(request: ApiRequest): Reply {
    this.#cluster.sessions.close(this.#token(request))
    return jsonReply(EMPTY)
  }

  #query(call: string, request: ApiRequest): Reply {
    this.#session(request)
    if (request.method !== 'GET') throw problems.readOnly()
    const { engine, clock } = this.#cluster
    const { options } = request.address
    const { totalCount, items, work } = engine.answer(call, options, this.#limits(), clock.now)
    const subscriptionId = options.get('subscription') === 'yes' ? randomUUID() : undefined
    return jsonReply(envelope(totalCount, items, subscriptionId), { work })
  }

  #limits(): QueryLimits {
    return this.#settings.limits
  }

  #session(request: ApiRequest): Session {
    const session = this.#cluster.sessions.find(this.#token(request), this.#cluster.clock.now)
    if (!session) throw problems.tokenTimeout()
    return session
  }

  /** The session cookie. Sending it twice is a client's mistake, refused unless the settings accept it. */
  #token(request: ApiRequest): string {
    const [token, ...others] = request.cookies
    if (token === undefined) throw problems.noCookie()
    if (others.length > 0 && this.#settings.doubledCookie === 'refuse') throw problems.noCookie()
    return token
  }
}
