import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newToken } from '../../testing/api-tokens/tokens.ts'
import {
  CATEGORIES,
  EXPORT,
  exported,
  fileOf,
  fileQuery,
  fileTask,
  lookup,
  node,
  QUERIES,
  TASKS,
} from '../../testing/query-files/files.ts'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let lab: string
let editor: Client
beforeAll(async () => {
  app = await startTestApp()
  lab = await newConnection('lab')
})
afterAll(() => app.stop())
beforeEach(async () => {
  editor = await app.userOf('editor')
})

const newConnection = async (name: string): Promise<string> =>
  (await app.admin.post('/api/controller/connections/', { name, host: '127.0.0.1:1', username: 'u', password: 'p' }))
    .body.id

async function made(sent: Promise<{ status: number; text: string; body: { id: string } }>): Promise<string> {
  const { status, text, body } = await sent
  expect(status, text).toBe(201)
  return body.id
}

let folders = 0
const newFolder = async (name = `folder ${++folders}`, parent: string | null = null): Promise<string> =>
  made(editor.post(CATEGORIES, { name, parent }))
const newQuery = (name: string, category: string | null, rest: object = {}): Promise<string> =>
  made(editor.post(QUERIES, { name, category, controller_connection: lab, nodes: [node('a')], edges: [], ...rest }))
const newTask = (name: string, query: string, client: Client = editor): Promise<string> =>
  made(
    client.post(TASKS, {
      ...{ name, saved_query: query, controller_connections: [lab], timezone: 'UTC' },
      ...{ schedule_type: 'interval', interval_minutes: 60 },
    }),
  )

describe('an export of a folder', () => {
  it('has all below it, the folders it is in, and your tasks of its queries, by name and without ids', async () => {
    const top = await newFolder('Top/1')
    const inside = await newFolder('Inside', top)
    const empty = await newFolder('Empty', inside)
    await newFolder('Beside', top)
    const outside = await newQuery('outside', top)
    const b = await newQuery('b', inside)
    await newQuery('a', empty, { post_processors: [lookup(b), lookup(outside)], description: 'first\nsecond\n' })
    await newTask('own', b)
    await newTask('of another', b, await app.userOf('editor'))
    await newTask('of a query outside', outside)

    const file = await exported(editor, `category=${inside}`)
    const yaml = await editor.get(`${EXPORT}?category=Top~11/Inside`)

    expect(file).toEqual(
      fileOf({
        categories: ['Top~11', 'Top~11/Inside', 'Top~11/Inside/Empty'],
        saved_queries: [
          fileQuery('a', {
            category: 'Top~11/Inside/Empty',
            description: 'first\nsecond\n',
            post_processors: [
              { ...lookup('b'), id: `of ${b}` },
              { ...lookup('outside'), id: `of ${outside}` },
            ],
          }),
          fileQuery('b', { category: 'Top~11/Inside' }),
        ],
        scheduled_tasks: [fileTask('own', 'b')],
      }),
    )
    expect(yaml.headers.get('content-type')).toBe('application/yaml; charset=utf-8')
    expect(yaml.text).toContain(
      'saved_queries:\n  - name: a\n    description: |\n      first\n      second\n    category: Top~11/Inside/Empty\n    controller_connection: lab\n    nodes:\n      - id: a\n        class_name: fvBD\n    edges: []\n    post_processors:\n',
    )
  })

  it('is found by id or path, and by a path with a slash before it when its name is a number', async () => {
    const first = Number(await newFolder('first'))
    const byNumber = await newFolder(String(first))

    expect((await exported(editor, 'category=first')).categories).toEqual(['first'])
    expect((await exported(editor, `category=${byNumber}`)).categories).not.toEqual(['first'])
    expect((await exported(editor, `category=/${first}`)).categories).toEqual([String(first)])
  })
})

