import { expect, it } from 'vitest'
import { typedVariables } from './typed-variables.ts'

const FIELDS = [
  { name: 'mtu', type: 'integer' },
  { name: 'ratio', type: 'number' },
  { name: 'strict', type: 'boolean' },
  { name: 'tenant', type: 'text' },
] as const

it('sends values in the types that the query declares', () => {
  expect(typedVariables({ mtu: '9000', ratio: '0.5', strict: 'false', tenant: '12', other: '7' }, FIELDS)).toEqual({
    mtu: 9000,
    ratio: 0.5,
    strict: false,
    tenant: '12',
    other: '7',
  })
})

it('leaves out what is empty, and to the server what is no value of its type', () => {
  expect(typedVariables({ mtu: 'many', strict: 'perhaps', tenant: '' }, FIELDS)).toEqual({
    mtu: 'many',
    strict: 'perhaps',
  })
})

it('loses no digits', () => {
  expect(typedVariables({ mtu: '90071992547409931' }, FIELDS)).toEqual({ mtu: '90071992547409931' })
})

it('sends what nobody changed as it was', () => {
  const before = { gone: 9000, list: ['a'], tenant: 'common', mtu: '1500' }

  expect(typedVariables({ gone: '9000', list: '["a"]', tenant: 'infra', mtu: '1500' }, FIELDS, before)).toEqual({
    gone: 9000,
    list: ['a'],
    tenant: 'infra',
    mtu: '1500',
  })
})
