import { isGitInstalled } from '@heddle/simulators/git/start-git.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TSchema, Type } from 'typebox'
import { ConflictBody, FieldErrorsBody } from '@heddle/contract/common.ts'
import { type Examples, readExamples } from '../platform/http/examples.ts'
import type { Route } from '../platform/http/route.ts'
import { bodyCheck } from '../platform/http/validation.ts'
import { NEEDS_DIRECTORY, NEEDS_GIT, walkExamples } from '../testing/examples/walk-examples.ts'
import { routeName } from '../testing/audit-walk/walk-audit-log.ts'
import { slapdPath } from '../testing/slapd.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { listRoutes } from './describe-access.ts'

const LARGEST_DOCUMENT = 1_700_000
const PATIENCE_MS = 300_000
/** Bearers, API tokens, and passwords of the simulated systems. */
const SECRETS = /eyJ[\w-]{10}|hdl_(?!q3VxT8mK)\w{8}|C1sco|correct horse|initial secret|sk-\w/

const recorded = readExamples()
const routes = listRoutes()
const withExample = routes.flatMap((route) => {
  const example = recorded[routeName(route)]
  return example ? [{ route, example }] : []
})

describe('the examples in assets/examples.json, which `npm run examples` writes', () => {
  it('show every operation, and no removed one', () => {
    expect(Object.keys(recorded).toSorted()).toEqual(routes.map(routeName).toSorted())
  })

  it('send what the schemas of the operations take', () => {
    const faults = withExample.map(({ route, example }) => [
      routeName(route),
      route.spec.body && example.body !== undefined ? bodyCheck(route.spec.body)(example.body) : {},
    ])

    expect(faults.filter(([, found]) => Object.keys(found as object).length > 0)).toEqual([])
  })

  it('show answers as the schemas of the operations describe them', () => {
    const faults = withExample.flatMap(({ route, example }) =>
      [example, example.also, example.refused].flatMap((one) => {
        if (one?.answer === undefined || one.type !== undefined) return []
        const found = bodyCheck(schemaOf(route, one.status))(one.answer)
        return Object.keys(found).length > 0 ? [[routeName(route), one.status, found]] : []
      }),
    )

    expect(faults).toEqual([])
  })

  it('show no secret', () => {
    const shown = Object.entries(recorded).map(([operation, example]) => [
      operation,
      SECRETS.exec(JSON.stringify(example))?.[0],
    ])

    expect(shown.filter(([, secret]) => secret !== undefined)).toEqual([])
  })

  it('are in the API description, which stays small enough to read', async () => {
    const app = await startTestApp()
    const { body, text } = await app.admin.get('/api/schema/')
    await app.stop()

    const { requestBody, responses } = body.paths['/api/queries/categories/'].post
    const example = recorded['POST /api/queries/categories/']!
    expect(requestBody.content['application/json'].example).toEqual(example.body)
    expect(responses[201].content['application/json'].example).toEqual(example.answer)
    expect(responses[400].content['application/json'].examples).toEqual({
      refused: { summary: 'The answer to {"name":"","parent":"Audits"}', value: example.refused!.answer },
    })
    const favorites = body.paths['/api/mim/favorites/'].post.responses
    expect(favorites[200].content['application/json'].example).toEqual(
      favorites[201].content['application/json'].example,
    )
    expect(text.length).toBeLessThan(LARGEST_DOCUMENT)
  })
})

describe('the server', () => {
  let sent: Examples
  beforeAll(async () => {
    sent = await walkExamples()
  }, PATIENCE_MS)

  const isMissing = (name: string): boolean =>
    (name === NEEDS_DIRECTORY && slapdPath === undefined) || (name === NEEDS_GIT && !isGitInstalled())

  it.each(Object.keys(recorded).filter((name) => !isMissing(name)))(
    'answers the example as it is recorded: %s',
    (name) => {
      expect(sent[name]).toEqual(recorded[name])
    },
  )
})

function schemaOf({ spec }: Route, status: number): TSchema {
  if (status === (spec.status ?? 200)) return spec.reply
  return (
    spec.otherReplies?.[status] ?? (status === 409 ? ConflictBody : status === 400 ? FieldErrorsBody : Type.Never())
  )
}
