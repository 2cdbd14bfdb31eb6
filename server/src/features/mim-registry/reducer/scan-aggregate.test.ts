import { describe, expect, it } from 'vitest'
import { AggregateScanner } from './scan-aggregate.ts'

const AGGREGATE = {
  version: '6.1(1)',
  classes: {
    fvTenant: {
      contains: { fvBD: '' },
      isAbstract: false,
      isConfigurable: true,
      isContextRoot: true,
      properties: { name: { isConfigurable: true } },
    },
    fvABD: {
      isAbstract: true,
      isConfigurable: false,
      isContextRoot: false,
      comment: ['a } " and \\ and {', 'isConfigurable'],
    },
    topRoot: { isContextRoot: true, isConfigurable: false },
    l1PhysIf: { properties: { isConfigurable: { isConfigurable: true } } },
    'ip:v4Route': { rnFormat: 'rt-{prefix}' },
  },
  other: { fvGone: { isConfigurable: true } },
}
const CLASSES = [
  { package: 'fv', className: 'Tenant', isCore: true },
  { package: 'fv', className: 'ABD', isCore: false },
  { package: 'top', className: 'Root', isCore: true },
  { package: 'l1', className: 'PhysIf', isCore: false },
  { package: 'ip', className: 'v4Route', isCore: false },
]

function scan(text: string, pieceLength = text.length) {
  const scanner = new AggregateScanner()
  for (let start = 0; start < text.length; start += pieceLength)
    scanner.write(Buffer.from(text.slice(start, start + pieceLength)))
  return scanner.end()
}

describe('the scan of an aggregate', () => {
  it.each([
    ['in one line', JSON.stringify(AGGREGATE)],
    ['indented', JSON.stringify(AGGREGATE, null, 2)],
  ])('lists each class and whether it is in the core (%s)', (_layout, text) => {
    expect(scan(text)).toEqual({ ok: true, classes: CLASSES })
  })

  it('reads the same in pieces of any size', () => {
    for (const length of [1, 2, 3, 7, 64])
      expect(scan(JSON.stringify(AGGREGATE), length)).toEqual({ ok: true, classes: CLASSES })
  })

  it.each([
    ['truncated', JSON.stringify(AGGREGATE).slice(0, -20)],
    ['truncated within a string', JSON.stringify(AGGREGATE).slice(0, 60)],
    ['an empty object', '{}'],
    ['without a class', '{"classes":{}}'],
    ['an empty text', ''],
    ['a web page', '<!doctype html><html><body>not here</body></html>'],
    ['a list', '["classes"]'],
    ['two objects', '{"classes":{"fvBD":{}}}{}'],
    [
      'more classes than any release has',
      `{"classes":{${Array.from({ length: 100_001 }, (_, number) => `"fvC${number}":{}`).join()}}}`,
    ],
  ])('rejects input that is not an aggregate: %s', (_what, text) => {
    expect(scan(text).ok).toBe(false)
  })
})
