import { expect, it } from 'vitest'
import type { Heddle } from '@heddle/client'
import { namesIn, requireVariables } from './variables.ts'

const query = (scope: string, more: object = {}) => ({
  ...{ nodes: [{ id: 'a', scope_dn: scope }], edges: [], post_processors: [], parameters: [] },
  ...more,
})
const other = query('{{fabric}}')
const heddle = { queries: { savedQueries: { get: async () => other } } } as unknown as Heddle

it('variables are found in the canvas and among the parameters', () => {
  const parameters = [{ name: 'site', label: 'site', type: 'text', required: false, default: null }] as never

  expect(namesIn(query('uni/tn-{{tenant=common}}/{{ bd }}/{{now-1h}}', { parameters }))).toEqual([
    'site',
    'tenant',
    'bd',
  ])
})

it('a value for a variable that does not exist is refused with those that do', async () => {
  const lookup = { type: 'lookup', config: { saved_query: 'id' } }

  await expect(requireVariables(heddle, query('{{tenant}}'), { tenat: 'x' })).rejects.toThrow(
    'There is no variable tenat; it has: tenant.',
  )
  await expect(requireVariables(heddle, query(''), { x: 1 })).rejects.toThrow('There is no variable x; it has none.')
  await requireVariables(heddle, query('{{tenant}}', { post_processors: [lookup] }), { tenant: 1, fabric: 2 })
})
