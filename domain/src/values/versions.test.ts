import { describe, expect, it } from 'vitest'
import { compareVersions, readVersion, versionText } from './versions.ts'

const order = (one: string, other: string): number => Math.sign(compareVersions(readVersion(one)!, readVersion(other)!))

describe('a version', () => {
  it.each([
    ['6.0(9c)', '6.0(9c)'],
    ['16.0(9c)', '6.0(9c)'],
    ['n9000-16.0(9c)', '6.0(9c)'],
    ['apic-6.0(9c).bin', '6.0(9c)'],
    ['apic-6.0(5h)', '6.0(5h)'],
    ['6.0.9c', '6.0(9c)'],
    ['aci-apic-dk9.6.0.5h.bin', '6.0(5h)'],
    ['aci-apic-dk9.6.0.5h', '6.0(5h)'],
    ['aci-n9000-dk9.16.0.3e-cs_64.bin', '6.0(3e)'],
    ['aci-n9000-dk9.14.2.7t.iso', '4.2(7t)'],
    ['5.2(7.123)', '5.2(7.123)'],
    ['5.2.7.123a', '5.2(7.123a)'],
    ['5.2(10f)', '5.2(10f)'],
  ])('%s is %s', (text, release) => {
    expect(versionText(readVersion(text)!)).toBe(release)
  })

  it.each([
    '',
    'A',
    '6.0',
    '6.0(9)',
    '6.0.9',
    '6.0(9c',
    '6.0.9c)',
    '6.0(9C)',
    '10.0(1a)',
    ' 6.0(9c)',
    '9c',
    '26.0(1a)',
  ])('%j is none', (text) => {
    expect(readVersion(text)).toBeUndefined()
  })
})

describe('of two versions', () => {
  it.each([
    ['5.2(7f)', ['5.2(7g)', '5.2(10f)', '5.3(2a)', '6.0(2h)', '5.2(7.90a)']],
    ['5.2(7.123b)', ['5.2(7.123c)', '5.2(7.124b)']],
    ['5.2(7.123)', ['5.2(7.123a)', '5.2(8a)']],
    ['15.2(7f)', ['15.2(10f)', '16.0(2h)', '5.2(7g)']],
    ['4.2(7l)', ['5.2(1a)', '14.2(7t)']],
  ])('%s is older than %j', (older, newer) => {
    for (const text of newer) expect([order(older, text), order(text, older)]).toEqual([-1, 1])
  })

  it('a switch and its controller are equal', () => {
    for (const text of ['5.2(7f)', '15.2.7f', 'aci-n9000-dk9.15.2.7f.bin']) expect(order('15.2(7f)', text)).toBe(0)
  })
})
