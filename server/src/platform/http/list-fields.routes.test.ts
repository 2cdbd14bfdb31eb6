import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listRoutes } from '../../compose/describe-access.ts'
import { type Runs, startRuns } from '../../testing/start-runs.ts'
import { fieldsOfItems } from './list-fields.ts'

const NODES = [{ id: 'bd', class_name: 'fvBD' }]

describe('fields of a list', () => {
  let runs: Runs
  let query: string
  beforeAll(async () => {
    runs = await startRuns()
    query = await runs.save({ name: 'Bridge domains', nodes: NODES })
  })
  afterAll(() => runs.stop())

  it('are those named, and the id', async () => {
    const { status, body } = await runs.editor.get('/api/controller/connections/?fields=name,host')

    expect(status).toBe(200)
    expect(body).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [{ id: runs.connection, name: 'lab', host: runs.controller.url }],
    })
  })

  it('are also those of lists that are sent as they are read', async () => {
    const { body } = await runs.editor.get('/api/queries/saved-queries/?fields=%20nodes%20,name')

    expect(body.results).toEqual([{ id: query, name: 'Bridge domains', nodes: [expect.objectContaining(NODES[0]!)] }])
  })

  it('stay named in the address of the next page', async () => {
    await runs.save({ name: 'Others', nodes: NODES })
    const { body } = await runs.editor.get('/api/queries/saved-queries/?fields=name&page_size=1')

    expect(new URL(body.next).searchParams.get('fields')).toBe('name')
  })

  it.each([
    ['one that does not exist', 'name,colour', ['colour: expected one of: id, name, ']],
    ['a secret', 'password', ['password: expected one of: id, name, ']],
    ['what every object inherits', 'constructor,__proto__', ['constructor: expected', '__proto__: expected']],
    ['nothing', '', [': expected one of: id, name, ']],
  ])('say which are not known: %s', async (_title, fields, messages) => {
    const { status, body } = await runs.editor.get(`/api/controller/connections/?fields=${fields}&page=zero`)

    expect(status).toBe(400)
    expect(Object.keys(body).sort()).toEqual(['fields', 'page'])
    expect(body.fields).toEqual(messages.map((message) => expect.stringContaining(message)))
  })

  it('can be named where there are some, and nowhere else', () => {
    const differ = listRoutes().filter(({ method, spec }) => {
      const takes = 'fields' in propertiesOf(spec.query)
      return takes !== (method === 'GET' && fieldsOfItems(spec.reply) !== undefined)
    })

    expect(differ.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('are nothing to who may not see the list', async () => {
    const viewer = await runs.app.userOf('viewer')

    expect((await viewer.get('/api/auth/management/?fields=username')).status).toBe(403)
  })
})

const propertiesOf = (schema: { readonly properties?: object } | undefined): object => schema?.properties ?? {}
