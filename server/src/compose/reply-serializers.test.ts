import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { expect, it } from 'vitest'
import { openApiSchema } from '../platform/http/openapi.ts'
import { listRoutes } from './describe-access.ts'

// The server builds one only when it is needed, so a start does not show that it can.
it('every reply has a serializer that can be built', () => {
  const replies = listRoutes().flatMap((route) =>
    Object.entries(openApiSchema(route).response as object).map(([httpStatus, schema]) => ({
      method: route.method,
      url: route.path,
      httpStatus,
      schema: schema as unknown,
    })),
  )
  const different = new Map(replies.map((reply) => [JSON.stringify(reply.schema), reply]))
  const build = SerializerSelector()({}, {})

  const broken = [...different.values()].filter((reply) => {
    try {
      return typeof build(reply) !== 'function'
    } catch {
      return true
    }
  })

  expect(different.size).toBeGreaterThan(100)
  expect(broken).toEqual([])
})
