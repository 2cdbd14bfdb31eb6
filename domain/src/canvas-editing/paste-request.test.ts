import { expect, it } from 'vitest'
import { readRequest } from './paste-request.ts'

const BD = { className: 'fvBD', scopeDn: undefined, filters: [] }
const NAMED = { ...BD, filters: [{ property: 'name', operator: 'eq', value: 'web' }] }

it.each([
  [`curl -sk -b "APIC-cookie=$TOKEN" 'https://10.0.0.1/api/class/fvBD.json'`, BD],
  [`curl -sk -b "APIC-cookie=$TOKEN" "https://$APIC"'/api/class/fvBD.json?order-by=fvBD.dn'`, BD],
  [`icurl 'http://localhost:7777/api/class/fvBD.json?query-target-filter=eq(fvBD.name,"web")'`, NAMED],
  ['https://apic/api/node/class/fvBD.xml?query-target-filter=eq(fvBD.name,%22web%22)', NAMED],
  [
    '/api/class/fvBD.json?query-target-filter=and(eq(fvBD.name,"a,b"),wcard(fvBD.dn,"tn-x"))',
    {
      ...BD,
      filters: [
        { property: 'name', operator: 'eq', value: 'a,b' },
        { property: 'dn', operator: 'contains', value: 'tn-x' },
      ],
    },
  ],
  [
    '/api/class/fvBD.json?query-target-filter=or(eq(fvBD.name,"a"),eq(fvBD.name,"b"))',
    { ...BD, leftOut: 'or(eq(fvBD.name,"a"),eq(fvBD.name,"b"))' },
  ],
  [
    'https://apic/api/node/mo/uni/tn-common.json?query-target=subtree&target-subtree-class=fvBD',
    { ...BD, scopeDn: 'uni/tn-common' },
  ],
  [
    '/api/node/class/topology/pod-1/node-101/l1PhysIf.json',
    { className: 'l1PhysIf', scopeDn: 'topology/pod-1/node-101', filters: [] },
  ],
  ['https://apic/api/mo/uni/tn-common.json', { ...BD, className: undefined, scopeDn: 'uni/tn-common' }],
  [
    'https://apic/#bTenants:common|uni/tn-common/BD-app',
    { ...BD, className: undefined, scopeDn: 'uni/tn-common/BD-app' },
  ],
  ['moquery -c fvBD', BD],
  [`moquery -c fvBD -x 'query-target-filter=eq(fvBD.name,"web")'`, NAMED],
  ['apic1# moquery -d uni/tn-common', { ...BD, className: undefined, scopeDn: 'uni/tn-common' }],
] as const)('reads %s', (text, expected) => {
  expect(readRequest(text)).toEqual(expected)
})

it.each(['fvBD', 'uni/tn-common', 'https://example.com/', '{"nodes": []}', 'curl https://apic/api/aaaLogin.json'])(
  'leaves %s alone',
  (text) => {
    expect(readRequest(text)).toBeUndefined()
  },
)
