import { describe, expect, it } from 'vitest'
import type { ValueChange } from '@heddle/client'
import { packPlanText } from './pack-plan-text.ts'

const change = (path: string, before: unknown, after: unknown): ValueChange => ({ path, before, after })
const summaryOf = (...diff: ValueChange[]) =>
  packPlanText(
    { plan: [{ action: 'change', check: 'a', title: 'A', diff }] },
    { colour: false, columns: 200 },
  ).split('\n').at(-2) // prettier-ignore

describe('the plan of a pack', () => {
  it.each([
    ['a higher severity', 'stricter', change('severity', 'low', 'high')],
    ['a severity where the usual one was', 'stricter', change('severity', null, 'high')],
    ['a lower severity', 'milder', change('severity', 'critical', null)],
    ['fewer rows at most', 'stricter', change('expect.rows.max', 5, 0)],
    ['more rows at most', 'milder', change('expect.rows.max', 0, 5)],
    ['no limit', 'milder', change('expect.rows.max', 0, null)],
    ['more rows at least', 'stricter', change('expect.rows.min', 1, 2)],
    ['fewer rows at least', 'milder', change('expect.rows.min', 2, null)],
    ['something expected of every row', 'stricter', change('expect.every', null, 'a == b')],
    ['nothing expected', 'milder', change('expect', { rows: { max: 0 } }, null)],
    ['a person who looks', 'milder', change('look', null, true)],
    ['no person who looks', 'stricter', change('look', true, null)],
    ['another expression', 'changed', change('expect.every', 'a == b', 'a == c')],
    ['other words', 'changed', change('why', 'a', 'b')],
  ])('says of %s that the check is %s', (_what, kind, difference) => {
    expect(summaryOf(difference)).toBe(`1 ${kind}`)
  })

  it('says of a check that is stricter and milder at once that it changed', () => {
    expect(summaryOf(change('severity', 'low', 'high'), change('expect.rows.max', 0, 5))).toBe('1 changed')
    expect(summaryOf(change('severity', 'low', 'high'), change('why', 'a', 'b'))).toBe('1 stricter')
  })

  it('names removed checks, and counts those that stay', () => {
    const gone = { action: 'delete', check: 'b\u001b[31m', title: 'B', diff: null } as const
    const same = { action: 'unchanged', check: 'c', title: 'C', diff: null } as const

    const text = packPlanText({ plan: [gone, same] }, { colour: false, columns: 80 })

    expect(text).toBe('- b [31m  B\n\n1 removed, 1 unchanged\n')
  })
})
