import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsEncoding } from './accept-encoding.ts'
import type { WebFile } from './web-files.ts'

/** Sends a built file as small as the client takes it, or 304 to one that has it already. */
export function sendWebFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  file: WebFile,
  given: Readonly<Record<string, string>>,
): FastifyReply {
  reply.headers({ 'cache-control': 'no-cache', etag: file.etag, ...given })
  if (file.br ?? file.gzip) reply.header('vary', 'accept-encoding')
  if (headers['if-none-match'] === file.etag) return reply.code(304).send()
  const accepted = headers['accept-encoding']?.toString()
  reply.type(file.type)
  if (file.br && acceptsEncoding(accepted, 'br')) return reply.header('content-encoding', 'br').send(file.br)
  if (file.gzip && acceptsEncoding(accepted, 'gzip')) return reply.header('content-encoding', 'gzip').send(file.gzip)
  return reply.send(file.body)
}
