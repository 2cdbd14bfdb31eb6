import { expect, it } from 'vitest'
import { changedValues, questionOfRun, rerunOf } from './rerun.ts'

const QUERY = {
  saved_query: 'q1',
  draft: false,
  canvas: null,
  controller_connection: 'c1',
  controller_connections: null,
} as const
const CANVAS = { nodes: [{ id: 'bd' }], edges: [], post_processors: [] }

it('runs a query on the same connection', () => {
  expect(rerunOf(QUERY, { tenant: 'prod' })).toEqual({
    kind: 'query',
    id: 'q1',
    body: { controller_connection: 'c1', variables: { tenant: 'prod' } },
  })
})

it('runs a merged run on the same connections', () => {
  expect(rerunOf({ ...QUERY, controller_connection: null, controller_connections: ['c1', 'c2'] }, {})?.body).toEqual({
    controller_connections: ['c1', 'c2'],
    merge: true,
    variables: {},
  })
})

it('runs a draft as it was, also one that was never saved', () => {
  expect(rerunOf({ ...QUERY, draft: true, canvas: CANVAS }, {})).toMatchObject({
    kind: 'query',
    id: 'q1',
    body: { draft: CANVAS },
  })
  expect(rerunOf({ ...QUERY, saved_query: null, draft: true, canvas: CANVAS }, {})).toMatchObject({
    kind: 'draft',
    body: { draft: CANVAS },
  })
})

it.each([
  ['a query that was deleted', { ...QUERY, saved_query: null }],
  ['the draft of somebody else', { ...QUERY, draft: true }],
])('cannot run %s', (_what, run) => {
  expect(rerunOf(run, {})).toBeUndefined()
})

it('asks about the rows of a draft with what was drawn for it', () => {
  const run = { ...QUERY, saved_query: null, draft: true, canvas: CANVAS, variables: { tenant: 'prod' } }
  expect(questionOfRun(run)).toEqual({
    queryId: undefined,
    asked: { controller_connection: 'c1', variables: { tenant: 'prod' }, draft: CANVAS },
  })
  expect(questionOfRun({ ...run, canvas: null })).toBeUndefined()
})

it('keeps the type of values that nobody changed', () => {
  expect(changedValues({ mtu: 9000, tenant: 'prod', up: true }, { mtu: '9000', tenant: 'dev' })).toEqual({
    mtu: 9000,
    tenant: 'dev',
    up: true,
  })
})
