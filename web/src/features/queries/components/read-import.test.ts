import { describe, expect, it } from 'vitest'
import { faultsOfQuery, fileNameOf, readImport } from './read-import.ts'

const CANVAS = { nodes: [{ id: 'a', class_name: 'fvBD' }], edges: [] }
const ID = 'b01ae83f-c820-4ceb-b88c-65116f0c679f'

describe('a text that is imported', () => {
  it.each([
    { what: 'an exported query', given: { name: 'A', ...CANVAS, category: 'X/Y', controller_connection: 'lab' } },
    { what: 'a canvas', given: CANVAS, query: { name: '', ...CANVAS } },
    {
      what: 'a query as the API answers it',
      given: { id: ID, name: 'A', ...CANVAS, category: 3, controller_connection: ID, is_favorite: true },
      query: { name: 'A', ...CANVAS },
    },
    {
      what: 'a file of one query',
      given: { version: 1, saved_queries: [{ name: 'A', ...CANVAS }] },
      query: { name: 'A', ...CANVAS },
    },
  ])('is $what', ({ given, query }) => {
    expect(readImport(JSON.stringify(given))).toEqual({ kind: 'query', query: query ?? given })
  })

  it('is a file of several queries', () => {
    const file = { version: 1, saved_queries: [{ name: 'A' }, { name: 'B' }] }

    expect(readImport(JSON.stringify(file))).toEqual({ kind: 'file', file, count: 2 })
  })

  it.each([
    ['{"nodes": [}', /^This is not JSON\. Unexpected token/],
    ['[]', /^Expected a JSON object, and this is a list\.$/],
    ['"nodes"', /^Expected a JSON object, and this is a string\.$/],
    ['{"nodes": [], "edges": {}}', /missing here: edges\.$/],
    ['{}', /missing here: nodes, edges\.$/],
  ])('names what is wrong with %s', (text, fault) => {
    expect(readImport(text)).toEqual({ kind: 'fault', fault: expect.stringMatching(fault) })
  })
})

it('names the faults of a query by its own fields', () => {
  const fields = { 'saved_queries.a.b.controller_connection': ['No such connection.'], 'categories.X': ['No folder.'] }

  expect(faultsOfQuery(fields, 'a.b')).toEqual({
    controller_connection: ['No such connection.'],
    'categories.X': ['No folder.'],
  })
})

it.each([
  ['Bridge domains', 'Bridge domains.heddle.json'],
  ['in/out: "all"?', 'in out all.heddle.json'],
  ['', 'query.heddle.json'],
])('stores %j in %j', (name, file) => {
  expect(fileNameOf(name)).toBe(file)
})
