import { describe, expect, it } from 'vitest'
import { knownModel } from '../mim/known-model.ts'
import { prepareQuery } from '../query/prepare-query.ts'
import { keyWarnings } from './key-rules.ts'

const node = (parts: object) => keyWarnings({ nodes: [{ id: 'bd', class_name: 'fvBD', ...parts }], edges: [] })
const edge = (parts: object) => keyWarnings({ nodes: [], edges: [{ id: 'e', source: 'a', target: 'b', ...parts }] })

describe('a key near a known one', () => {
  it.each([
    ['filter', 'filters'],
    ['scope', 'scope_dn'],
    ['scopeDn', 'scope_dn'],
    ['property', 'properties'],
    ['Property', 'properties'],
    ['propertys', 'properties'],
    ['fields', 'properties'],
    ['Filters', 'filters'],
    ['primry', 'primary'],
    ['timeRange', 'time_range'],
  ])('is a warning on a node: %s means %s', (key, meant) => {
    expect(node({ [key]: 'x' })).toEqual([
      expect.objectContaining({ code: 'unknown_key', node_id: 'bd', path: `nodes.0.${key}`, suggestions: [meant] }),
    ])
  })

  it.each(['class', 'classname', 'className', 'clas_name'])('is a warning on a node without a class: %s', (key) => {
    expect(keyWarnings({ nodes: [{ id: 'a', [key]: 'fvBD' }] })).toMatchObject([{ suggestions: ['class_name'] }])
  })

  it.each([
    [{ relation: 'fvRsCtx' }, 'through'],
    [{ join_type: 'left' }, 'join'],
    [{ joins: 'left' }, 'join'],
    [{ type: 'contains' }, 'kind'],
    [{ dept: 'child' }, 'depth'],
    [{ from: 'a' }, 'source'],
  ])('is a warning on an edge: %j means %s', (parts, meant) => {
    expect(edge(parts)).toMatchObject([
      { code: 'unknown_key', edge_id: 'e', path: `edges.0.${Object.keys(parts)[0]}`, suggestions: [meant] },
    ])
  })

  it.each([
    [{ property: 'name', op: 'eq', value: 'a' }, 'op', 'operator'],
    [{ field: 'name', operator: 'eq', value: 'a' }, 'field', 'property'],
    [{ property: 'name', operator: 'in', values: ['a'] }, 'values', 'value'],
    [{ or: [] }, 'or', 'any'],
  ])('is a warning in a filter at any depth: %j', (filter, key, meant) => {
    const path = `nodes.0.filters.0.all.0.not.${key}`

    expect(node({ filters: [{ all: [{ not: filter }] }] })).toMatchObject([
      { node_id: 'bd', path, suggestions: [meant] },
    ])
  })

  it('is shown together with the errors that it causes, and leaves the canvas runnable without any', () => {
    const wrong = { id: 'bd', class_name: 'fvBD', filters: [{ property: 'name', op: 'eq', value: 'a' }] }
    const ignored = { id: 'bd', class_name: 'fvBD', filter: [] }

    expect(prepareQuery({ canvas: { nodes: [wrong], edges: [] }, model: knownModel })).toMatchObject({
      errors: [{ code: 'unknown_operator' }],
      warnings: expect.arrayContaining([expect.objectContaining({ code: 'unknown_key' })]),
    })
    expect(prepareQuery({ canvas: { nodes: [ignored], edges: [] }, model: knownModel })).toMatchObject({
      errors: [],
      warnings: expect.arrayContaining([expect.objectContaining({ code: 'unknown_key' })]),
    })
  })
})

