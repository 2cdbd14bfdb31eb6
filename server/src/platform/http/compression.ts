import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip, type InputType, type ZlibOptions } from 'node:zlib'

const compress = promisify<InputType, ZlibOptions, Buffer>(gzip)
// The cheapest level: rows repeat so much that it makes them 20 times smaller, and the next one costs twice the time.
const FASTEST = { level: 1 }
const SMALLEST_CHARACTERS = 10_000
/** Workbooks are compressed already, and scripts and styles are served by others. */
const COMPRESSED_TYPES = /^(application\/(json|x-ndjson|xml|yaml)|text\/(csv|html))\b/

/** Compresses what is streamed or long, for clients that accept it. */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!mayCompress(reply)) return payload
    addVary(reply)
    if (!acceptsGzip(request)) return payload
    if (payload instanceof Readable) return throughGzip(reply, payload)
    if (typeof payload !== 'string' || payload.length < SMALLEST_CHARACTERS) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return compress(payload, FASTEST)
  })
}

function mayCompress(reply: FastifyReply): boolean {
  // A stream that fails before its first byte becomes an error, which is sent as it is.
  if (reply.statusCode >= 400) {
    reply.removeHeader('content-encoding')
    reply.raw.removeHeader('content-encoding')
    return false
  }
  return !reply.hasHeader('content-encoding') && COMPRESSED_TYPES.test(String(reply.getHeader('content-type')))
}

function addVary(reply: FastifyReply): void {
  const names = [reply.getHeader('vary') ?? []].flat().map(String)
  reply.header('vary', [...names, 'Accept-Encoding'].join(', '))
}

/** The headers of a HEAD are those of the whole, which are not known: it is answered as it is. */
const acceptsGzip = ({ method, headers }: FastifyRequest): boolean =>
  method !== 'HEAD' && [headers['accept-encoding'] ?? ''].flat().join(',').split(',').some(isGzip)

function isGzip(coding: string): boolean {
  const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase())
  return (name === 'gzip' || name === '*') && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
}

/** Either end that fails or goes away ends the other. */
function throughGzip(reply: FastifyReply, source: Readable): Readable {
  reply.header('content-encoding', 'gzip').removeHeader('content-length')
  // An error reaches the client through the compressed stream, which `pipeline` destroys with it.
  return pipeline(source, createGzip(FASTEST), () => undefined)
}
