import { describe, expect, it } from 'vitest'
import { addressDraft, byName, bySize, isName, lookUpOf } from './look-up.ts'

describe('an address in the palette', () => {
  it.each([
    ['10.0.0.7', 'address', '10.0.0.7'],
    ['2001:DB8::7', 'address', '2001:db8::7'],
    ['fe80::', 'address', 'fe80::'],
    ['1:2:3:4:5:6:7:8', 'address', '1:2:3:4:5:6:7:8'],
    ['00:22:bd:f8:19:ff', 'mac', '00:22:BD:F8:19:FF'],
    ['00-22-BD-F8-19-FF', 'mac', '00:22:BD:F8:19:FF'],
    ['0022.bdf8.19ff', 'mac', '00:22:BD:F8:19:FF'],
    ['0022:bdf8:19ff', 'mac', '00:22:BD:F8:19:FF'],
    ['00.22.bd.f8.19.ff', 'mac', '00:22:BD:F8:19:FF'],
    ['00 22 bd f8 19 ff', 'mac', '00:22:BD:F8:19:FF'],
    ['0022bd-f819ff', 'mac', '00:22:BD:F8:19:FF'],
    ['0022BDF819FF', 'mac', '00:22:BD:F8:19:FF'],
    ['2001:0DB8:0:0:0:0:0:0007', 'address', '2001:db8::7'],
    ['10.0.0.1/24', 'subnet', '10.0.0.1/24'],
    ['2001:DB8:0::/48', 'subnet', '2001:db8::/48'],
  ])('%s is of the kind %s, which controllers write %s', (text, kind, value) => {
    expect(lookUpOf(text)).toMatchObject({ kind, value })
  })

  it.each([
    '10.0.0',
    '10.0.0.',
    '10.0.0.256',
    '10.0.0.1/',
    '10.0.0.1/33',
    '10.0.0.1/24/1',
    '::/129',
    '00:22:bd',
    '00:22-bd:f8:19:ff',
    '0022bdf819f',
    '1:2:3:4:5:6:7:',
    '1::2::3',
    ':1:2',
    'face',
  ])('%s is none yet', (text) => {
    expect(lookUpOf(text)).toBeUndefined()
  })

  it('is asked for in the class that has it', () => {
    const draft = addressDraft(lookUpOf('0022.bdf8.19ff')!)

    expect(draft.nodes).toMatchObject([
      { class_names: ['fvCEp'], filters: [{ property: 'mac', operator: 'eq', value: '00:22:BD:F8:19:FF' }] },
    ])
    expect(addressDraft(lookUpOf('10.0.0.0/16')!).nodes).toMatchObject([
      {
        class_names: ['fvSubnet', 'l3extSubnet', 'ipRouteP'],
        filters: [{ operator: 'overlaps', value: '10.0.0.0/16' }],
      },
    ])
  })
})

it('the networks that an address is in are listed from the smallest on', () => {
  const rows = ['0.0.0.0/0', '10.0.0.0/8', '10.0.0.1/24'].map((ip) => ({ ip }))

  expect(bySize(rows).map(({ ip }) => ip)).toEqual(['10.0.0.1/24', '10.0.0.0/8', '0.0.0.0/0'])
})

describe('a name in the palette', () => {
  it('has objects with the very name first, then those that begin with it', () => {
    const rows = ['my-web', 'webshop', 'WEB', 'a', 'web'].map((name) => ({ name }))

    expect(byName(rows, 'web').map(({ name }) => name)).toEqual(['WEB', 'web', 'webshop', 'my-web', 'a'])
  })

  it.each([
    ['web', true],
    ['BD_web-1.prod', true],
    ['w', false],
    ['bridge domains', false],
    ['uni/tn-A', false],
    ['10.0.0.7', false],
  ])('%s: %s', (text, expected) => {
    expect(isName(text)).toBe(expected)
  })
})
