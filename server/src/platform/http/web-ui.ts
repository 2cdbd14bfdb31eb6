import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { NotFound } from '../../kernel/errors.ts'
import { sendWebFile } from './send-web-file.ts'
import { type WebFile, type WebFiles, webFilesOf } from './web-files.ts'

/** What the page says to those who have not signed in, and may ask nothing else. */
type PageFacts = { readonly hasDirectory: boolean; readonly hasSignOn: boolean }

/**
 * Serves the built web UI to GET and HEAD outside `/api/`, `/scim/` and `/ws/`: its files, and its page at any other
 * path.
 */
export function serveWebUi(app: FastifyInstance, folder: string, facts: PageFacts): void {
  const currentFiles = webFilesOf(folder)
  app.get<{ Params: { '*': string } }>('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = request.params['*']
    if (/^(api|scim|ws)(\/|$)/.test(path)) throw new NotFound()
    const built = await currentFiles()
    const file = built?.files.get(path)
    if (file) return sendFile(request, reply, path, file)
    if (/^assets(\/|$)/.test(path)) throw new NotFound()
    if (built && /^docs(\/|$)/.test(path)) return sendDocs(request, reply, path, built.files)
    return built ? sendPage(reply, built.page, facts) : reply.code(404).type('text/html; charset=utf-8').send(NOT_BUILT)
  })
}

/** With a new nonce each time. It has no ETag: a page kept with an old nonce would not fit its new policy. */
function sendPage(reply: FastifyReply, page: readonly string[], facts: PageFacts): FastifyReply {
  const nonce = randomBytes(18).toString('base64url')
  return reply
    .headers({ 'cache-control': 'no-cache', 'content-security-policy': policyOf(`'self' 'nonce-${nonce}'`) })
    .type('text/html; charset=utf-8')
    .send(page.join(nonce).replace('</head>', `${metaOf(facts)}$&`))
}

/** The sign-in page offers accounts of the directory, and of providers, when it finds these. */
function metaOf({ hasDirectory, hasSignOn }: PageFacts): string {
  const found = [hasDirectory && 'heddle-directory', hasSignOn && 'heddle-sign-on']
  return found.flatMap((name) => (name === false ? [] : `<meta name="${name}" content="on" />`)).join('')
}

function sendFile(request: FastifyRequest, reply: FastifyReply, path: string, file: WebFile): FastifyReply {
  // Assets have a hash in their name. Their policy counts for the workers among them.
  const isHashed = path.startsWith('assets/')
  return sendWebFile(request, reply, file, {
    ...(isHashed && { 'cache-control': 'public, max-age=31536000, immutable' }),
    'content-security-policy': policyOf("'self'"),
  })
}

/** A page of the documentation, with and without the last slash. */
function sendDocs(request: FastifyRequest, reply: FastifyReply, path: string, files: WebFiles['files']): FastifyReply {
  const page = files.get(`${path.replace(/\/$/, '')}/index.html`)
  const missing = files.get('docs/404.html')
  if (page) return sendFile(request, reply, path, page)
  if (!missing) throw new NotFound()
  // Answers above 399 are never compressed.
  return sendFile(request, reply.code(404), path, { ...missing, br: undefined, gzip: undefined })
}

/** Nothing inline, no eval, no other origin. `connect-src 'self'` includes the sockets of this origin. */
const policyOf = (styles: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const NOT_BUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Heddle</title></head>
<body><h1>Heddle</h1><p>The API is at <code>/api/</code>. The web UI is not built: run <code>npm ci</code> and
<code>npm run build:web</code> in the folder of Heddle, then reload this page.</p></body></html>
`
