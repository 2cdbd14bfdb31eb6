import { describe, expect, it } from 'vitest'
import type { Resolve } from './match-file.ts'
import { referencesOf } from './references.ts'
import { resolveQuery, resolveTask } from './resolve-entry.ts'

const find = (name: string) => (name.startsWith('no ') ? { fault: `There is no ${name}.` } : { id: `id of ${name}` })
const resolve: Resolve = {
  savedQuery: find,
  connection: find,
  template: find,
  group: (name) => (name.startsWith('no ') ? { fault: `There is no ${name}.` } : { id: name.length }),
  folderFault: (path) => (path === 'no folder' ? 'There is no folder.' : undefined),
}
const lookup = (query: unknown) => ({ id: 'p', type: 'lookup', config: { saved_query: query, on: {} } })
const NOTHING = new Set<string>()

describe('a query with ids for names', () => {
  it('has them in lookups, parameters and its connection, and nowhere else', () => {
    const fields = {
      controller_connection: 'lab',
      nodes: [{ id: 'a', config: { saved_query: 'as it is' } }],
      post_processors: [
        lookup('a'),
        { id: 'f', type: 'fill', config: { saved_query: 'as it is' } },
        lookup(''),
        lookup(5),
        'no step',
      ],
      parameters: [{ name: 'n', choices_from: { saved_query: 'b', column: 'c' } }, { name: 'm' }],
    }

    expect(resolveQuery({ name: 'q', fields, faults: {} }, resolve, NOTHING)).toEqual({
      faults: {},
      body: {
        ...fields,
        controller_connection: 'id of lab',
        post_processors: [lookup('id of a'), ...fields.post_processors.slice(1)],
        parameters: [{ name: 'n', choices_from: { saved_query: 'id of b', column: 'c' } }, { name: 'm' }],
      },
    })
    expect(referencesOf(fields)).toEqual([
      { path: 'post_processors.0.config.saved_query', value: 'a' },
      { path: 'parameters.0.choices_from.saved_query', value: 'b' },
    ])
  })

  it('reports every name that means nothing, besides the faults it had, and leaves those fields out', () => {
    const fields = {
      category: 'no folder',
      controller_connection: 'no lab',
      post_processors: [lookup('no a')],
      description: 'd',
    }

    expect(resolveQuery({ name: 'q', fields, faults: { nodes: ['bad'] } }, resolve, NOTHING)).toEqual({
      body: { description: 'd' },
      faults: {
        nodes: ['bad'],
        category: ['There is no folder.'],
        controller_connection: ['There is no no lab.'],
        'post_processors.0.config.saved_query': ['There is no no a.'],
      },
    })
  })

  it('may keep naming what was deleted by the id that it had', () => {
    const fields = { controller_connection: 'no 1', post_processors: [lookup('no 2')] }

    expect(resolveQuery({ name: 'q', fields, faults: {} }, resolve, new Set(['no 1', 'no 2']))).toEqual({
      body: fields,
      faults: {},
    })
  })
})

describe('a task with ids for names', () => {
  it('has them in its query, connections, groups and template', () => {
    const fields = {
      saved_query: 'q',
      controller_connections: ['a', 'b'],
      granted_groups: ['four'],
      on_changes: { template: 't', filter: 'f' },
      enabled: false,
    }

    expect(resolveTask({ name: 't', fields, faults: {} }, resolve, NOTHING)).toEqual({
      faults: {},
      body: {
        saved_query: 'id of q',
        controller_connections: ['id of a', 'id of b'],
        granted_groups: [4],
        on_changes: { template: 'id of t', filter: 'f' },
        enabled: false,
      },
    })
    expect(resolveTask({ name: 't', fields: { on_changes: null }, faults: {} }, resolve, NOTHING).body).toEqual({
      on_changes: null,
    })
  })

  it('reports every name that means nothing by its place', () => {
    const fields = {
      saved_query: 'no q',
      controller_connections: ['a', 'no b'],
      granted_groups: ['no g'],
      on_changes: { template: 'no t' },
    }

    const { body, faults } = resolveTask({ name: 't', fields, faults: {} }, resolve, new Set(['no t', 'no g']))

    expect(Object.keys(faults)).toEqual(['saved_query', 'controller_connections.1', 'granted_groups.0'])
    expect(body).toEqual({ on_changes: { template: 'no t' } })
  })
})
