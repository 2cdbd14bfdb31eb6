import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { statementsOf } from '../../testing/statements-of.ts'
import { savedQueries, savedQueryVersions } from './queries.tables.ts'

let app: TestApp
let connection: string
let editor: Client
beforeAll(async () => {
  app = await startTestApp()
  const made = await app.admin.post('/api/controller/connections/', {
    name: 'lab',
    host: '127.0.0.1:1',
    username: 'u',
    password: 'p',
  })
  connection = made.body.id
})
afterAll(() => app.stop())
beforeEach(async () => {
  editor = await app.userOf('editor')
})

const QUERIES = '/api/queries/saved-queries/'
const CANVAS = {
  nodes: [{ id: 'bd', class_name: 'fvBD', position: { x: 1, y: 2 }, data: { colour: 'blue' } }],
  edges: [],
  post_processors: [],
}
const save = async (body: object = {}, client: Client = editor) => {
  const answer = await client.post(QUERIES, { name: 'BDs', controller_connection: connection, ...CANVAS, ...body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

describe('creating a saved query', () => {
  it('stores the canvas as sent, including unknown keys, as version 1', async () => {
    const query = await save({ description: 'all of them' })

    expect(query).toMatchObject({
      ...CANVAS,
      name: 'BDs',
      description: 'all of them',
      category: null,
      current_version: '1',
      is_favorite: false,
    })
    expect(query.current_version_hash).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(query.version_history).toEqual([
      {
        version: '1',
        before_hash: null,
        after_hash: query.current_version_hash,
        changed_at: query.created_at,
        changed_by: expect.stringContaining('editor'),
        changes: ['nodes', 'edges', 'post_processors'],
      },
    ])
  })

  it('accepts an incomplete canvas', async () => {
    await save({
      nodes: [{ id: 'a' }],
      edges: [{ id: 'e', source: 'a', target: 'nowhere' }],
      post_processors: [{ id: 'p', type: 'unheard-of' }],
    })
  })

  it('lists every error in the shape, the category and the connection at once', async () => {
    const answer = await editor.post(QUERIES, {
      controller_connection: '00000000-0000-4000-8000-000000000000',
      category: 999_999,
      nodes: [{ id: 5 }, 'x'],
      edges: [{ source: 1 }],
    })

    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body)).toEqual(
      expect.arrayContaining(['controller_connection', 'category', 'nodes.0.id', 'nodes.1']),
    )
  })

  it('requires nodes, edges and a connection, and nothing else', async () => {
    const answer = await editor.post(QUERIES, {})

    expect(Object.keys(answer.body).sort()).toEqual(['controller_connection', 'edges', 'nodes'])
  })
})

describe('what a query says about what it finds', () => {
  const GUIDANCE = {
    severity: 'high',
    why: 'It *matters*.',
    remedy: '1. Fix it.',
    links: [{ title: 'Guide', url: 'https://example.net/guide' }],
    look: true,
  }
  const NONE = { severity: 'medium', why: '', remedy: '', links: [], look: false }

  it('is kept, copied, listed and changed part by part, without a new version', async () => {
    const query = await save(GUIDANCE)

    expect(query).toMatchObject(GUIDANCE)
    expect(await save()).toMatchObject(NONE)
    expect((await editor.post(`${QUERIES}${query.id}/duplicate/`, {})).body).toMatchObject(GUIDANCE)
    const listed = (await editor.get(`${QUERIES}?page_size=100`)).body.results as { id: string }[]
    expect(listed.find(({ id }) => id === query.id)).toMatchObject(GUIDANCE)
    const changed = await editor.patch(`${QUERIES}${query.id}/`, { severity: 'low', links: [] })
    expect(changed.body).toMatchObject({ ...GUIDANCE, severity: 'low', links: [], current_version: '1' })
    const replaced = await editor.put(`${QUERIES}${query.id}/`, {
      name: 'BDs',
      controller_connection: connection,
      ...CANVAS,
    })
    expect(replaced.body).toMatchObject(NONE)
  })

  it('is refused with every fault', async () => {
    const links = [{ title: '', url: 'javascript:alert(1)' }]
    const body = { ...CANVAS, name: 'x', controller_connection: connection }

    const answer = await editor.post(QUERIES, {
      ...body,
      severity: 'awful',
      why: 'x'.repeat(10_001),
      links,
      look: 'yes',
    })

    expect([answer.status, Object.keys(answer.body).sort()]).toEqual([
      400,
      ['links.0.title', 'links.0.url', 'look', 'severity', 'why'],
    ])
  })
})

describe('versions', () => {
  it('are added only when the canvas changes, with the hashes before and after', async () => {
    const query = await save()
    const renamed = await editor.patch(`${QUERIES}${query.id}/`, { name: 'renamed', nodes: CANVAS.nodes })
    const changed = await editor.patch(`${QUERIES}${query.id}/`, {
      nodes: [{ id: 'bd', class_name: 'fvBD', alias: 'B' }],
    })
    const versions = await editor.get(`${QUERIES}${query.id}/versions/`)

    expect(renamed.body).toMatchObject({
      name: 'renamed',
      current_version: '1',
      current_version_hash: query.current_version_hash,
    })
    expect(changed.body.current_version).toBe('2')
    expect(versions.body.map(({ version }: { version: string }) => version)).toEqual(['2', '1'])
    expect(versions.body[0]).toMatchObject({
      before_hash: query.current_version_hash,
      after_hash: changed.body.current_version_hash,
      changes: ['nodes'],
    })
  })

  it('hash the content, not the order of keys', async () => {
    const one = await save({ nodes: [{ id: 'a', class_name: 'fvBD' }] })
    const two = await save({ nodes: [{ class_name: 'fvBD', id: 'a' }] })

    expect(two.current_version_hash).toBe(one.current_version_hash)
  })

  it('can be read and restored', async () => {
    const query = await save()
    await editor.patch(`${QUERIES}${query.id}/`, { nodes: [] })

    const first = await editor.get(`${QUERIES}${query.id}/versions/1/`)
    const restored = await editor.post(`${QUERIES}${query.id}/versions/1/restore/`)
    const missing = await editor.get(`${QUERIES}${query.id}/versions/9/`)

    expect(first.body).toMatchObject(CANVAS)
    expect(restored.body).toMatchObject({
      ...CANVAS,
      current_version: '3',
      current_version_hash: query.current_version_hash,
    })
    expect(missing.status).toBe(404)
  })

  it('are all kept when two changes run at once', async () => {
    const query = await save()
    const changes = Array.from({ length: 5 }, (_, n) =>
      editor.patch(`${QUERIES}${query.id}/`, { nodes: [{ id: `n${n}` }] }),
    )
    await Promise.all(changes)

    const { body } = await editor.get(`${QUERIES}${query.id}/versions/`)
    expect(body.map(({ version }: { version: string }) => version)).toEqual(['6', '5', '4', '3', '2', '1'])
    for (const [index, entry] of body.slice(0, -1).entries()) expect(entry.before_hash).toBe(body[index + 1].after_hash)
  })
})

describe('listing saved queries', () => {
  it('searches names and descriptions, taking wildcards as text', async () => {
    await save({ name: '100% of leaf_1' })
    await save({ name: 'other', description: 'about LEAF_1' })

    const found = await editor.get(`${QUERIES}?search=leaf_1`)
    const percent = await editor.get(`${QUERIES}?search=${encodeURIComponent('0% of')}`)

    expect(found.body.count).toBe(2)
    expect(percent.body.count).toBe(1)
  })

  it('filters by favorites of the caller and by category, and sorts', async () => {
    const category = (await editor.post('/api/queries/categories/', { name: 'mine' })).body.id
    const [a, b] = [await save({ name: 'a', category }), await save({ name: 'b', category })]
    await editor.post(`${QUERIES}${b.id}/favorite/`)

    const favorites = await editor.get(`${QUERIES}?is_favorite=true`)
    const others = await editor.get(`${QUERIES}?is_favorite=false&category=${category}`)
    const ordered = await editor.get(`${QUERIES}?category=${category}&ordering=-name`)
    const foreign = await (await app.userOf('viewer')).get(`${QUERIES}?is_favorite=true`)

    expect(favorites.body.results).toMatchObject([{ id: b.id, is_favorite: true }])
    expect(favorites.body.results[0]).not.toHaveProperty('version_history')
    expect(others.body.results).toMatchObject([{ id: a.id }])
    expect(ordered.body.results.map(({ name }: { name: string }) => name)).toEqual(['b', 'a'])
    expect(foreign.body.count).toBe(0)
  })

  it('rejects invalid filters', async () => {
    const answer = await editor.get(`${QUERIES}?category=x&is_favorite=maybe&page=0&ordering=secret`)

    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body).sort()).toEqual(['category', 'is_favorite', 'page'])
  })
})

