import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Killer, one } from '@heddle/domain/testing/killers/killer.ts'
import { KILLERS } from '@heddle/domain/testing/killers/killers.ts'
import { automationTemplatesFeature } from '../features/automation-templates/index.ts'
import { storeAutomationConnection } from '../testing/automation-connection.ts'
import { largeBodies, type OpenApi } from '../testing/hostile/large-bodies.ts'
import { withoutReferences } from '../testing/without-references.ts'
import { whileHealthy } from '../testing/hostile/while-healthy.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const QUERIES = '/api/queries/saved-queries/'
const TASKS = '/api/queries/scheduled-tasks/'
/** Just within the budget of a canvas. */
const SIZE = 480_000
/** More than any budget, less than a body may have. */
const TOO_LARGE = 2_000_000
// One of so many is sent here, more of them by the benchmark.
const STRIDES = { canvases: 11, variables: 83, bodies: 97 }

const every = <Item>(stride: number, items: readonly Item[]) => items.filter((_, index) => index % stride === 0)
const CANVASES = every(
  STRIDES.canvases,
  KILLERS.filter(({ variables }) => variables === undefined),
)
const VARIABLES = every(
  STRIDES.variables,
  KILLERS.filter(({ variables }) => variables !== undefined),
)

let app: TestApp
let connection: string
let small: string

beforeAll(async () => {
  app = await startTestApp()
  // Nothing listens there: what is planned is run, and fails.
  const body = { name: 'nobody', host: 'http://127.0.0.1:9', username: 'admin', password: 'C1sco12345!' }
  connection = (await app.admin.post('/api/controller/connections/', body)).body.id
  small = (await app.admin.post(QUERIES, queryOf(one({})))).body.id
})
afterAll(() => app.stop())

const queryOf = (canvas: object) => ({ name: 'hostile', controller_connection: connection, ...canvas })
const table = (killers: readonly Killer[]) => killers.map((killer) => [killer.name, killer] as const)

/** Answered, and not with a fault of ours. */
function expectAnswered({ status, text }: { readonly status: number; readonly text: string }): void {
  expect(status).toBeLessThan(500)
  expect(text.length).toBeLessThan(5_000_000)
}

describe('a hostile canvas', () => {
  it.each(table(CANVASES))('is stored, validated and run, or refused, while others work: %s', async (_name, killer) => {
    await whileHealthy(app.anonymous, async () => {
      const stored = await app.admin.post(QUERIES, queryOf(killer.canvas(SIZE)))
      expectAnswered(stored)
      const id = stored.status === 201 ? stored.body.id : small
      for (const use of ['validate', 'execute']) expectAnswered(await app.admin.post(`${QUERIES}${id}/${use}/`, {}))
    })
  })

  it.each(table(CANVASES))('over the budget is refused: %s', async (_name, killer) => {
    const canvas = killer.canvas(TOO_LARGE)
    const isOver = Buffer.byteLength(JSON.stringify(canvas)) > 600_000
    for (const send of [
      () => app.admin.post(QUERIES, queryOf(canvas)),
      () => app.admin.patch(`${QUERIES}${small}/`, canvas),
    ]) {
      const answer = await whileHealthy(app.anonymous, send)
      expectAnswered(answer)
      if (isOver) expect(answer.status).toBe(400)
    }
  })
})

describe('hostile variables', () => {
  it.each(table(VARIABLES))('are refused, or used, wherever they are sent: %s', async (_name, killer) => {
    const { id } = (await app.admin.post(QUERIES, queryOf(killer.canvas(SIZE)))).body
    const variables = killer.variables!(SIZE)
    const task = {
      name: 'hostile',
      saved_query: id,
      controller_connections: [connection],
      schedule_type: 'interval',
      interval_minutes: 60,
    }
    await whileHealthy(app.anonymous, async () => {
      for (const use of ['validate', 'execute', 'execute_background'])
        expectAnswered(await app.admin.post(`${QUERIES}${id}/${use}/`, { variables }))
      expectAnswered(await app.admin.post(TASKS, { ...task, variables }))
      expectAnswered(await app.admin.post('/api/history/capture/', { saved_query: id, variables }))
    })
  })
})

describe('a hostile template', () => {
  const PATHS = { templates: '/api/automation/templates/', columns: '/api/automation/column-templates/' }
  const template = async (schema: unknown) => ({
    name: 'hostile',
    automation_connection: await storeAutomationConnection(app),
    automation_job_template_id: 1,
    schema,
  })
  const many = <Item>(count: number, item: (index: number) => Item): Item[] =>
    Array.from({ length: count }, (_, index) => item(index))

  it.each<readonly [string, unknown]>([
    ['unknown keys', [Object.fromEntries(many(40_000, (index) => [`requird${index}`, 1]))]],
    [
      'a default of many texts',
      [{ name: 'a', field_type: 'multi_enum', choices: ['x'], default: many(90_000, (index) => `y${index}`) }],
    ],
    [
      'many choices',
      many(200, (index) => ({
        name: `c${index}`,
        field_type: 'enum',
        choices: many(400, (choice) => `choice-${choice}`),
      })),
    ],
    ['too many columns', many(90_000, () => ({}))],
    ['a name of megabytes', [{ name: 'x'.repeat(9_000_000) }]],
  ])('is stored or refused, while others work: %s', async (_name, schema) => {
    await whileHealthy(app.anonymous, async () => {
      expectAnswered(await app.admin.post(PATHS.templates, await template(schema)))
      const [first] = schema as readonly object[]
      expectAnswered(await app.admin.post(PATHS.columns, { ...first, name: 'hostile' }))
    })
  })

  it.each(['(a?){150}a{150}', '((a{1,30}){1,30})', '(((a{1,10}){1,10}){1,10}){1,10}', '(a|aa)+$'.repeat(100)])(
    'checks the rows of a launch with the pattern %s, or refuses it, while others work',
    async (pattern) => {
      const stored = await app.admin.post('/api/automation/regex-patterns/', { name: 'hostile', pattern })
      expectAnswered(stored)
      if (stored.status !== 201) return
      const { id } = (
        await app.admin.post(PATHS.templates, await template([{ name: 'a', regex_pattern: stored.body.id }]))
      ).body
      const { templates } = app.app.features.of(automationTemplatesFeature)
      const operator = {
        id: 1,
        username: 'x',
        timezone: 'UTC',
        group: null,
        isSuperuser: true,
        isAdmin: true,
        managesWorkspace: true,
        actsAsMember: true,
      }
      const launchable = await templates.launchable(
        { ...operator, permissions: new Set() },
        id,
        AbortSignal.timeout(60_000),
      )

      const checked = await whileHealthy(app.anonymous, () =>
        launchable!.checkRows(many(1_000, () => ({ a: 'a'.repeat(999) }))),
      )

      expect(Object.keys(checked)).toHaveLength(1)
    },
  )
})

describe('a body as large as bodies may be', () => {
  it('is answered on every route, while others work', async () => {
    const { body } = await app.admin.get('/api/schema/')
    const requests = largeBodies(withoutReferences(body as OpenApi))
    const routes = new Set(requests.map(({ method, path }) => `${method} ${path}`))
    const sent = every(STRIDES.bodies, requests)

    expect(routes.size).toBeGreaterThan(50)
    for (const { name, method, path, body: bodyOf } of sent) {
      const send = app.admin[method.toLowerCase() as 'post' | 'put' | 'patch']
      const { status } = await whileHealthy(app.anonymous, () => send(path, bodyOf()))
      expect(status, name).toBeLessThan(500)
    }
  })
})
