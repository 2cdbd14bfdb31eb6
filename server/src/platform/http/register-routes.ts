import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { type RequestActor, actAs, auditEntriesOfScope } from '../request-scope.ts'
import { isAllowed, refusalOf } from '../../kernel/access.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors, Forbidden, NotFound, Unauthorized } from '../../kernel/errors.ts'
import { HttpError } from './http-error.ts'
import type { IdempotencyKeys } from '../idempotency/idempotency-keys.ts'
import { useIdempotencyKey } from './use-idempotency-key.ts'
import { etagOf, precondition } from './etag.ts'
import { openApiSchema } from './openapi.ts'
import { inputReader } from './read-input.ts'
import { type Bases, requestUrl } from './request-url.ts'
import { type ItemFields, pageOfFields } from './list-fields.ts'
import { type Method, Reply, type Route } from './route.ts'
import type { Limits, Throttles } from './throttles.ts'
import { throttleRequest } from './throttles-request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller
  }
}

/** Finds who a bearer acts for; undefined when it is not valid. The address is where the request comes from. */
export type Authenticate = (bearer: string, ip: string) => Promise<Caller | undefined>
type Dependencies = {
  readonly authenticate: Authenticate
  /** Redeems a ticket; undefined when it is not valid. */
  readonly callerOfTicket: (ticket: string) => Promise<Caller | undefined>
  /** Whether a bearer is meant to be an API token, valid or not. */
  readonly isApiToken: (bearer: string) => boolean
  readonly throttles: Throttles
  readonly idempotencyKeys: IdempotencyKeys
  /** Called when a caller lacks the permission for a request. */
  readonly onDenied: (caller: Caller, method: string, path: string) => Promise<void>
  readonly bases: Bases
  /** Shown in the document. */
  readonly limits: Limits
}

type Spec = Route['spec']

const JSON_TYPE = 'application/json; charset=utf-8'

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Registers routes on the server: access first, then input, then the handler; 405 for unsupported methods. */
export function registerRoutes(app: FastifyInstance, all: readonly Route[], dependencies: Dependencies): void {
  for (const { spec } of all) if (spec.dialect) app.dialects.add(spec.dialect)
  for (const route of all) {
    if (route.spec.readsRawBody) registerRawRoute(app, route, dependencies)
    else if (route.spec.bodyReaders || route.spec.takesBytes) registerRouteWithReaders(app, route, dependencies)
    else registerRoute(app, route, dependencies)
  }
  for (const path of new Set(all.map((route) => route.path))) {
    refuseOtherMethods(
      app,
      path,
      all.filter((route) => route.path === path).map((route) => route.method),
    )
  }
}

function registerRoute(app: FastifyInstance, route: Route, dependencies: Dependencies): void {
  const readInput = inputReader(route)
  app.route({
    method: route.method,
    url: route.path,
    schema: openApiSchema(route, dependencies.limits),
    // `readInput` validates all parts together; the schemas here only describe and serialize.
    validatorCompiler: () => () => true,
    // Before the body is read: 403 takes precedence over 400.
    onRequest: async (request) => {
      await admit(request, route, dependencies)
      if (route.spec.isOff) throw new NotFound()
    },
    ...(route.method === 'POST' && {
      preHandler: async (request, reply) => {
        if (await useIdempotencyKey(request, reply, dependencies.idempotencyKeys)) return reply
      },
    }),
    handler: async (request, reply) => {
      const input = readInput(request)
      const context = {
        ...input,
        caller: request.caller,
        url: requestUrl(request, dependencies.bases),
        ifMatch: precondition(request.headers['if-match']),
        signal: abortSignal(reply),
        request,
      }
      const result = await actAs(actorOf(request), () => handle(request, route, context, dependencies))
      return sendSuccess(reply, route, result, input.fields)
    },
  })
}

/** In a context of its own, whose parser takes every media type. */
function registerRawRoute(app: FastifyInstance, route: Route, dependencies: Dependencies): void {
  void app.register(async (context) => {
    context.removeAllContentTypeParsers()
    // Not even a media type that cannot be read is refused.
    context.addHook('onRequest', async ({ headers }) => {
      headers['content-type'] = 'application/octet-stream'
    })
    context.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    registerRoute(context, route, dependencies)
  })
}

/** What is no UTF-8 would be read as other characters than its author wrote. */
function textOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  throw FieldErrors.nonField('The body is no UTF-8.')
}

