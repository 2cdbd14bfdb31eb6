import { expect, it } from 'vitest'
import { classOfDn } from './class-of-dn.ts'

it.each([
  ['uni/tn-common', 'fvTenant'],
  ['uni/tn-common/BD-app', 'fvBD'],
  ['uni/tn-common/BD-app/subnet-[10.0.0.1/24]', 'fvSubnet'],
  ['uni/tn-prod/ap-shop/epg-web', 'fvAEPg'],
  ['topology/pod-1/node-101', 'fabricNode'],
  ['topology/pod-1/node-101/sys/phys-[eth1/7]', 'l1PhysIf'],
  ['uni/nothing-known', undefined],
  ['uni/tn-[', undefined],
  ['', undefined],
])('finds the class of a DN: %s', (dn, className) => {
  expect(classOfDn(dn)).toBe(className)
})
