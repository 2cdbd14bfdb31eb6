import { describe, expect, it } from 'vitest'
import { judgeRows } from './judge-rows.ts'
import type { PreparedExpect } from './prepare-expect.ts'
import { reasonFault, reasonText } from './reason-text.ts'
import { matchesPattern } from './waived.ts'
import type { Row } from '../values/row.ts'

function judge(expected: PreparedExpect, rows: readonly Row[]) {
  const judging = judgeRows(expected)
  judging.add(rows)
  const { expectation, findings } = judging.judge()
  return { expectation, ...findings }
}

const port = (name: string, mtu = 1500): Row => ({ dn: `topology/${name}`, name, mtu })
const NONE: PreparedExpect = { rows: { max: 0 } }
const JUMBO: PreparedExpect = { every: { text: 'mtu == 9000', expression: 'mtu == 9000' } }
const waiver = (resource: string, controller: string | null = null) => ({ id: `for ${resource}`, resource, controller })

describe('findings are', () => {
  it('the rows that are not as expected, each with its resource', () => {
    const { items, expectation } = judge(JUMBO, [port('a'), port('b', 9000), port('c')])

    expect(items.map(({ resource, reason, rows }) => [resource, reason, rows])).toEqual([
      ['topology/a', 'Not `mtu == 9000`', 1],
      ['topology/c', 'Not `mtu == 9000`', 1],
    ])
    expect(expectation).toMatchObject({ status: 'failed', findings: 2 })
  })

  it('all rows where there are too many', () => {
    const { items } = judge({ ...JUMBO, rows: { max: 1 } }, [port('a'), port('b', 9000)])

    expect(items.map(({ resource, reason }) => [resource, reason])).toEqual([
      ['topology/a', '2 rows, expected at most 1'],
      ['topology/b', '2 rows, expected at most 1'],
    ])
  })

  it('one about nothing where rows are missing', () => {
    expect(judge({ rows: { min: 1 } }, []).items).toEqual([
      { resource: null, reason: '0 rows, expected at least 1', row: null, rows: 0, controller: null, waiver: null },
    ])
  })

  it('one for all rows of a resource, with the first of them', () => {
    const expected = { ...NONE, resource: 'name', reason: '{{name}} has MTU {{mtu}}, {{none}}' }

    const { items, expectation } = judge(expected, [port('a'), port('b'), port('a', 9000)])

    expect(items.map(({ resource, reason, rows }) => [resource, reason, rows])).toEqual([
      ['a', 'a has MTU 1500, –', 2],
      ['b', 'b has MTU 1500, –', 1],
    ])
    expect(expectation.findings).toBe(2)
  })

  it.each<[string, Row, string]>([
    ['the column of a joined class', { 'BD.name': 'x', 'BD.dn': 'uni/BD-x', 'EPG.dn': 'uni/epg' }, 'uni/BD-x'],
    ['the whole row without such a column', { severity: 'major', count: 3 }, '{"severity":"major","count":3}'],
    ['a list as text', { dn: ['a', 'b'] }, '["a","b"]'],
  ])('about %s', (_, row, resource) => {
    expect(judge(NONE, [row]).items[0]?.resource).toBe(resource)
  })

  it('told apart by controller in a merged run', () => {
    const rows = [
      { '@controller': 'East', ...port('a') },
      { '@controller': 'West', ...port('a') },
    ]
    const waivers = [waiver('*', 'West')]

    expect(judge({ ...NONE, merged: true }, rows).items.map(({ controller }) => controller)).toEqual(['East', 'West'])
    expect(judge({ ...NONE, merged: true, waivers }, rows).expectation.findings).toBe(1)
  })

  it('kept up to a number, and counted beyond it', () => {
    const rows = Array.from({ length: 10_050 }, (_, index) => port(String(index)))

    const { items, truncated, expectation } = judge({ ...NONE, waivers: [waiver('topology/10049')] }, rows)

    expect([items.length, truncated, expectation.findings]).toEqual([10_000, true, 10_049])
  })
})

describe('what a waiver is for', () => {
  it('does not count, nor is it shown as failing', () => {
    const { expectation, items } = judge({ ...NONE, waivers: [waiver('topology/b*')] }, [port('b1'), port('a')])

    expect(expectation).toEqual({
      status: 'failed',
      reason: '2 rows, expected at most 0; 1 of 2 findings waived',
      findings: 1,
      failing_rows: [port('a')],
    })
    expect(items.map(({ waiver: id }) => id)).toEqual(['for topology/b*', null])
  })

  it('makes a check waived when there is nothing else, also one to look at', () => {
    const expected = { ...NONE, waivers: [waiver('*')] }

    expect(judge(expected, [port('a')]).expectation).toMatchObject({ status: 'waived', findings: 0, failing_rows: [] })
    expect(judge({ ...expected, look: true }, [port('a')]).expectation.status).toBe('waived')
    expect(judge({ ...expected, rows: { min: 1 } }, []).expectation.status).toBe('waived')
    expect(judge(expected, []).expectation.status).toBe('passed')
  })

  it.each([
    ['a*c', 'abbc', true],
    ['a*c', 'abcd', false],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['*', '', true],
    ['?', '', false],
    ['a.c', 'abc', false],
    ['[a]', '[a]', true],
    ['*a*b', 'xaab', true],
    ['?', '😀', true],
    ['abc', 'abcd', false],
  ])('%s: %s is %s', (pattern, text, isFor) => {
    expect(matchesPattern(pattern, text)).toBe(isFor)
  })

  it('is decided in few steps for patterns made to be slow', () => {
    expect(matchesPattern(`${'*a'.repeat(200)}b`, 'a'.repeat(2_000))).toBe(false)
  })
})

describe('a reason', () => {
  it.each([
    ['{{}}', '{{}} names no column.'],
    ['{{name', /braces/],
    ['name}}', /braces/],
    ['x'.repeat(3_000), /3000 characters/],
    ['{{a}} {{ b }} {c}', undefined],
  ])('%s', (text, fault) => {
    if (fault === undefined) expect(reasonFault(text)).toBeUndefined()
    else expect(reasonFault(text)).toMatch(fault)
  })

  it('quotes what its row holds, once', () => {
    const row = { a: '{{b}}', b: [1, 2], toString: null }

    expect(reasonText('{{a}} {{b}} {{ constructor }} {{toString}}', row)).toBe('{{b}} 1, 2 – –')
  })
})