/** In a context of its own, which takes further media types. */
function registerRouteWithReaders(app: FastifyInstance, route: Route, dependencies: Dependencies): void {
  void app.register(async (context) => {
    for (const [type, read] of Object.entries(route.spec.bodyReaders ?? {})) {
      context.addContentTypeParser(type, { parseAs: 'buffer' }, async ({ caller }: FastifyRequest, bytes: Buffer) =>
        read(textOf(bytes), caller ?? null),
      )
    }
    if (route.spec.takesBytes)
      context.addContentTypeParser([...route.spec.takesBytes], { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      )
    registerRoute(context, route, dependencies)
  })
}

/** Every change must be in the audit log: a route that forgets its entry logs an error, which fails the tests. */
async function handle(
  request: FastifyRequest,
  route: Route,
  context: unknown,
  dependencies: Dependencies,
): Promise<unknown> {
  const { onDenied, throttles } = dependencies
  const result = await route.handler(context as never).catch(async (error: unknown) => {
    if (error instanceof Unauthorized && route.spec.throttle === 'refusals') await throttles.anonymous(request.ip)
    if (error instanceof Forbidden && request.caller) await onDenied(request.caller, route.method, pathOf(request))
    throw error
  })
  const isReadOnly =
    route.method === 'GET' || route.spec.changesNothing === true || (result instanceof Reply && result.changedNothing)
  if (!isReadOnly && auditEntriesOfScope() === 0)
    request.log.error({ method: route.method, route: route.path }, 'left no audit entry')
  return result
}

function actorOf(request: FastifyRequest): RequestActor {
  const { caller } = request
  return {
    userId: caller?.id ?? null,
    username: caller?.username ?? 'anonymous',
    ipAddress: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
    apiToken: caller?.credential.kind === 'token' ? caller.credential.name : null,
  }
}

/** Limits first, then authentication, then authorization. */
async function admit(request: FastifyRequest, { spec, method }: Route, dependencies: Dependencies): Promise<void> {
  const { access, throttle } = spec
  const isOpen = needsNoCaller(request, spec)
  await throttleRequest(dependencies.throttles, {
    throttle,
    ip: request.ip,
    identify: () => identify(request, spec, dependencies),
    authorize: async (caller) => {
      if (!caller && isOpen) return
      if (!caller) throw new Unauthorized()
      request.caller = caller
      if (isAllowed(access, caller)) return
      await actAs(actorOf(request), () => dependencies.onDenied(caller, method, pathOf(request)))
      throw refusalOf(access, caller)
    },
  })
}

/** Without the query string, which may hold secrets. */
const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0]!

/** By the bearer, or else by the ticket. Where no caller is needed, a bearer only matters if API tokens are refused. */
async function identify(request: FastifyRequest, spec: Spec, dependencies: Dependencies): Promise<Caller | undefined> {
  const { authenticate, isApiToken, callerOfTicket } = dependencies
  const isOpen = needsNoCaller(request, spec)
  const bearer = bearerOf(request)
  if (bearer !== undefined) {
    const matters = !isOpen || (spec.access.refusesTokens === true && isApiToken(bearer))
    return matters ? authenticate(bearer, request.ip) : undefined
  }
  const ticket = spec.takesTicket && !isOpen ? ticketOf(request) : undefined
  return ticket === undefined ? undefined : callerOfTicket(ticket)
}

const needsNoCaller = (request: FastifyRequest, { access, opensInBrowsers }: Spec): boolean =>
  access.kind === 'anyone' || (opensInBrowsers === true && asksForPage(request))

/** Browsers that follow a link name the type; programs do not. */
const asksForPage = (request: FastifyRequest): boolean => /\btext\/html\b/i.test(request.headers.accept ?? '')

function ticketOf(request: FastifyRequest): string | undefined {
  const { ticket } = request.query as Readonly<Record<string, unknown>>
  return typeof ticket === 'string' && ticket !== '' ? ticket : undefined
}

/** The one word after `Bearer`; undefined if there is none, or more than one. */
const bearerOf = (request: FastifyRequest): string | undefined =>
  /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]

function abortSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the client disconnected'))
  })
  return controller.signal
}

function sendSuccess(reply: FastifyReply, route: Route, result: unknown, fields: ItemFields | undefined) {
  if (result instanceof Reply) {
    reply.code(result.status).headers(result.headers)
    if (result.body === null) return reply.send()
    if (route.spec.dialect) reply.type(`${route.spec.dialect.mediaType}; charset=utf-8`)
    if (result.body instanceof Readable) reply.serializer((payload: unknown) => payload as string)
    return reply.send(result.body)
  }
  const status = route.spec.status ?? 200
  if (route.spec.dialect && status !== 204) reply.type(`${route.spec.dialect.mediaType}; charset=utf-8`)
  tagVersion(reply, route, result)
  if (fields) {
    const page = String(reply.serializeInput(result as Record<string, unknown>, String(status)))
    return reply.type(JSON_TYPE).serializer(String).send(pageOfFields(page, fields))
  }
  return status === 204 ? reply.code(204).send() : reply.code(status).send(result)
}

/** Single resources with `updated_at` or edited parts get an ETag, also when they have just been created. */
function tagVersion(reply: FastifyReply, { path, spec }: Route, result: unknown): void {
  if (spec.editedParts) {
    reply.header('etag', etagOf(spec.editedParts(result as never)))
    return
  }
  const isSingle = path.includes('/:id/') || spec.status === 201
  if (!isSingle || result === null || typeof result !== 'object' || !('updated_at' in result)) return
  reply.header('etag', etagOf(new Date(String(result.updated_at))))
}

function refuseOtherMethods(app: FastifyInstance, path: string, known: readonly Method[]): void {
  const allow = [...known, ...(known.includes('GET') ? ['HEAD'] : [])].join(', ')
  app.route({
    method: METHODS.filter((method) => !known.includes(method)),
    url: path,
    schema: { hide: true },
    onRequest: async (request) => {
      throw new HttpError(405, { detail: `Method "${request.method}" not allowed.` }, { allow })
    },
    handler: async () => undefined,
  })
}
