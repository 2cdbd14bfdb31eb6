import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const KEPT_NAMES = new URL('../../../../client/generate/kept-names.json', import.meta.url)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

it('describes every route with id, summary, access and response', async () => {
  const { body } = await app.admin.get('/api/schema/')
  const operations = Object.values(body.paths).flatMap((path) => Object.values(path as Record<string, any>))

  expect(body.openapi).toMatch(/^3\.0\./)
  expect(operations.length).toBeGreaterThan(25)
  for (const operation of operations) {
    expect(operation).toMatchObject({
      operationId: expect.any(String),
      summary: expect.any(String),
      responses: expect.any(Object),
    })
    expect(operation['x-access']).toBeTypeOf('string')
  }
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
})

it('keeps the ids that generated programs call operations by', async () => {
  const { paths } = (await app.admin.get('/api/schema/')).body
  const kept: string[] = JSON.parse(await readFile(KEPT_NAMES, 'utf8'))
  const expected = kept.map((line) => line.split(': ')[1]!.split(' ') as [string, string])

  for (const [method, path] of expected) {
    const words = path.slice('/api/'.length).split(/\W+|_/).filter(Boolean)
    const { operationId } = paths[path.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()]
    expect(operationId).toBe([method.toLowerCase(), ...words].join('_'))
  }
})

it('says of every route what the summary does not, its limits, and whether it takes tokens', async () => {
  const { body } = await app.admin.get('/api/schema/')
  const operations = Object.values(body.paths).flatMap((path) => Object.values(path as Record<string, any>))

  const bare = operations.filter(({ summary, description }) => {
    const [said] = String(description).split('\n\nAccess: ')
    return said === summary || said!.startsWith('Access: ')
  })
  expect(bare.map(({ operationId }) => operationId)).toEqual([])
  for (const operation of operations) {
    expect(operation['x-throttle'][0]).toMatchObject({ name: 'edge', rate: 'no limit' })
    expect(['accepted', 'refused', 'not needed', 'required']).toContain(operation['x-api-tokens'])
  }
})

it('names the codes of a conflict, the headers of a reply and the media types of a file', async () => {
  const { paths } = (await app.admin.get('/api/schema/')).body

  const { 409: conflict } = paths['/api/automation/connections/{id}/'].delete.responses
  const { 200: file } = paths['/api/queries/execution-logs/{id}/results/'].get.responses
  const patch = paths['/api/controller/connections/{id}/'].patch
  expect(conflict.content['application/json'].schema.properties.code.enum).toEqual(['in_use'])
  expect(Object.keys(file.content)).toEqual([
    'text/csv',
    'application/x-ndjson',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.apache.parquet',
  ])
  expect(Object.keys(file.headers)).toEqual(['Content-Disposition'])
  expect(Object.keys(patch.responses[200].headers)).toEqual(['ETag'])
  expect(Object.keys(patch.responses[429].headers)).toEqual(['Retry-After'])
  expect(
    patch.parameters.map(({ name, in: place }: { name: string; in: string }) => `${place} ${name}`).sort(),
  ).toEqual(['header If-Match', 'path id'])
})

it('describes each object of the wire once, under its name', async () => {
  const { paths, components } = (await app.admin.get('/api/schema/')).body

  const { responses, requestBody } = paths['/api/queries/saved-queries/{id}/'].patch
  const named = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  expect(responses[200].content['application/json'].schema).toEqual(named('SavedQuery'))
  expect(requestBody.content['application/json'].schema).toEqual(named('SavedQueryPatch'))
  expect(components.schemas.SavedQuery.properties.expect).toEqual(named('NullableExpect'))
  expect(components.schemas.NullableExpect.nullable).toBe(true)
  expect(components.schemas.Expect?.nullable).toBeUndefined()
  const references = JSON.stringify({ paths, components }).matchAll(/"#\/components\/schemas\/(\w+)"/g)
  const used = new Set([...references].map(([, name]) => name!))
  expect([...used].sort()).toEqual(Object.keys(components.schemas).sort())
})

it('describes the parts of a canvas by the rules that they are read by, and still takes anything', async () => {
  const { components } = (await app.admin.get('/api/schema/')).body
  const { SavedQuery, SavedQueryCreate, QueryStep, LimitStep, QueryFilter } = components.schemas
  const list = (name: string) => ({ type: 'array', items: { $ref: `#/components/schemas/${name}` } })
  const odd = {
    nodes: [{ id: 'a', class_name: 'no class', odd: 1 }],
    edges: [{ kind: 'x' }],
    post_processors: [{ type: 'x' }],
  }

  const saved = await app.admin.post('/api/queries/saved-queries/', {
    name: 'odd',
    controller_connection: (
      await app.admin.post('/api/controller/connections/', {
        name: 'odd',
        host: '127.0.0.1:1',
        username: 'u',
        password: 'p',
      })
    ).body.id,
    ...odd,
  })

  for (const { properties } of [SavedQuery, SavedQueryCreate]) {
    expect(properties.nodes).toMatchObject(list('QueryNode'))
    expect(properties.edges).toMatchObject(list('QueryEdge'))
    expect(properties.post_processors).toMatchObject(list('QueryStep'))
  }
  expect(QueryStep.discriminator.mapping.limit).toBe('#/components/schemas/LimitStep')
  expect(LimitStep.properties.type).toEqual({ type: 'string', enum: ['limit'] })
  expect(QueryFilter.anyOf[1].properties.any).toMatchObject(list('QueryFilter'))
  expect([saved.status, saved.body]).toEqual([201, expect.objectContaining(odd)])
})

it('is the same as YAML', async () => {
  const { headers, text } = await app.admin.get('/api/schema/?format=yaml')

  expect(headers.get('content-type')).toBe('application/yaml; charset=utf-8')
  expect(parse(text)).toEqual((await app.admin.get('/api/schema/')).body)
  expect((await app.admin.get('/api/schema/?format=xml')).body.format).toEqual(['Expected one of: json, yaml.'])
})

it('passes an OpenAPI linter', async () => {
  const { text } = await app.admin.get('/api/schema/')
  // Paths end in a slash: the contract says so.
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-path-trailing-slash': 'off' } })
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })

  // What a browser opens, from a mail or on its way through a provider, only redirects.
  const known = ({ ruleId, location }: (typeof problems)[number]) =>
    ruleId === 'operation-2xx-response' &&
    /email~1verify|oidc~1\{name\}~1(start|callback)/.test(location[0]?.pointer ?? '')
  expect(
    problems
      .filter((problem) => !known(problem))
      .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`),
  ).toEqual([])
})

it('requires a token, and serves both pages without third-party assets', async () => {
  expect((await app.anonymous.get('/api/schema/')).status).toBe(401)
  for (const path of ['/api/docs/', '/api/redoc/']) {
    const page = await app.admin.get(path)
    expect(page.headers.get('content-type')).toContain('text/html')
    for (const [, asset] of page.text.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)) {
      expect(asset).toMatch(/^\/api\/docs\/assets\//)
      expect((await app.anonymous.get(asset!)).status).toBe(200)
    }
  }
})

it('names the address of the installation, if there is one, before its own', async () => {
  const installed = await startTestApp({ env: { PUBLIC_URL: 'https://heddle.example.org' } })
  const { body } = await installed.admin.get('/api/schema/')
  await installed.stop()

  const [own] = (await app.admin.get('/api/schema/')).body.servers
  expect(own.url).toBe('/')
  expect(body.servers.map(({ url }: { url: string }) => url)).toEqual(['https://heddle.example.org', '/'])
})
