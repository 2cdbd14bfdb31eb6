import fastifyStatic from '@fastify/static'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Type } from 'typebox'
import { anyone, signedIn } from '../../kernel/access.ts'
import { withExamples } from './examples.ts'
import { Reply, type Route, routes } from './route.ts'
import { Readable } from 'node:stream'

const require = createRequire(import.meta.url)
// A copy: see checks/redoc-copy.ts.
const REDOC = fileURLToPath(new URL('../../../assets/redoc', import.meta.url))
const ASSETS = '/api/docs/assets/'
const LICENSE = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' }

const ABOUT = `Saved queries against network controllers, their runs and their results.

Every answer has an \`X-Request-ID\`. Besides what its operation declares, any URL may answer 404 (no such path), 405 (not
with this method; see \`Allow\`), 408, 414 and 431 (not readable as a request), and 503 while the service stops.`

/** Register before the routes it describes. */
export async function describeRoutes(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.0.3',
      info: {
        title: 'Heddle',
        version,
        description: ABOUT,
        license: LICENSE,
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'The access token of a login, or an API token.' } },
      },
    },
  })
}

/** The OpenAPI document and its two viewers, with every asset served from here. */
export function documentationRoutes(app: FastifyInstance, signedOut: boolean): readonly Route[] {
  const access = signedOut ? anyone : signedIn
  return routes('Schema', (route) => {
    route.get(
      '/api/schema/',
      {
        access,
        summary: 'OpenAPI 3.0 description',
        description: 'Generated from the running service: every route with its schemas, who may call it, its limits and what it answers.',
        reply: Type.Record(Type.String(), Type.Unknown()),
      },
      async () => json(withExamples(app.swagger())),
    )
    route.get(
      '/api/docs/',
      {
        access,
        summary: 'Swagger UI',
        description: 'A page for people. It asks for an access token once per tab, and then sends requests to this service.',
        reply: Type.String(),
        streams: ['text/html'],
      },
      async () => html(SWAGGER_PAGE),
    )
    route.get(
      '/api/redoc/',
      {
        access,
        summary: 'ReDoc',
        description: 'A page for people, to read. It asks for an access token once per tab.',
        reply: Type.String(),
        streams: ['text/html'],
      },
      async () => html(REDOC_PAGE),
    )
  })
}

/** The scripts and styles of the two pages are public files of two libraries, so open to anyone. */
export async function serveDocumentationAssets(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: [join(dirname(require.resolve('@fastify/swagger-ui/package.json')), 'static'), REDOC],
    prefix: ASSETS,
    index: false,
    allowedPath: (path) => /^\/(swagger-ui-bundle\.js|swagger-ui\.css|redoc\.standalone\.js)$/.test(path),
    schemaHide: true,
  })
  app.get(`${ASSETS}start.js`, { schema: { hide: true } }, (_request, reply) => reply.type('text/javascript').send(START_SCRIPT))
}

const json = (document: unknown) => Reply.stream('application/json; charset=utf-8', Readable.from([JSON.stringify(document)]))

const html = (page: string) =>
  Reply.stream('text/html; charset=utf-8', Readable.from([page]), {
    // ReDoc uses inline styles and searches in a worker created from a blob.
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; worker-src blob:; font-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  })

const page = (title: string, head: string, id: string, script: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head>
<body><div id="${id}"></div><script src="${ASSETS}${script}"></script><script src="${ASSETS}start.js"></script></body></html>
`
const SWAGGER_PAGE = page('Heddle API', `<link rel="stylesheet" href="${ASSETS}swagger-ui.css">`, 'swagger-ui', 'swagger-ui-bundle.js')
const REDOC_PAGE = page('Heddle API', '', 'redoc', 'redoc.standalone.js')

// The pages require a token; the browser prompts for it once per tab.
const START_SCRIPT = `const load = async () => {
  let token = sessionStorage.getItem('heddle_access')
  let reply = await fetch('/api/schema/', token ? { headers: { authorization: 'Bearer ' + token } } : {})
  if (reply.status === 401) {
    token = window.prompt('Access token')
    reply = await fetch('/api/schema/', { headers: { authorization: 'Bearer ' + token } })
    if (reply.ok) sessionStorage.setItem('heddle_access', token)
  }
  const spec = await reply.json()
  if (window.Redoc) window.Redoc.init(spec, {}, document.getElementById('redoc'))
  else window.SwaggerUIBundle({ spec, dom_id: '#swagger-ui', requestInterceptor: (request) => {
    if (token && !request.headers.Authorization) request.headers.Authorization = 'Bearer ' + token
    return request
  } })
}
load()
`
