import { describe, expect, it } from 'vitest'
import { parseTable } from './parse-table.ts'

describe('parseTable', () => {
  it('reads a class', () => {
    const [spec] = parseTable(
      'fv:BD | Bridge Domain | BD-{name} | fv:Tenant | fv:ABDPol | config fault | arpFlood?=yes mac@mac ; scope#=0 | A domain.',
    )

    expect(spec).toMatchObject({
      name: 'fv:BD',
      label: 'Bridge Domain',
      parents: ['fv:Tenant'],
      superClass: 'fv:ABDPol',
      description: 'A domain.',
    })
    expect(spec?.properties).toMatchObject([
      { name: 'name', type: 'string', isSettable: true },
      { name: 'arpFlood', type: 'boolean', standard: 'yes', isSettable: true },
      { name: 'mac', type: 'mac', isSettable: true },
      { name: 'scope', type: 'number', standard: '0', isSettable: false },
    ])
  })

  it('adds the other end of a relation', () => {
    const [source, target] = parseTable(
      'fv:RsX | X | rsx-{af} | fv:BD | pol:NToRef | named n-to-m fv:ABDPol>bgp:X bgp:RtX | | Names.',
    )

    expect(source?.properties.map(({ name }) => name)).toEqual(['af', 'tnBgpXName', 'tCl'])
    expect(target).toMatchObject({ name: 'bgp:RtX', rnFormat: 'rtfvX-[{tDn}]-{af}', parents: ['bgp:X'] })
  })

  it('adds every interval of a family of statistics', () => {
    const specs = parseTable('fv:FltCounter* | Fault Counter | | fv:BD | | statistic | critcount | Faults.')

    expect(specs).toHaveLength(18)
    expect(specs.find(({ name }) => name === 'fv:FltCounterHist1mo')).toMatchObject({
      rnFormat: 'HDfvFltCounter1mo-{index}',
      superClass: 'fv:FltCounterHist',
      parents: ['fv:BD'],
    })
  })

  it.each([
    ['fv:BD | too | few', 'is not a class'],
    ['fv:BD | L | BD-{name} | fv:Tenant | | strange | | D.', '"strange"'],
    ['fv:BD | L | BD-{name} | fv:Tenant | | config | a{b | D.', 'is not a property'],
  ])('refuses the line %j', (line, words) => {
    expect(() => parseTable(line)).toThrow(words)
  })
})
