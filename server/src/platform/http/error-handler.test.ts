import Fastify from 'fastify'
import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { markDatabaseError } from '../../kernel/database-errors.ts'
import { CacheUnavailable } from '../../kernel/errors.ts'
import { installErrorHandler } from './error-handler.ts'

it.each([
  ['database', markDatabaseError(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))],
  ['database', new Error('Connection terminated unexpectedly')],
  ['database', new Error('failed', { cause: Object.assign(new Error('terminating connection'), { code: '57P01' }) })],
  ['cache', new CacheUnavailable('Redis GET: Command timed out')],
])('an outage of the %s is answered 503 with an id and a time to come back', async (store, error) => {
  const app = Fastify({ genReqId: () => 'request-1' })
  installErrorHandler(app)
  app.get('/', async () => {
    throw error
  })

  const reply = await app.inject('/')

  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '10'])
  expect(reply.json()).toEqual({
    detail: expect.stringContaining(`The ${store} is out of reach`),
    request_id: 'request-1',
  })
  await app.close()
})

it('an unexpected error is answered with an id, and without its message or stack', async () => {
  const app = Fastify({ genReqId: () => 'request-1' })
  installErrorHandler(app)
  app.get('/', async () => {
    throw new Error('password authentication failed for user "heddle"')
  })

  const reply = await app.inject('/')

  expect(reply.statusCode).toBe(500)
  expect(reply.json()).toEqual({ detail: 'The server could not answer this request.', request_id: 'request-1' })
  await app.close()
})

it('a client that leaves while its answer is streamed is no error', async () => {
  const lines: string[] = []
  const stream = new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) })
  const app = Fastify({ logger: { stream } })
  installErrorHandler(app)
  app.get('/', async (_request, reply) => {
    reply.raw.destroy()
    throw Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
  })

  await expect(app.inject('/')).rejects.toThrow()

  await expect.poll(() => lines.join('')).toContain('the client left')
  expect(lines.filter((line) => line.includes('"level":50'))).toEqual([])
  await app.close()
})
