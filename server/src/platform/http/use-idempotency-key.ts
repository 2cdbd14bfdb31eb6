import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pipeline, Readable, Transform } from 'node:stream'
import { Conflict, FieldErrors } from '../../kernel/errors.ts'
import { type IdempotencyKeys, type KeptAnswer, LARGEST_ANSWER_BYTES } from '../idempotency/idempotency-keys.ts'
import { HttpError } from './http-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Called with what goes out; answers what goes out instead. */
    keepAnswer?: (reply: FastifyReply, payload: unknown) => Promise<unknown>
  }
}

const HEADER = 'idempotency-key'
const KEY = /^[\x20-\x7e]{1,255}$/
const KEPT_HEADERS = ['content-type', 'content-disposition', 'etag', 'location']

/** The codes of its 409, for the document. */
export const KEY_CONFLICTS = {
  in_progress: 'The request with this Idempotency-Key is still running.',
  answer_not_kept: 'The request with this Idempotency-Key was done; its answer was too large to be kept.',
}

/** Before answers are compressed: what is kept is what every client can read. */
export function keepAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { keepAnswer } = request
    delete request.keepAnswer
    return keepAnswer ? keepAnswer(reply, payload) : payload
  })
}

/** Claims the key of a request, if it has one. True if it was answered, with what was answered before. */
export async function useIdempotencyKey(
  request: FastifyRequest,
  reply: FastifyReply,
  keys: IdempotencyKeys,
): Promise<boolean> {
  const key = request.headers[HEADER]
  if (key === undefined || !request.caller) return false
  if (typeof key !== 'string' || !KEY.test(key))
    throw new FieldErrors({ 'Idempotency-Key': ['Expected 1 to 255 printable characters.'] })
  const [path, search] = splitUrl(request.url)
  const claimed = await keys.claim({ userId: request.caller.id, path, key, request: contentOf(search, request.body) })
  switch (claimed.kind) {
    case 'taken':
      request.keepAnswer = (answer, payload) => settle(keys, claimed.id, answer, payload)
      return false
    case 'kept':
      replay(reply, claimed.answer)
      return true
    case 'mismatch':
      throw new HttpError(422, {
        detail: 'This Idempotency-Key was used for another request.',
        code: 'idempotency_mismatch',
      })
    case 'running':
      throw new Conflict(KEY_CONFLICTS.in_progress, 'in_progress')
    case 'not kept':
      throw new Conflict(KEY_CONFLICTS.answer_not_kept, 'answer_not_kept')
  }
}

function splitUrl(url: string): [path: string, search: string] {
  const at = url.indexOf('?')
  return at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at)]
}

const contentOf = (search: string, body: unknown): string | Buffer =>
  Buffer.isBuffer(body)
    ? Buffer.concat([Buffer.from(`${search}\n`), body])
    : `${search}\n${JSON.stringify(body ?? null)}`

/** What may end differently next time is not final: the key is free again. */
const isFinal = (status: number): boolean => status < 500 && ![401, 408, 429, 499].includes(status)

async function settle(keys: IdempotencyKeys, id: string, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const status = reply.statusCode
  if (!isFinal(status)) {
    await keys.release(id)
    return payload
  }
  const headers = Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = reply.getHeader(name)
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
  // Without its answer the key stays taken for a while, which is safer than an error after what was done.
  const keep = (body: string | undefined) =>
    keys.keep(id, { status, headers, body }).catch((error: unknown) => {
      reply.log.error(error, 'cannot keep the answer to an Idempotency-Key')
    })
  if (payload instanceof Readable) return recorded(payload, keep)
  await keep(typeof payload === 'string' ? payload : payload === null || payload === undefined ? '' : undefined)
  return payload
}

/** The same stream; its text is kept before its end is sent, unless it breaks off or is too long. */
function recorded(source: Readable, keep: (body: string | undefined) => Promise<void>): Readable {
  let chunks: Buffer[] | undefined = []
  let bytes = 0
  const recorder = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      if (bytes > LARGEST_ANSWER_BYTES) chunks = undefined
      chunks?.push(chunk)
      done(null, chunk)
    },
    flush: (done) => {
      void keep(chunks && Buffer.concat(chunks).toString()).then(() => done())
    },
  })
  return pipeline(source, recorder, (error) => {
    // The request was done, whatever became of its answer.
    if (error) void keep(undefined)
  })
}

function replay(reply: FastifyReply, { status, headers, body = '' }: KeptAnswer): void {
  void reply
    .code(status)
    .headers({ ...headers, 'idempotency-replayed': 'true' })
    .serializer(String)
    .send(body === '' ? undefined : body)
}
