import { expect, it } from 'vitest'
import { requestsOf } from './requests-of.ts'

it('reads what was sent, one request a line', () => {
  expect(
    requestsOf('/api/class/fvBD.json?order-by=fvBD.dn&query-target-filter=eq(fvBD.name,%22a%22)\n/api/mo/uni.json'),
  ).toEqual([
    { path: '/api/class/fvBD.json', parameters: ['order-by=fvBD.dn', 'query-target-filter=eq(fvBD.name,"a")'] },
    { path: '/api/mo/uni.json', parameters: [] },
  ])
})

it('shows what is not encoded as it is, and nothing where nothing was sent', () => {
  expect(requestsOf('/api/mo/uni.json?a=100%')).toEqual([{ path: '/api/mo/uni.json', parameters: ['a=100%'] }])
  expect(requestsOf('')).toEqual([])
})