describe('favorites, copies, deletion', () => {
  it('marks a favorite once, even when asked twice, and unmarks it', async () => {
    const { id } = await save()
    await editor.post(`${QUERIES}${id}/favorite/`)
    const marked = await editor.post(`${QUERIES}${id}/favorite/`)
    const unmarked = await editor.post(`${QUERIES}${id}/unfavorite/`)

    expect(marked).toMatchObject({ status: 200, body: { is_favorite: true } })
    expect(unmarked).toMatchObject({ status: 200, body: { is_favorite: false } })
  })

  it('copies a query, even if its connection was deleted', async () => {
    const gone = await app.admin.post('/api/controller/connections/', {
      name: 'gone',
      host: '127.0.0.1:1',
      username: 'u',
      password: 'p',
    })
    const { id } = await save({ controller_connection: gone.body.id })
    await app.admin.delete(`/api/controller/connections/${gone.body.id}/`)

    const copy = await editor.post(`${QUERIES}${id}/duplicate/`)

    expect(copy.status).toBe(201)
    expect(copy.body).toMatchObject({
      ...CANVAS,
      name: 'BDs (copy)',
      current_version: '1',
      controller_connection: gone.body.id,
    })
    expect(copy.body.id).not.toBe(id)
  })

  it('replaces everything with PUT', async () => {
    const { id } = await save({ description: 'x' })
    const answer = await editor.put(`${QUERIES}${id}/`, { controller_connection: connection, nodes: [], edges: [] })

    expect(answer.body).toMatchObject({ name: 'Untitled query', description: '', nodes: [] })
  })

  it('deletes a query permanently', async () => {
    const { id } = await save()

    expect((await editor.delete(`${QUERIES}${id}/`)).status).toBe(204)
    expect((await editor.get(`${QUERIES}${id}/`)).status).toBe(404)
    expect((await editor.delete(`${QUERIES}${id}/`)).status).toBe(404)
  })

  it('shows the number of queries and favorites in the profile', async () => {
    const { id } = await save()
    await editor.post(`${QUERIES}${id}/favorite/`)

    expect((await editor.get('/api/auth/profile/')).body).toMatchObject({ query_count: 1, favorite_count: 1 })
  })
})

