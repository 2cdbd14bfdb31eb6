import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { installErrorHandler } from './error-handler.ts'

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
