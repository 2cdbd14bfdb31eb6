import type { LookupAddress } from 'node:dns'
import { BlockList } from 'node:net'
import { describe, expect, it } from 'vitest'
import { assertAddressAllowed, checkAddress, type ResolveName, resolvesToDenied } from './check-address.ts'
import { createOutboundRules } from './outbound-rules.ts'

const deny = new BlockList()
deny.addSubnet('169.254.0.0', 16, 'ipv4')

const resolvesTo =
  (...addresses: string[]): ResolveName =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))
const unknownName: ResolveName = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))

function lookUp(resolve: ResolveName, options: { all?: boolean; family?: number }) {
  return new Promise<string | LookupAddress[]>((settle, fail) => {
    checkAddress(deny, resolve)('apic1', options, (error, address) => (error === null ? settle(address) : fail(error)))
  })
}

describe('checkAddress', () => {
  it('returns the addresses it checked', async () => {
    const all = await lookUp(resolvesTo('10.0.0.5', '2001:db8::5'), { all: true })
    const one = await lookUp(resolvesTo('10.0.0.5', '2001:db8::5'), {})
    const six = await lookUp(resolvesTo('10.0.0.5', '2001:db8::5'), { family: 6 })

    expect(all).toEqual([
      { address: '10.0.0.5', family: 4 },
      { address: '2001:db8::5', family: 6 },
    ])
    expect(one).toBe('10.0.0.5')
    expect(six).toBe('2001:db8::5')
  })

  it.each([
    ['the only address', ['169.254.169.254']],
    ['one of several addresses', ['10.0.0.5', '169.254.169.254']],
    ['an IPv4 address in IPv6 form', ['10.0.0.5', '::ffff:169.254.169.254']],
  ])('refuses a name for %s', async (_what, addresses) => {
    await expect(lookUp(resolvesTo(...addresses), { all: true })).rejects.toMatchObject({ code: 'ERR_ADDRESS_DENIED' })
  })

  it('passes through the error for an unknown name', async () => {
    await expect(lookUp(unknownName, { all: true })).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })
})

describe('assertAddressAllowed', () => {
  it('checks literal addresses, which sockets never look up', () => {
    expect(() => assertAddressAllowed('169.254.1.1', deny)).toThrow('OUTBOUND_DENY')
    expect(() => assertAddressAllowed('[::ffff:a9fe:101]', deny)).toThrow('OUTBOUND_DENY')
    expect(() => assertAddressAllowed('10.0.0.5', deny)).not.toThrow()
  })
})

describe('a host at save', () => {
  it('is refused if it is or resolves to a denied address', async () => {
    const verdicts = await Promise.all([
      resolvesToDenied('169.254.169.254', deny, unknownName),
      resolvesToDenied('metadata', deny, resolvesTo('10.0.0.5', '169.254.169.254')),
      resolvesToDenied('apic1', deny, resolvesTo('10.0.0.5')),
      resolvesToDenied('not-yet-known', deny, unknownName),
    ])

    expect(verdicts).toEqual([true, true, false, false])
  })

  it('is refused with a message for its field', async () => {
    const rules = createOutboundRules(deny, resolvesTo('169.254.169.254'))

    const faults = await Promise.all([
      rules.faultOf('a b'),
      rules.faultOf('https://metadata:8443'),
      rules.faultOf('10.0.0.5'),
    ])

    expect(faults).toEqual([
      expect.stringContaining('"a b"'),
      'metadata is or resolves to an address that OUTBOUND_DENY forbids.',
      undefined,
    ])
  })
})
