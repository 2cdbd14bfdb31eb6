import { describe, expect, it } from 'vitest'
import type { Expect } from '@heddle/contract/queries.ts'
import { canonicalRow } from '../snapshot/canonical-row.ts'
import { seededRandom } from '../testing/random.ts'
import type { Row } from '../values/row.ts'
import type { FindingsOptions } from './findings.ts'
import { judgeChanges, unknownChanges } from './judge-changes.ts'
import { judgeRows } from './judge-rows.ts'

const AT = '2026-11-27T10:00:00.000+00:00'
const port = (name: string, others: Row = {}): Row => ({ dn: `topology/${name}`, ...others })
const columnsOf = (rows: readonly Row[]) => [...new Set(rows.flatMap((row) => Object.keys(row)))]

function judge(
  changes: NonNullable<Expect['changes']>,
  before: readonly Row[],
  after: readonly Row[],
  options: FindingsOptions = {},
) {
  const captured = { columns: columnsOf(before), rows: before.map(canonicalRow), capturedAt: AT }
  return judgeChanges(changes, options, captured, { columns: columnsOf(after), rows: after })
}

const judgement = (changes: NonNullable<Expect['changes']>, before: readonly Row[], after: readonly Row[]) =>
  judgeRows({ changes }).judge(judge(changes, before, after))

describe('changes are judged by how many rows', () => {
  it('were added, removed and changed', () => {
    const before = [port('a', { mtu: '1500' }), port('b'), port('c')]
    const after = [port('a', { mtu: '9000' }), port('c'), port('d')]
    const none = { max: 0 }

    const { items, reasons } = judge({ added: none, removed: none, changed: none }, before, after)

    expect(items.map(({ resource, reason }) => [resource, reason])).toEqual([
      ['topology/d', `Added since ${AT}`],
      ['topology/b', `Removed since ${AT}`],
      ['topology/a', `Changed since ${AT}: mtu 1500 → 9000`],
    ])
    expect(reasons).toEqual([
      `1 row added since ${AT}, expected at most 0`,
      `1 row removed since ${AT}, expected at most 0`,
      `1 row changed since ${AT}, expected at most 0`,
    ])
  })

  it('differ of a kind that has a bound', () => {
    expect(judge({ removed: { max: 0 } }, [], [port('a')]).items).toEqual([])
    expect(judge({ removed: { max: 1 } }, [port('a')], []).reasons).toEqual([])
  })

  it('should have changed and did not: one finding about nothing', () => {
    const { expectation, findings } = judgement({ added: { min: 2 } }, [], [port('a')])

    expect(expectation).toMatchObject({
      status: 'failed',
      reason: `1 row added since ${AT}, expected at least 2`,
      findings: 1,
    })
    expect(findings.items).toMatchObject([{ resource: null, rows: 0 }])
  })

  it('without those that change by themselves', () => {
    const [before, after] = [port('a', { modTs: '1' }), port('a', { modTs: '2' })]

    expect(judge({ changed: { max: 0 } }, [before], [after]).reasons).toEqual([])
  })

  it('of each controller in a merged run', () => {
    const on = (controller: string, mtu: string): Row => ({ '@controller': controller, ...port('a', { mtu }) })

    const { items } = judge(
      { changed: { max: 0 } },
      [on('East', '1'), on('West', '1')],
      [on('East', '2'), on('West', '1')],
      { merged: true },
    )

    expect(items.map(({ controller }) => controller)).toEqual(['East'])
  })

  it('as a whole where DNs occur twice', () => {
    const { items } = judge({ added: { max: 0 } }, [port('a', { x: 1 })], [port('a', { x: 1 }), port('a', { x: 2 })])

    expect(items.map(({ row }) => row)).toEqual([port('a', { x: 2 })])
  })
})

describe('what was found of changes', () => {
  it('is named by the reason of the check', () => {
    const { items } = judge({ removed: { max: 0 } }, [port('a', { name: 'up' })], [], { reason: '{{name}} is gone' })

    expect(items[0]?.reason).toBe('up is gone')
  })

  it('falls under waivers', () => {
    const waivers = [{ id: '1', resource: '*/a', controller: null }]
    const changes = { removed: { max: 0 } }

    const found = judge(changes, [port('a')], [], { waivers })

    expect(found.first).toEqual([])
    expect(judgeRows({ changes, waivers }).judge(found).expectation).toMatchObject({ status: 'waived', findings: 0 })
  })

  it('joins what is found about the same resource in another way', () => {
    const changes = { added: { max: 0 } }
    const judging = judgeRows({ changes, every: { text: 'false', expression: 'false' } })
    judging.add([port('a')])

    const { findings, expectation } = judging.judge(judge(changes, [], [port('a')]))

    expect(findings.items).toMatchObject([{ resource: 'topology/a', reason: `Not \`false\`; Added since ${AT}` }])
    expect(expectation).toMatchObject({ status: 'failed', findings: 1 })
  })

  it('names the first fields of many, and cuts long values', () => {
    const [before, after] = [
      port('a', { a: null, b: 'x'.repeat(100), c: ['1'], d: '1' }),
      port('a', { a: 5, b: '', c: ['1', '2'], d: '2' }),
    ]

    expect(judge({ changed: { max: 0 } }, [before], [after]).items[0]?.reason).toBe(
      `Changed since ${AT}: a – → 5, b ${'x'.repeat(59)}… → –, c ["1"] → ["1","2"], 1 more`,
    )
  })
})

describe('without a snapshot', () => {
  const changes = unknownChanges('there is no snapshot')

  it('nothing can be said about changes', () => {
    expect(judgeRows({ changes: { added: { max: 0 } } }).judge(changes).expectation).toEqual({
      status: 'not_applicable',
      reason: 'there is no snapshot',
      findings: 0,
      failing_rows: [],
    })
  })

  it('what else is wrong is still wrong', () => {
    expect(judgeRows({ rows: { min: 1 }, changes: {} }).judge(changes).expectation.status).toBe('failed')
  })
})

it.each(Array.from({ length: 50 }, (_, index) => index + 1))('finds what two random states differ in: %i', (seed) => {
  const random = seededRandom(seed)
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const state = () => new Map(names.filter(() => random.chance(0.6)).map((dn) => [dn, random.pick(['1', '2', '3'])]))
  const [before, after, max] = [state(), state(), random.below(3)]
  const rows = (values: ReadonlyMap<string, string>) => [...values].map(([dn, mtu]) => ({ dn, mtu }))
  const added = [...after.keys()].filter((dn) => !before.has(dn))
  const removed = [...before.keys()].filter((dn) => !after.has(dn))
  const changed = [...after.keys()].filter((dn) => before.has(dn) && before.get(dn) !== after.get(dn))
  const expected = [added, removed, changed].flatMap((dns) => (dns.length > max ? dns : []))

  const { items } = judge({ added: { max }, removed: { max }, changed: { max } }, rows(before), rows(after))

  expect(items.map(({ resource }) => resource).toSorted()).toEqual(expected.toSorted())
})
