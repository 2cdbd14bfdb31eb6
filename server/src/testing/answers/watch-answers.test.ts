import Fastify from 'fastify'
import { Readable } from 'node:stream'
import { type TSchema, Type } from 'typebox'
import { expect, it } from 'vitest'
import { Nullable } from '@heddle/contract/common.ts'
import { watchAnswers } from './watch-answers.ts'

type Sent = { readonly status?: number; readonly body: unknown; readonly type?: string }

/** The faults found in one answer of a route that declares this schema for 200. */
async function faultsOf(schema: TSchema, { status = 200, body, type }: Sent): Promise<string> {
  const answers = watchAnswers()
  const http = Fastify()
  answers.watch(http)
  http.get('/x/', { schema: { response: { 200: schema } } }, async (_request, reply) => {
    if (type !== undefined) reply.type(type)
    return reply.code(status as 200).send(body)
  })
  const answer = await http.inject('/x/')
  answers.judgeStreamed('req-1', answer.payload)
  await http.close()
  try {
    answers.throwFaults()
    return ''
  } catch (error: unknown) {
    return (error as Error).message
  }
}

const Thing = Type.Object({ id: Type.Integer(), at: Nullable(Type.String({ format: 'date-time' })) })
const JSON_TYPE = 'application/json; charset=utf-8'
const stream = (value: unknown): Readable => Readable.from([JSON.stringify(value)])

it('finds nothing wrong with an answer as declared', async () => {
  expect(await faultsOf(Thing, { body: { id: 1, at: null } })).toBe('')
  expect(await faultsOf(Thing, { body: stream({ id: 1, at: '2026-01-02T03:04:05.000+00:00' }), type: JSON_TYPE })).toBe(
    '',
  )
})

it.each<[string, Sent, string]>([
  [
    'a key that only the handler knows',
    { body: { id: 1, at: null, secret: 2 } },
    'must NOT have additional properties',
  ],
  ['a missing key', { body: { id: 1 } }, "must have required property 'at'"],
  ['a value of another format', { body: { id: 1, at: 'yesterday' } }, 'must match format'],
  ['a streamed body', { body: stream({ id: 'one', at: null }), type: JSON_TYPE }, '/id must be integer'],
  ['a status', { body: { detail: 'no' }, status: 404 }, 'undeclared status'],
  ['a media type', { body: 'a,b', type: 'text/csv' }, 'text/csv instead of application/json'],
])('reports %s that the route does not declare, with its operation', async (_what, sent, fault) => {
  const found = await faultsOf(Thing, sent)

  expect(found).toContain(fault)
  expect(found).toContain(`GET /x/ answered ${sent.status ?? 200} to /x/`)
})

it('reports what the serializer leaves out of a union', async () => {
  const either = Type.Union([
    Type.Object({ id: Type.Integer() }),
    Type.Object({ id: Type.Integer(), name: Type.String() }),
  ])

  expect(await faultsOf(either, { body: { id: 1, name: 'x' } })).toContain(
    'sent as {"id":1} instead of {"id":1,"name":"x"}',
  )
})
