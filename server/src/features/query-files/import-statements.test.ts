import { afterAll, beforeAll, expect, it } from 'vitest'
import { fileOf, fileQuery, IMPORT, node, QUERIES } from '../../testing/query-files/files.ts'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { statementsOf } from '../../testing/statements-of.ts'

let app: TestApp
let editor: Client
beforeAll(async () => {
  app = await startTestApp()
  editor = await app.userOf('editor')
  const fabric = { name: 'lab', host: '127.0.0.1:1', username: 'u', password: 'p' }
  await app.admin.post('/api/controller/connections/', fabric)
})
afterAll(() => app.stop())

const several = (count: number, rest: object) =>
  Array.from({ length: count }, (_, at) => fileQuery(`${count} queries, ${at}`, rest))

/** How many statements an import takes. */
async function statementsFor(queries: readonly object[]): Promise<number> {
  const statements = await statementsOf(app.app.platform.database.pool, async (headers) => {
    const { status, text } = await editor.post(IMPORT, fileOf({ saved_queries: queries }), headers)
    expect(status, text).toBe(200)
  })
  return statements.length
}

// On the embedded database, everybody waits for all of them.
it('an import takes as many statements for many queries as for a few', async () => {
  const [few, many] = [
    [await statementsFor(several(3, {})), await statementsFor(several(3, { nodes: [node('b')], description: 'x' }))],
    [await statementsFor(several(60, {})), await statementsFor(several(60, { nodes: [node('b')], description: 'x' }))],
  ]

  expect(many).toEqual(few)
})

it('each changed query gets its own version and its own entry in the audit log', async () => {
  const queries = ['one', 'two', 'three'].map((name) => fileQuery(name))
  await editor.post(IMPORT, fileOf({ saved_queries: queries }))

  const [one, two, three] = queries
  const changed = [{ ...one, nodes: [node('first')] }, { ...two, description: 'other words' }, three]
  await editor.post(IMPORT, fileOf({ saved_queries: changed }))

  const found = (await editor.get(`${QUERIES}?search=o`)).body.results as readonly { id: string; name: string }[]
  const details = await Promise.all(
    ['one', 'two'].map(async (name) => {
      const { id } = found.find((query) => query.name === name)!
      const { nodes, description, current_version, version_history } = (await editor.get(`${QUERIES}${id}/`)).body
      return { name, nodes, description, current_version, versions: version_history.length }
    }),
  )
  const { results } = (await app.admin.get('/api/audit/logs/?action=query_update')).body
  const audited = (results as readonly { description: string }[]).map(({ description }) => description)

  expect(details).toEqual([
    { name: 'one', nodes: [node('first')], description: '', current_version: '2', versions: 2 },
    { name: 'two', nodes: [node('a')], description: 'other words', current_version: '1', versions: 1 },
  ])
  expect(audited.filter((text) => /"(one|two|three)"/.test(text)).toSorted()).toEqual([
    'Saved query "one" was changed',
    'Saved query "two" was changed',
  ])
})