describe('access', () => {
  it('lets viewers read but not write, whatever the body or id', async () => {
    const { id } = await save()
    const viewer = await app.userOf('viewer')

    expect((await viewer.get(`${QUERIES}${id}/`)).status).toBe(200)
    for (const refused of [
      viewer.post(QUERIES, {}),
      viewer.patch(`${QUERIES}not-an-id/`, 'nonsense'),
      viewer.delete(`${QUERIES}${id}/`),
      viewer.post(`${QUERIES}${id}/duplicate/`),
      viewer.post(`${QUERIES}${id}/versions/1/restore/`),
    ]) {
      expect((await refused).status).toBe(403)
    }
  })

  it('lets editors change only their own queries, and operators all', async () => {
    const { id } = await save()
    const other = await app.userOf('editor')
    const operator = await app.userOf('operator')

    expect((await other.patch(`${QUERIES}${id}/`, { name: 'x' })).status).toBe(403)
    expect((await other.delete(`${QUERIES}${id}/`)).status).toBe(403)
    expect((await operator.patch(`${QUERIES}${id}/`, { name: 'x' })).status).toBe(200)
  })

  it('denies users without a group, and callers without a token', async () => {
    expect((await (await app.userOf(undefined)).get(QUERIES)).status).toBe(403)
    expect((await app.anonymous.get(QUERIES)).status).toBe(401)
  })
})

