import { describe, expect, it } from 'vitest'
import { markdownReport } from './markdown.ts'

type ReportedCase = Parameters<typeof markdownReport>[0][number]

const one = (given: Partial<ReportedCase>): ReportedCase => ({
  ...{ name: 'query', folder: 'A', severity: 'medium', status: 'passed', reason: null },
  ...given,
})
const report = (...cases: ReportedCase[]) => [...markdownReport(cases)].join('')

describe('a report in Markdown', () => {
  it('begins with what is not as expected, the worst first', () => {
    const text = report(
      one({ name: 'ports' }),
      one({ name: 'links', severity: 'low', status: 'failed', reason: '3 rows, expected at most 0' }),
      one({ name: 'faults', severity: 'critical', status: 'failed', folder: '', reason: '1 row' }),
      one({ name: 'lists', status: 'look', reason: '2 rows' }),
    )

    expect(text).toBe(`# 4 checks

2 failed, 0 could not run, 1 to look at, 1 passed, 0 waived, 0 not applicable.

## Failed

| Severity | Check | Folder | Reason |
| --- | --- | --- | --- |
| critical | faults | No folder | 1 row |
| low | links | A | 3 rows, expected at most 0 |

## To look at

| Severity | Check | Folder | Reason |
| --- | --- | --- | --- |
| medium | lists | A | 2 rows |

## Passed

| Severity | Check | Folder | Reason |
| --- | --- | --- | --- |
| medium | ports | A |  |
`)
  })

  it.each([
    ['a | b', 'a \\| b'],
    ['two\nlines', 'two lines'],
    ['<img src=x>', '&lt;img src=x\\>'],
    ['[click](javascript:x)', '\\[click\\]\\(javascript\\:x\\)'],
    ['&lt; `code` **b** lone \ud800', '&amp;lt; \\`code\\` \\*\\*b\\*\\* lone \ufffd'],
    ['https://evil.example @all #1', 'https\\://evil.example \\@all \\#1'],
  ])('writes %j as the text it is', (text, written) => {
    expect(report(one({ name: text, status: 'failed' }))).toContain(`| medium | ${written} | A |`)
  })
})
