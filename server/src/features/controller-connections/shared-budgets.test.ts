import { expect, it } from 'vitest'
import { shareBudgets } from './shared-budgets.ts'

const row = (id: string, hosts: readonly string[], parallel: number, perMinute: number | null = null) => ({
  id,
  host: hosts[0]!,
  hosts: hosts.slice(1),
  maxParallelRequests: parallel,
  maxRequestsPerMinute: perMinute,
})
const asWritten = (host: string) => host

it('connections that share an address share the strictest limits, also through a third one', () => {
  const rows = [row('a', ['x'], 8), row('b', ['y'], 4, 100), row('c', ['z', 'y', 'x'], 6, 300), row('d', ['w'], 2)]

  const budgets = shareBudgets(rows, asWritten)

  const shared = { controller: 'x', parallel: 4, perMinute: 100, connections: ['a', 'b', 'c'] }
  expect(Object.fromEntries(budgets)).toEqual({
    a: shared,
    b: shared,
    c: shared,
    d: { controller: 'w', parallel: 2, perMinute: null, connections: ['d'] },
  })
})

it('a newer connection leaves the name of the controller as it was', () => {
  const before = shareBudgets([row('a', ['y'], 4)], asWritten).get('a')
  const after = shareBudgets([row('a', ['y'], 4), row('b', ['x', 'y'], 4)], asWritten).get('a')

  expect([before?.controller, after?.controller]).toEqual(['y', 'y'])
})
