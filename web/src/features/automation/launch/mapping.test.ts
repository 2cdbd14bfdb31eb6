import { expect, it } from 'vitest'
import { mappingOf } from '../../../resources/row-mapping.ts'
import { knownMapping } from './mapping.ts'

const COLUMNS = ['dn', 'tenant', 'bridge-domain']

it('begins with columns of the same name', () => {
  expect(knownMapping(['tenant', 'bridge_domain', 'vrf'], COLUMNS, undefined)).toEqual({
    tenant: 'tenant',
    bridge_domain: 'bridge-domain',
    vrf: '',
  })
})

it('takes a column of the source, or the same text for every row', () => {
  expect(mappingOf({ tenant: 'tenant', vrf: ' rescued ', mode: '' }, COLUMNS)).toEqual({
    tenant: 'tenant',
    vrf: { value: 'rescued' },
  })
})
