import { describe, expect, it } from 'vitest'
import { buildDenyList, DEFAULT_DENIED_RANGES, isDenied, isInternal } from './deny-list.ts'

function denyList(ranges: readonly string[] = DEFAULT_DENIED_RANGES) {
  const list = buildDenyList(ranges)
  if (!list.ok) throw new Error(list.message)
  return list.deny
}

describe('isDenied', () => {
  it.each([
    '169.254.169.254',
    '169.254.0.1',
    '100.100.100.200',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '0:0:0:0:0:ffff:a9fe:a9fe',
    '::a9fe:a9fe',
    '64:ff9b::169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    'fe80::1',
    'FE80::1',
    'fd00:ec2::254',
    'fe80::1%eth0',
    'fe80::1%br-lan.100',
    '::169.254.169.254',
    '::FFFF:A9FE:A9FE',
    '::ffff:169.254.169.254%eth0',
    '::ffff:0:169.254.169.254',
    '64:ff9b:0:0:0:0:169.254.169.254',
    '64:ff9b:1::169.254.169.254',
    '64:ff9b:1:a9fe:a9:fe00::',
    '64:ff9b:1:a9:fe:a9fe::',
    '64:ff9b:1:0:a9:fea9:fe00::',
    '2002:a9fe:a9fe::1',
    '2001:0:a9fe:a9fe::1',
    '2001:0:1234:5678:0:0:5601:5601',
    '2001:db8::5efe:169.254.169.254',
    '2001:db8::200:5efe:a9fe:a9fe',
    '0251.0376.0251.0376',
    '0xa9.0xfe.0xa9.0xfe',
    '0xa9fea9fe',
    '2852039166',
    '169.254.43518',
  ])('denies %s by default', (address) => {
    expect(isDenied(address, denyList())).toBe(true)
  })

  it.each([
    '127.0.0.1',
    '::1',
    '10.0.0.5',
    '192.168.1.1',
    '172.16.0.1',
    '::ffff:10.0.0.5',
    'fd12::1',
    '2001:db8::a9fe:a9fe',
    '2002:a00:5::1',
    '2001:0:a00:5:0:0:f5ff:fffa',
    '64:ff9b:1::a00:5',
    '2001:db8::5efe:10.0.0.5',
    '2001:db8::100:5efe:a9fe:a9fe',
    '2001:db8::169.254.169.254',
    '::ffff:10.0.0.5%eth0',
    '012.0.0.5',
    'apic1',
  ])('allows %s by default, where controllers usually are', (address) => {
    expect(isDenied(address, denyList())).toBe(false)
  })

  it('uses the ranges set by the operator', () => {
    const deny = denyList(['10.0.0.0/8', '2001:db8::/32', '192.0.2.7'])

    const verdicts = ['10.9.9.9', '11.0.0.1', '2001:db8:1::1', '192.0.2.7', '192.0.2.8'].map((address) =>
      isDenied(address, deny),
    )

    expect(verdicts).toEqual([true, false, true, true, false])
  })
})

describe('buildDenyList', () => {
  it.each(['10.0.0.0/33', '10.0.0/8', '10.0.0.0/', '10.0.0.0/8/8', 'fe80::/129', 'example.net', '', '10.0.0.0/-1'])(
    'rejects the range %j by name',
    (range) => {
      expect(buildDenyList(['10.0.0.0/8', range])).toEqual({
        ok: false,
        message: expect.stringContaining(JSON.stringify(range)),
      })
    },
  )
})

it.each(['0.0.0.0', '::', '0', '::ffff:0.0.0.0'])('%s is denied with loopback, because it leads there', (address) => {
  expect(isDenied(address, denyList(['127.0.0.0/8']))).toBe(true)
  expect(isDenied(address, denyList(['::1/128']))).toBe(true)
  expect(isDenied(address, denyList(['10.0.0.0/8']))).toBe(false)
})

describe('isInternal', () => {
  it.each([
    '127.0.0.1',
    '127.255.0.9',
    '0.0.0.0',
    '10.0.0.5',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '224.0.0.1',
    '255.255.255.255',
    '0x7f.1',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:a00:5',
    '64:ff9b::10.0.0.5',
    '64:ff9b:1::a00:5',
    '2002:a00:5::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1%eth0',
    'ff02::1',
    'fec0::1',
    'not an address',
  ])('%s is of the inside', (address) => expect(isInternal(address)).toBe(true))

  it.each(['1.1.1.1', '172.32.0.1', '2606:4700::1111', '::ffff:1.1.1.1', '64:ff9b::1.1.1.1', '2002:101:101::1'])(
    '%s is not',
    (address) => expect(isInternal(address)).toBe(false),
  )
})
