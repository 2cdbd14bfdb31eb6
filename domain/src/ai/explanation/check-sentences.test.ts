import { describe, expect, it } from 'vitest'
import { checkedSentences, unknownNameIn } from './check-sentences.ts'
import { knownNames } from './known-names.ts'

const FACTS = [
  { kind: 'primary', name: 'fvBD', label: 'bridge domain', node: 'bd' },
  { kind: 'filter', name: 'arpFlood', class_name: 'fvBD', text: 'arpFlood is "yes"' },
  { kind: 'edge', name: 'fvRsCtx', source: 'fvBD', target: 'fvCtx', text: 'refer through fvRsCtx to VRFs' },
  { kind: 'scope', name: 'uni/tn-common/BD-web', class_name: 'fvBD' },
  { kind: 'count', name: 'changed', count: 14, rows: 1_134 },
  { kind: 'field', name: 'operSt', count: 12, of: 14, values: [{ before: 'up', after: 'down', count: 9 }] },
  { kind: 'field', name: 'ctx.pcEnfPref', count: 7, of: 14 },
  { kind: 'changed', name: 'topology/pod-1/node-101/sys/phys-[eth1/7]', class_name: 'l1PhysIf' },
  {
    kind: 'changed',
    name: 'uni/tn-A/BD-x/subnet-[10.0.0.1/24]',
    values: ['6.0(2h)', '00:22:BD:F8:19:FF', '2001:db8::1', 'Front Door'],
  },
  { kind: 'step', name: 'limit', text: 'keeps the first 20 rows', id: 'step_1' },
]
const known = knownNames(FACTS)

describe('a sentence is kept when it', () => {
  it.each([
    ['has ordinary words only', 'It lists what is flooded, sorted by name, and nothing else.'],
    ['begins with a capital', 'Most of them went down at the same time.'],
    ['names a known class', 'The fvBD objects refer to a VRF through fvRsCtx.'],
    ['names a class in backticks', 'Only `fvBD` objects with `arpFlood` set are kept.'],
    ['names a class in parentheses', 'Bridge domains (fvBD), each with its VRF (fvCtx).'],
    ['quotes a value', 'The column arpFlood is "yes" for each of them.'],
    ['quotes a value in single quotes', "Here operSt went from 'up' to 'down'."],
    ['ends with a name', 'What changed is operSt.'],
    ['has a possessive', "The fvBD's columns don't matter, and the interfaces' states do."],
    ['names a column with a prefix', 'The column ctx.pcEnfPref changed as well.'],
    ['names a DN', 'One of them is uni/tn-common/BD-web.'],
    ['names a DN with brackets', 'The port topology/pod-1/node-101/sys/phys-[eth1/7] went down.'],
    ['names a part of a DN', 'It is below tn-common, in BD-web.'],
    ['names an interface', 'Only eth1/7 went down.'],
    ['names a node apart', 'It happened on node 101 and leaf 101 in pod 1.'],
    ['names a node in one word', 'It happened on node-101.'],
    ['names a subnet', 'The subnet 10.0.0.1/24 is new.'],
    ['names a version', 'It runs 6.0(2h) now.'],
    ['names a MAC address', 'Its address is 00:22:BD:F8:19:FF.'],
    ['names an IPv6 address', 'Its address is 2001:db8::1.'],
    ['has an exact number', 'There are 14 changes; 12 of them only in operSt.'],
    ['has a number with a separator', 'It looked at 1,134 rows.'],
    ['has a number without its separator', 'It looked at 1134 rows.'],
    ['has a number in words', 'Twelve of the fourteen changed.'],
    ['has a compound number in words', 'It keeps the first twenty rows.'],
    ['has a dozen', 'A dozen of them changed.'],
    ['has an exact percentage', 'That is 50% of them.'],
    ['has an exact percentage in words', 'That is 50 percent of them, or fifty percent.'],
    ['has half, when it is exactly that', 'Half of them went down.'],
    ['has “one of” and “one another”', 'Each one of them follows one another.'],
    ['has ordinals', 'The first step comes before the second and the 3rd.'],
    ['has terms of the field', 'EPGs, VRFs and L3Outs use IPv4 or IPv6 at layer 2; see the MTU.'],
    ['has ordinary hyphenated words', 'A read-only, one-to-one, up-to-date and well-known bridge-domain column.'],
    ['has ordinary slashes', 'The up/down state and/or the source/target side.'],
    ['has abbreviations', 'Some columns, e.g. operSt, i.e. the state, etc.'],
    ['writes a label with capitals', 'Each Bridge Domain counts, as do all Bridge Domains.'],
    ['names an object in two words', 'The new value is Front Door.'],
    ['has a colon', 'In short: Most are down.'],
    ['has dashes', 'Most of them – not all – went down.'],
    ['names a step', 'The step step_1 keeps 20 rows.'],
    ['has accents', 'A naïve reading of the façade.'],
  ])('%s: %s %s', (_, sentence) => {
    expect(unknownNameIn(sentence, known)).toBeUndefined()
  })
})

