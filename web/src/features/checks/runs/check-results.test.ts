import { expect, it } from 'vitest'
import { type CheckResult, linesOf, matching, type ResultLine } from './check-results.ts'

const result = (name: string, status: CheckResult['status'], severity: CheckResult['severity'], group = 'A') =>
  ({ name, status, severity, group }) as CheckResult

const RESULTS = [
  result('fine', 'passed', 'critical'),
  result('bad', 'failed', 'medium'),
  result('worse', 'failed', 'critical', 'B'),
  result('broken', 'error', 'low'),
  result('coming', null, 'high'),
]

const named = (lines: readonly ResultLine[]) =>
  lines.map((line) => (line.kind === 'state' ? `${line.state} ${line.count}` : line.result.name))

it('puts what failed first, the worst on top, and folds what passed', () => {
  expect(named(linesOf(RESULTS, new Set()))).toEqual([
    ...['failed 2', 'worse', 'bad', 'error 1', 'broken', 'waiting 1', 'coming', 'passed 1'],
  ])
})

it('folds and unfolds what somebody wants', () => {
  expect(named(linesOf(RESULTS, new Set(['failed', 'passed'])))).toEqual([
    ...['failed 2', 'error 1', 'broken', 'waiting 1', 'coming', 'passed 1', 'fine'],
  ])
})

it.each([
  [{}, ['fine', 'bad', 'worse', 'broken', 'coming']],
  [{ group: 'B' }, ['worse']],
  [{ severity: 'high' }, ['fine', 'worse', 'coming']],
])('keeps those that match %j', (filter, names) => {
  expect(matching(RESULTS, filter).map(({ name }) => name)).toEqual(names)
})