describe('categories', () => {
  const CATEGORIES = '/api/queries/categories/'
  const make = async (name: string, parent: number | null = null): Promise<number> =>
    (await editor.post(CATEGORIES, { name, parent })).body.id

  it('form a tree with counts', async () => {
    const root = await make('root')
    const child = await make('child', root)
    await save({ category: root })

    expect((await editor.get(`${CATEGORIES}${root}/`)).body).toEqual({
      id: root,
      name: 'root',
      parent: null,
      query_count: 1,
      children: [child],
    })
    expect((await editor.get(`${CATEGORIES}?parent=${root}`)).body.results).toMatchObject([
      { id: child, parent: root, query_count: 0, children: [] },
    ])
  })

  it('cannot be moved below themselves, or below an unknown category', async () => {
    const root = await make('root')
    const child = await make('child', root)

    expect((await editor.patch(`${CATEGORIES}${root}/`, { parent: child })).body.parent).toHaveLength(1)
    expect((await editor.patch(`${CATEGORIES}${root}/`, { parent: root })).status).toBe(400)
    expect((await editor.post(CATEGORIES, { name: 'x', parent: 999_999 })).body.parent).toHaveLength(1)
  })

  it('are deleted with children only by force, and leave children and queries to the parent', async () => {
    const root = await make('root')
    const middle = await make('middle', root)
    const leaf = await make('leaf', middle)
    const query = await save({ category: middle })

    const refused = await editor.delete(`${CATEGORIES}${middle}/`)
    const forced = await editor.delete(`${CATEGORIES}${middle}/?force=true`)

    expect(refused).toMatchObject({ status: 409, body: { code: 'has_children', children: [leaf] } })
    expect(forced.status).toBe(204)
    expect((await editor.get(`${CATEGORIES}${leaf}/`)).body.parent).toBe(root)
    expect((await editor.get(`${QUERIES}${query.id}/`)).body.category).toBe(root)
  })

  it('can be changed by their creator, operators and administrators', async () => {
    const id = await make('mine')

    expect((await (await app.userOf('editor')).patch(`${CATEGORIES}${id}/`, { name: 'x' })).status).toBe(403)
    expect((await (await app.userOf('viewer')).post(CATEGORIES, { name: 'x' })).status).toBe(403)
    expect((await (await app.userOf('operator')).put(`${CATEGORIES}${id}/`, { name: 'x' })).body).toMatchObject({
      name: 'x',
      parent: null,
    })
  })
})

const canvasOf = (bytes: number) => {
  const empty = JSON.stringify([{ id: 'bd', note: '' }]).length + 4
  return { nodes: [{ id: 'bd', note: 'x'.repeat(bytes - empty) }], edges: [], post_processors: [] }
}

describe('a canvas of more than 512 kB', () => {
  const excess = { non_field_errors: [expect.stringContaining('expected at most 512,000 bytes')] }

  it('is refused by all that write one, with the other faults of the body', async () => {
    const query = await save(canvasOf(512_000))
    const tooLarge = canvasOf(512_001)

    expect(await editor.post(QUERIES, { controller_connection: connection, category: 999, ...tooLarge })).toMatchObject(
      {
        status: 400,
        body: { ...excess, category: [expect.any(String)] },
      },
    )
    expect(
      await editor.put(`${QUERIES}${query.id}/`, { controller_connection: connection, ...tooLarge }),
    ).toMatchObject({
      status: 400,
      body: excess,
    })
    expect(await editor.patch(`${QUERIES}${query.id}/`, tooLarge)).toMatchObject({ status: 400, body: excess })
  })

  it('is refused when only the parts that are kept make it one', async () => {
    const query = await save(canvasOf(300_000))
    const edges = [{ id: 'e', note: 'x'.repeat(300_000) }]

    expect(await editor.patch(`${QUERIES}${query.id}/`, { edges })).toMatchObject({ status: 400, body: excess })
  })

  it('from before the limit keeps its name changeable, but is neither copied nor restored', async () => {
    const query = await save()
    const nodes = canvasOf(600_000).nodes
    await app.app.platform.database.db.update(savedQueries).set({ nodes }).where(eq(savedQueries.id, query.id))
    await app.app.platform.database.db
      .update(savedQueryVersions)
      .set({ nodes })
      .where(eq(savedQueryVersions.savedQueryId, query.id))

    expect((await editor.patch(`${QUERIES}${query.id}/`, { name: 'old' })).status).toBe(200)
    expect(await editor.post(`${QUERIES}${query.id}/duplicate/`, {})).toMatchObject({ status: 400, body: excess })
    expect(await editor.post(`${QUERIES}${query.id}/versions/1/restore/`)).toMatchObject({ status: 400, body: excess })
  })
})

