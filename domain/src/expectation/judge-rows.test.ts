import { describe, expect, it } from 'vitest'
import type { PreparedExpect } from './prepare-expect.ts'
import { judgeRows, rowTest } from './judge-rows.ts'

const rows = (...mtus: (string | null)[]) => mtus.map((mtu) => ({ mtu }))
const every = (expression: string, text = expression): PreparedExpect => ({ every: { text, expression } })

function judge(expected: PreparedExpect, all: readonly { mtu: string | null }[]) {
  const judging = judgeRows(expected)
  for (const row of all) judging.add([row])
  return judging.judge()
}

describe('rows are judged by', () => {
  it.each<[string, PreparedExpect, ReturnType<typeof rows>, string | null, number]>([
    ['no more than at most', { rows: { max: 2 } }, rows('1', '2'), null, 0],
    ['more than at most', { rows: { max: 0 } }, rows('1', '2', '3'), '3 rows, expected at most 0', 3],
    ['one row', { rows: { max: 0 } }, rows('1'), '1 row, expected at most 0', 1],
    ['as many as at least', { rows: { min: 1 } }, rows('1'), null, 0],
    ['fewer than at least', { rows: { min: 1 } }, [], '0 rows, expected at least 1', 0],
    ['every one, of none', every('mtu == 9000'), [], null, 0],
    ['every one', every('mtu == 9000'), rows('9000', '9000'), null, 0],
    ['every one but one', every('mtu == 9000'), rows('9000', '1500'), '1 of 2 rows is not `mtu == 9000`', 1],
    [
      'null, which is not true',
      every('mtu == null ? null : true'),
      rows(null, '1'),
      '1 of 2 rows is not `mtu == null ? null : true`',
      1,
    ],
    ['text, which is not true', every('mtu'), rows('true'), '1 of 1 row is not `mtu`', 1],
    [
      'an expression that fails',
      every('number(mtu) > 1'),
      rows('x', '9', 'y'),
      '2 of 3 rows are not `number(mtu) > 1`',
      2,
    ],
    [
      'the saved text, not its values',
      every('mtu == 9000', 'mtu == {{mtu}}'),
      rows('1'),
      '1 of 1 row is not `mtu == {{mtu}}`',
      1,
    ],
    [
      'all there is',
      { rows: { max: 1 }, ...every('mtu == 9000') },
      rows('9000', '1', '2'),
      '3 rows, expected at most 1; 2 of 3 rows are not `mtu == 9000`',
      2,
    ],
  ])('%s', (_, expected, all, reason, failing) => {
    const { expectation } = judge(expected, all)

    expect([expectation.status, expectation.reason, expectation.failing_rows.length]).toEqual([
      reason === null ? 'passed' : 'failed',
      reason,
      failing,
    ])
  })

  it('says that a person has to judge, where the query does', () => {
    const expected: PreparedExpect = { rows: { max: 0 }, look: true }

    expect(judge(expected, rows('1')).expectation).toMatchObject({
      status: 'look',
      reason: '1 row, expected at most 0',
    })
    expect(judge(expected, []).expectation.status).toBe('passed')
  })

  it('shows the first ten failing rows, in order', () => {
    const all = rows(...Array.from({ length: 30 }, (_, index) => String(index)))

    const { expectation } = judge(every('int(mtu) < 5'), all)

    expect(expectation.reason).toBe('25 of 30 rows are not `int(mtu) < 5`')
    expect(expectation.failing_rows).toEqual(all.slice(5, 15))
  })

  it('says in one warning how often the expression failed', () => {
    expect(judge(every('number(mtu) > 1'), rows('x', '9', 'y')).warnings).toEqual([
      expect.stringMatching(/^expect: 2 of 3 rows count as not expected \(the first: /),
    ])
  })

  it('shows no rows of unusual size', () => {
    const { expectation } = judge({ rows: { max: 0 } }, rows('1', 'x'.repeat(100_000)))

    expect(expectation.failing_rows).toEqual(rows('1'))
  })

  it('cuts long expressions', () => {
    const { reason } = judge(every('false', 'x'.repeat(1_000)), rows('1')).expectation

    expect(reason!.length).toBeLessThan(250)
  })
})

it('judges by the rows that fail and the number of the others as by all rows', () => {
  const expected = { rows: { min: 3, max: 4 }, ...every('mtu == 9000') }
  const all = rows('9000', '1500', '9000', '1')
  const isAsExpected = rowTest(expected)

  const judging = judgeRows(expected)
  judging.add(all.filter((row) => !isAsExpected(row)))
  judging.addPassing(all.filter(isAsExpected).length)

  expect(judging.judge()).toEqual(judge(expected, all))
})