describe('a sentence is left out when it', () => {
  it.each([
    ['invents a class', 'It also reads fvSubnet objects.', 'fvSubnet'],
    ['invents a class in backticks', 'It also reads `fvSubnet`.', 'fvSubnet'],
    ['invents a property in plain letters, in backticks', 'It shows the `descr` of each.', 'descr'],
    ['misspells a class', 'The FvBD objects are listed.', 'FvBD'],
    ['writes a class with its package apart', 'The fv:BD objects are listed.', 'fv:BD'],
    ['hides a class behind an invisible character', 'The fvSub​net objects.', 'fvSub'],
    ['invents a property', 'The value of adminSt changed.', 'adminSt'],
    ['invents a column', 'The column ctx.descr changed.', 'ctx.descr'],
    ['invents a column with an underscore', 'The column tenant_name changed.', 'tenant_name'],
    ['invents a DN', 'One is uni/tn-prod/BD-db.', 'uni/tn-prod/BD-db.'],
    ['invents a DN of plain words', 'It is below uni/fabric now.', 'uni/fabric'],
    ['invents an end of a DN', 'One is uni/tn-common/BD-webs.', 'uni/tn-common/BD-webs.'],
    ['invents an RN', 'It is in tn-prod.', 'tn-prod.'],
    ['invents a hyphenated name', 'It is about prod-web.', 'prod-web.'],
    ['invents an interface', 'Only eth1/8 went down.', 'eth1/8'],
    ['takes the digit of an interface for a count', 'There are 7000 and then 8 more.', '7000'],
    ['invents a node', 'It happened on node 102.', '102.'],
    ['invents a node in one word', 'It happened on leaf-102.', 'leaf-102.'],
    ['invents an address', 'Its address is 10.0.0.2.', '10.0.0.2.'],
    ['invents a prefix', 'The subnet 10.0.0.1/25 is new.', '10.0.0.1/25'],
    ['invents a MAC address', 'Its address is 00:22:BD:F8:19:00.', '00:22:BD:F8:19:00.'],
    ['invents a MAC address without digits', 'Its address is aa:bb:cc:dd:ee:ff.', 'aa:bb:cc:dd:ee:ff.'],
    ['invents an IPv6 address', 'Its address is 2001:db8::2.', '2001:db8::2.'],
    ['invents a version', 'It runs 6.0(3e) now.', '6.0(3e)'],
    ['invents a number', 'There are 15 changes.', '15'],
    ['invents a number with a separator', 'It looked at 1,135 rows.', '1,135'],
    ['rounds a number', 'It looked at about 1100 rows.', '1100'],
    ['rounds a number to thousands', 'It looked at over 1k rows.', '1k'],
    ['invents a number in words', 'Thirteen of them changed.', 'Thirteen'],
    ['invents a compound number', 'Twenty-one of them changed.', 'Twenty-one'],
    ['invents a large number in words', 'Three hundred of them changed.', 'Three hundred'],
    ['invents a spoken number after a known one', 'Two hundred and five rows are new.', 'Two hundred and five'],
    ['speaks of dozens', 'Dozens of them changed.', 'Dozens'],
    ['speaks of thousands', 'Many thousands of rows are unchanged.', 'thousands'],
    ['says two dozen', 'Two dozen of them changed.', 'Two dozen'],
    ['invents a percentage', 'That is 51% of them.', '51%'],
    ['rounds a percentage', 'About 86% changed, or 86 percent.', '86%'],
    ['invents a percentage in words', 'Ninety percent changed.', 'Ninety'],
    ['invents a fraction', 'Two-thirds of them changed.', 'Two-thirds'],
    ['invents a part', 'A three-way split.', 'three-way'],
    ['invents half', 'Half of the EPGs and a quarter of the rows.', 'quarter'],
    ['quotes what nobody said', 'The operators call it "production".', 'production'],
    ['quotes in curly quotes', 'It is called “production”.', 'production'],
    ['quotes in single quotes', "It is called 'production'.", 'production'],
    ['invents a name with a capital', 'It belongs to Acme now.', 'Acme'],
    ['invents a name in capitals', 'It belongs to ACME now.', 'ACME'],
    ['invents a host', 'It was read from apic.example.com today.', 'apic.example.com'],
    ['invents a mail address', 'Write to admin@example today.', 'admin@example'],
    ['invents a date', 'It changed on 2026-11-22 at night.', '2026-11-22'],
    ['uses letters of another script', 'The fvВD objects are listed.', 'fvВD'],
    ['uses digits of another script', 'There are ١٢ of them.', '١٢'],
    ['invents a variable', 'It asks for {{tenant}} first.', '{{tenant}}'],
  ])('%s: %s', (_, sentence, found) => {
    expect(unknownNameIn(sentence, known)).toBe(found)
  })

  it('only that sentence', () => {
    const sentences = ['It lists fvBD objects.', 'It also lists fvSubnet objects.', '', 'All are below tn-common.']

    expect(checkedSentences(sentences, known)).toEqual(['It lists fvBD objects.', 'All are below tn-common.'])
  })

  it('and its text is cleaned', () => {
    expect(checkedSentences(['**It** lists\n `fvBD` <b>objects</b>.'], known)).toEqual(['It lists fvBD objects.'])
  })

  it('holds a link', () => {
    expect(checkedSentences(['It lists fvBD objects, see https://evil.example/fvBD'], known)).toEqual([])
  })

  it('however long and strange it is, in no time', () => {
    const strange = [
      '"'.repeat(50_000),
      "'a".repeat(50_000),
      'fvBD '.repeat(50_000),
      '-'.repeat(100_000),
      '(['.repeat(50_000),
      '9,'.repeat(50_000),
    ]

    expect(checkedSentences(strange, known).join('').length).toBeLessThan(5_000)
  })
})