describe('versions beyond the five hundredth', () => {
  it('push out the oldest, and the numbers go on', async () => {
    const query = await save()
    await app.app.platform.database.db
      .update(savedQueries)
      .set({ currentVersion: 500 })
      .where(eq(savedQueries.id, query.id))
    await app.app.platform.database.db
      .update(savedQueryVersions)
      .set({ version: 2 })
      .where(eq(savedQueryVersions.savedQueryId, query.id))
    const versions = async () =>
      (await editor.get(`${QUERIES}${query.id}/versions/`)).body.map(({ version }: { version: string }) => version)
    const change = (id: string) => editor.patch(`${QUERIES}${query.id}/`, { nodes: [{ id }] })

    expect((await change('a')).body.current_version).toBe('501')
    expect(await versions()).toEqual(['501', '2'])
    expect((await change('b')).body.current_version).toBe('502')
    expect(await versions()).toEqual(['502', '501'])
  })
})

describe('the audit entry of a change', () => {
  it('names the versions and their hashes instead of holding the canvas', async () => {
    const query = await save()
    const nodes = [{ id: 'bd', class_name: 'fvBD', note: 'only in the query' }]
    const changed = await editor.patch(`${QUERIES}${query.id}/`, { name: 'renamed', nodes })
    await editor.delete(`${QUERIES}${query.id}/`)

    const logs: { id: number; target_id: string }[] = (await app.admin.get('/api/audit/logs/')).body.results
    const own = logs.filter(({ target_id }) => target_id === query.id)
    const entries = await Promise.all(own.map(({ id }) => app.admin.get(`/api/audit/logs/${id}/`)))
    const contents = Object.fromEntries(entries.map(({ body }) => [body.action, body.content]))
    expect(contents).toMatchObject({
      query_create: { name: 'BDs', version: 1, version_hash: query.current_version_hash },
      query_update: {
        before: { name: 'BDs', version: 1, version_hash: query.current_version_hash },
        after: { name: 'renamed', version: 2, version_hash: changed.body.current_version_hash },
        changes: ['nodes'],
      },
      query_delete: { name: 'renamed', version: 2, version_hash: changed.body.current_version_hash },
    })
    expect(JSON.stringify(contents)).not.toContain('class_name')
  })
})

describe('a page of queries', () => {
  const saveSeveral = async (marker: string, bodies: readonly object[]): Promise<string[]> => {
    const ids: string[] = []
    for (const [at, body] of bodies.entries())
      ids.push((await save({ ...body, name: `${marker} ${String(at).padStart(2, '0')}` })).id)
    return ids
  }
  /** The answer, and how many statements it took besides the one that finds the caller. */
  const list = async (marker: string, pageSize: number) => {
    const url = `${QUERIES}?search=${encodeURIComponent(marker)}&ordering=-name&page_size=${pageSize}`
    let answer: Awaited<ReturnType<Client['get']>> | undefined
    const statements = await statementsOf(app.app.platform.database.pool, async (headers) => {
      answer = await editor.get(url, headers)
    })
    return { ...answer!, statements: statements.length - 1 }
  }

  it('that are small is one statement, with their count, in order', async () => {
    const marker = `small ${Date.now()}`
    const ids = await saveSeveral(
      marker,
      Array.from({ length: 12 }, () => ({ expect: { rows: { min: 1 } } })),
    )

    const { body, headers, statements } = await list(marker, 11)

    expect(statements).toBe(1)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(body).toMatchObject({ count: 12, next: expect.stringContaining('page=2'), previous: null })
    expect(body.results.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed().slice(0, 11))
    const { version_history: _, ...item } = (await editor.get(`${QUERIES}${ids[11]!}/`)).body
    expect(body.results[0]).toEqual(item)
  })

  it('that are large is read in parts of 2.5 MB, in order', async () => {
    const marker = `large ${Date.now()}`
    // Compressed they are small, which must deceive nobody.
    const ids = await saveSeveral(marker, [{}, ...Array.from({ length: 7 }, () => canvasOf(500_000)), {}])

    const { body, statements } = await list(marker, 50)

    expect(statements).toBe(2)
    expect(body.results.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed())
    expect(body.results[1]).toMatchObject(canvasOf(500_000))
    expect(body.results[8]).toMatchObject(CANVAS)
  })
})