describe('an export', () => {
  it('of single queries has their folders; with a folder it has both', async () => {
    const [one, two] = [await newFolder(), await newFolder()]
    const [a, b] = [await newQuery('single a', one), await newQuery('single b', null)]
    await newQuery('single c', one)
    await newQuery('single d', two)

    const single = await exported(editor, `ids=${a.toUpperCase()},${b}`)
    const both = await exported(editor, `ids=${b}&category=${two}`)

    expect(single.saved_queries.map(({ name }: { name: string }) => name)).toEqual(['single a', 'single b'])
    expect(single.categories).toHaveLength(1)
    expect(both.saved_queries.map(({ name }: { name: string }) => name)).toEqual(['single b', 'single d'])
  })

  it('keeps the id of what was deleted, for which there is no name', async () => {
    const folder = await newFolder()
    const [gone, query] = [await newConnection('gone'), await newQuery('gone query', null)]
    await newQuery('orphan', folder, {
      controller_connection: gone,
      post_processors: [lookup(query)],
      parameters: [{ name: 'n', choices_from: { saved_query: query, column: 'c' } }],
    })
    await app.admin.delete(`/api/controller/connections/${gone}/`)
    await editor.delete(`${QUERIES}${query}/`)

    const { saved_queries: queries } = await exported(editor, `category=${folder}`)

    expect(queries).toMatchObject([
      {
        controller_connection: gone,
        post_processors: [lookup(query)],
        parameters: [{ choices_from: { saved_query: query } }],
      },
    ])
  })

  it('with two things of one name is refused, and says which', async () => {
    const [queries, tasks, outer] = [await newFolder(), await newFolder(), await newFolder()]
    await newQuery('same', queries)
    await newQuery('same', queries)
    const query = await newQuery('with tasks', tasks)
    await newTask('same task', query)
    await newTask('same task', query)
    await newFolder('same folder', outer)
    await newFolder('same folder', outer)
    const answers = await Promise.all([queries, tasks, outer].map((id) => editor.get(`${EXPORT}?category=${id}`)))

    expect(answers.map(({ status, body }) => [status, body.code, body.names])).toEqual([
      [409, 'ambiguous_name', ['same']],
      [409, 'ambiguous_name', ['same task']],
      [409, 'ambiguous_name', [expect.stringMatching(/^folder \d+\/same folder$/)]],
    ])
    expect(answers[0]!.body.detail).toBe('Several saved queries have one name: same. Rename all but one.')
  })

  it('with a reference to something outside that is called like something inside is refused', async () => {
    const [inside, twins] = [await newFolder(), await newFolder()]
    await newQuery('like another', inside)
    await newQuery('looks up', inside, { post_processors: [lookup(await newQuery('like another', null))] })
    for (let index = 0; index < 2; index++) {
      await newQuery(`twin ${index}`, twins, { controller_connection: await newConnection('twin of a connection') })
    }

    const answers = await Promise.all([inside, twins].map((id) => editor.get(`${EXPORT}?category=${id}`)))

    expect(answers.map(({ status, body }) => [status, body.names])).toEqual([
      [409, ['like another']],
      [409, ['twin of a connection']],
    ])
  })

  it('of what is not there lists all that is missing', async () => {
    const missing = randomUUID()

    const answer = await editor.get(`${EXPORT}?category=Nowhere&ids=${missing},5`)

    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      category: ['There is no folder "Nowhere".'],
      ids: [`There is no saved query ${missing}.`, 'There is no saved query 5.'],
    })
    expect((await editor.get(`${EXPORT}?format=xml`)).body).toHaveProperty('format')
  })

  it('needs to see queries, folders, tasks and the names of connections', async () => {
    const folder = await newFolder()
    const viewing = [
      'queries.view_savedquery',
      'queries.view_category',
      'queries.view_scheduledtask',
      'controller.view_connection',
    ]
    const statuses = await Promise.all(
      [viewing, ...viewing.map((lacking) => viewing.filter((one) => one !== lacking))].map(async (permissions) => {
        const script = await newToken(app, app.admin, { permissions })
        return (await script.get(`${EXPORT}?category=${folder}`)).status
      }),
    )

    expect(statuses).toEqual([200, 403, 403, 403, 403])
    expect((await (await app.userOf(undefined)).get(EXPORT)).status).toBe(403)
    expect((await app.anonymous.get(EXPORT)).status).toBe(401)
  })
})
