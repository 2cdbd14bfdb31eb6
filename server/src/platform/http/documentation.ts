import fastifyStatic from '@fastify/static'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Type } from 'typebox'
import { anyone, signedIn } from '../../kernel/access.ts'
import { DOCUMENTATION_ASSETS, type DocumentationPage, documentationPage, PAGE_POLICY } from './documentation-pages.ts'
import { describeChannels } from './channels-document.ts'
import { withExamples } from './examples.ts'
import { hoistNames, markNames, type SchemasByName } from './named-schemas.ts'
import { Reply, type Route, routes } from './route.ts'
import { Readable } from 'node:stream'

const require = createRequire(import.meta.url)
// A copy: see checks/redoc-copy.ts.
const REDOC = fileURLToPath(new URL('../../../assets/redoc', import.meta.url))
const START = fileURLToPath(new URL('../../../assets/documentation', import.meta.url))
const LICENSE = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' }

const ABOUT = `Saved queries against network controllers, their runs and their results.

Every answer has an \`X-Request-ID\`. Besides what its operation declares, any URL may answer 404 (no such path), 405 (not
with this method; see \`Allow\`), 408, 414 and 431 (not readable as a request), and 503 with \`Retry-After\` while the
service stops, or its database or cache is out of reach.`

export type ApiWords = {
  readonly version: string
  /** Where users reach it, if that is set: tools that read the document elsewhere send their requests there. */
  readonly publicUrl?: string | undefined
  /** Schemas beside those of the contract, for `markNames`. */
  readonly parts: SchemasByName
  /** In the order of the pages. */
  readonly tags: readonly { readonly name: string; readonly description: string }[]
}

/** Register before the routes it describes. */
export async function describeRoutes(
  app: FastifyInstance,
  { version, publicUrl, parts, tags }: ApiWords,
): Promise<void> {
  await app.register(swagger, {
    transform: ({ schema, url }) => ({ schema: markNames(schema, parts), url }),
    openapi: {
      openapi: '3.0.3',
      info: {
        title: 'Heddle',
        version,
        description: ABOUT,
        license: LICENSE,
      },
      servers: [
        ...(publicUrl === undefined ? [] : [{ url: publicUrl, description: 'Where users reach it.' }]),
        { url: '/', description: 'The server that this description is from.' },
      ],
      tags: [...tags],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'The access token of a login, or an API token.' },
          ticket: {
            type: 'apiKey',
            in: 'query',
            name: 'ticket',
            description: 'A ticket of `POST /api/ws-ticket/`: 60 seconds, one use.',
          },
        },
      },
    },
  })
}

/** The OpenAPI document and its two viewers, with every asset served from here. */
export function documentationRoutes(
  app: FastifyInstance,
  signedOut: boolean,
  writeYaml: (json: string) => Promise<string>,
): readonly Route[] {
  const operations = writtenOnce(() => withExamples(hoistNames(app.swagger())), writeYaml)
  const channels = writtenOnce(() => describeChannels(LICENSE), writeYaml)
  const access = signedOut ? anyone : signedIn
  const page = { access, takesTicket: true, opensInBrowsers: true, reply: Type.String(), streams: ['text/html'] }
  const swaggerPage = { title: 'Heddle API', script: 'swagger-ui-bundle.js', styles: 'swagger-ui.css', signedOut }
  const redocPage = { title: 'Heddle API', script: 'redoc.standalone.js', signedOut }
  return routes('Schema', (route) => {
    route.get(
      '/api/schema/',
      {
        access,
        takesTicket: true,
        summary: 'OpenAPI 3.0 description',
        description:
          'Generated from the running service: every route with its schemas, who may call it, its limits and what it answers. `format=yaml` for YAML 1.2.',
        query: Type.Object({ format: Type.Optional(Type.Enum(['json', 'yaml'])) }),
        reply: Type.Record(Type.String(), Type.Unknown()),
        streams: ['application/yaml'],
      },
      async ({ query: { format = 'json' } }) => operations[format](),
    )
    route.get(
      '/api/channels-schema/',
      {
        access,
        takesTicket: true,
        summary: 'AsyncAPI 3.0 description of the WebSocket channels',
        description: 'Every channel with the frames that it sends, from the schemas that they are checked against.',
        query: Type.Object({ format: Type.Optional(Type.Enum(['json', 'yaml'])) }),
        reply: Type.Record(Type.String(), Type.Unknown()),
        streams: ['application/yaml'],
      },
      async ({ query: { format = 'json' } }) => channels[format](),
    )
    route.get('/api/docs/', { ...page, summary: 'Swagger UI', description: OPEN_PAGE }, async () => html(swaggerPage))
    route.get('/api/redoc/', { ...page, summary: 'ReDoc', description: OPEN_PAGE }, async () => html(redocPage))
  })
}

const OPEN_PAGE =
  'Opens in a browser without a token: the page asks for one, or uses the ticket of the link, to load `/api/schema/`. Other clients need one to get it.'

/** The scripts and styles of the two pages hold no data, so they are open to anyone. */
export async function serveDocumentationAssets(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: [join(dirname(require.resolve('@fastify/swagger-ui/package.json')), 'static'), REDOC, START],
    prefix: DOCUMENTATION_ASSETS,
    index: false,
    allowedPath: (path) =>
      /^\/(swagger-ui-bundle\.js|swagger-ui\.css|redoc\.standalone\.js|start\.js|page\.css)$/.test(path),
    schemaHide: true,
  })
}

/** What is described does not change while the service runs, so each form is written once. */
function writtenOnce(describe: () => object, writeYaml: (json: string) => Promise<string>) {
  let json: string | undefined
  let yaml: Promise<string> | undefined
  const asJson = () => (json ??= JSON.stringify(describe()))
  const asYaml = () =>
    (yaml ??= writeYaml(asJson()).catch((error: unknown) => {
      yaml = undefined
      throw error
    }))
  return {
    json: async () => Reply.stream('application/json; charset=utf-8', Readable.from([asJson()])),
    yaml: async () => Reply.stream('application/yaml; charset=utf-8', Readable.from([await asYaml()])),
  }
}

const html = (page: DocumentationPage) =>
  Reply.stream('text/html; charset=utf-8', Readable.from([documentationPage(page)]), {
    'content-security-policy': PAGE_POLICY,
    // It depends on whether a browser asks.
    vary: 'Accept',
  })
