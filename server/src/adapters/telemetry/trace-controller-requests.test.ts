import { expect, it } from 'vitest'
import { describePath } from './trace-controller-requests.ts'

it.each([
  [
    '/api/class/fvBD.json?page=2&page-size=500&query-target-filter=eq(fvBD.name,"secret")',
    { kind: 'class', className: 'fvBD', page: 2 },
  ],
  ['/api/node/class/topology/pod-1/l1PhysIf.json', { kind: 'class', className: 'l1PhysIf' }],
  ['/api/mo/uni/tn-secret.json?query-target=subtree&target-subtree-class=fvAEPg', { kind: 'mo', className: 'fvAEPg' }],
  ['/api/mo/uni/tn-secret.json', { kind: 'mo' }],
  ['/api/aaaRefresh.json', { kind: 'other' }],
])('of %s, the span has class and page, and no value', (path, told) => {
  expect(describePath(path)).toEqual(told)
})
