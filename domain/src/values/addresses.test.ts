import ipaddr from 'ipaddr.js'
import { describe, expect, it } from 'vitest'
import { addressOf } from './addresses.ts'

/** Every text of four such parts, which are those at the borders. */
const PARTS = ['0', '00', '01', '1', '9', '010', '99', '100', '199', '255', '256', '260', '999']

describe('an IPv4 address', () => {
  it('is what the library takes for four decimal parts, with the same bytes', () => {
    for (const first of PARTS)
      for (const second of PARTS)
        for (const third of PARTS)
          for (const fourth of PARTS) {
            const text = [first, second, third, fourth].join('.')
            const expected = ipaddr.IPv4.isValidFourPartDecimal(text)
              ? { family: 4, digits: Buffer.from(ipaddr.IPv4.parse(text).octets).toString('hex') }
              : undefined
            if (addressOf(text)?.digits !== expected?.digits) expect([text, addressOf(text)]).toEqual([text, expected])
          }
    expect(addressOf('10.0.200.255')).toEqual({ family: 4, digits: '0a00c8ff' })
    expect(['1.2.3', '1.2.3.4.5', '1.2.3.+4', '0x1.2.3.4', '1.2.3.4 '].map(addressOf)).toEqual(Array(5).fill(undefined))
  })
})