describe('a key of a canvas library', () => {
  it.each([
    ...[
      'data',
      'position',
      'type',
      'width',
      'height',
      'selected',
      'style',
      'color',
      'measured',
      'dragging',
      'parentId',
      'zIndex',
    ],
    ...[
      'positionAbsolute',
      'hidden',
      'label',
      'name',
      'class',
      'className',
      'attrs',
      'x',
      'y',
      'extent',
      'handles',
      'deletable',
    ],
  ])('is silent on a node: %s', (key) => {
    expect(node({ [key]: 'x' })).toEqual([])
  })

  it.each([
    'type',
    'sourceHandle',
    'targetHandle',
    'source_handle',
    'animated',
    'markerEnd',
    'label',
    'style',
    'selected',
    'data',
    'vertices',
  ])('is silent on an edge: %s', (key) => {
    expect(edge({ [key]: 'smoothstep' })).toEqual([])
  })

  it.each(['id', 'label', 'type'])('is silent in a filter: %s', (key) => {
    expect(node({ filters: [{ property: 'name', operator: 'eq', value: 'a', [key]: 'x' }] })).toEqual([])
  })

  it.each(['_id', '$meta', 'x-owner', 'note', 'comment', 'description', 'ui', 'metadata'])(
    'or of somebody who annotates is silent everywhere: %s',
    (key) => {
      const filters = [{ property: 'name', operator: 'eq', value: 'a', [key]: 'x' }]

      expect(node({ [key]: 'x', filters })).toEqual([])
      expect(edge({ [key]: 'x' })).toEqual([])
    },
  )
})

describe('any other key', () => {
  const unread = (place: string, key: string) => ({
    code: 'unknown_key',
    message: `the key "${key}" of ${place} is not read`,
  })

  it.each(['limit', 'sort', 'distinct', 'group_by'])('is a warning without a suggestion on a node: %s', (key) => {
    expect(node({ [key]: 'x' })).toEqual([{ ...unread('a node', key), node_id: 'bd', path: `nodes.0.${key}` }])
  })

  it.each(['weight', 'filters', 'optional'])('is a warning on an edge: %s', (key) => {
    expect(edge({ [key]: 'x' })).toEqual([{ ...unread('an edge', key), edge_id: 'e', path: `edges.0.${key}` }])
  })

  it.each([
    ['optins', []],
    ['options', ['config']],
    ['enabld', ['enabled']],
    ['column', []],
  ])('is a warning on a step: %s', (key, suggestions) => {
    const step = { id: 's', type: 'limit', config: {}, label: 'x', [key]: 'x' }

    expect(keyWarnings({ nodes: [], edges: [], post_processors: [step] })).toMatchObject([
      {
        code: 'unknown_key',
        step_id: 's',
        path: `post_processors.0.${key}`,
        ...(suggestions.length > 0 && { suggestions }),
      },
    ])
  })

  it.each(['enabled', 'case_sensitive', 'negate'])('is a warning in a filter: %s', (key) => {
    const filters = [{ property: 'name', operator: 'eq', value: 'a', [key]: true }]

    expect(node({ filters })).toEqual([{ ...unread('a filter', key), node_id: 'bd', path: `nodes.0.filters.0.${key}` }])
  })

  it('is listed after those that resemble a known one, and shown in part when it is long', () => {
    expect(node({ limit: 1, ['k'.repeat(100)]: 1, filter: [] })).toMatchObject([
      { path: 'nodes.0.filter', suggestions: ['filters'] },
      { path: 'nodes.0.limit' },
      { message: `the key "${'k'.repeat(64)}…" of a node is not read` },
    ])
  })

  it('does not take the place of what else there is to say', () => {
    const foreign = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`foreign${at}`, 1]))
    const canvas = { nodes: [{ id: 'f', class_name: 'faultInst', ...foreign }], edges: [] }

    const { warnings } = prepareQuery({ canvas, model: knownModel })

    expect(warnings).toHaveLength(500)
    expect(warnings[0]).toMatchObject({ code: 'mim_not_installed' })
  })
})

it('takes no canvas too long, and lists no more than an answer has room for', () => {
  const keys = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`filter${at}`, 1]))

  expect(node(keys).length).toBeLessThanOrEqual(500)
  expect(node({ filters: 7 })).toEqual([])
  expect(keyWarnings({ nodes: 'x', edges: [null] })).toEqual([])
})
