import { expect, it } from 'vitest'
import { htmlReport } from './html.ts'
import type { ReportedCheck } from './reported-check.ts'

const one = (given: Partial<ReportedCheck>): ReportedCheck => ({
  ...{
    id: 'q1',
    name: 'ports',
    packId: null,
    folder: 'A',
    severity: 'medium',
    status: 'passed',
    reason: null,
    durationMs: 1,
  },
  ...{ why: '', remedy: '', links: [], findings: [] },
  ...given,
})
const report = (...checks: ReportedCheck[]) => [...htmlReport(checks)].join('')
const finding = { id: 'f', resource: 'uni/tn-A', reason: 'Why', severity: 'high' as const, row: null, rows: 1 }

it('shows what fails first, the worst first, with what was found', () => {
  const html = report(
    one({ name: 'fine' }),
    one({ name: 'minor', status: 'failed', severity: 'low' }),
    one({ name: 'major', status: 'failed', severity: 'critical', findings: [{ ...finding, waiver: 'w' }] }),
  )

  const places = ['major', 'uni/tn-A', 'Why (waived)', 'minor', 'fine'].map((text) => html.indexOf(text))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
})

it('takes nothing that others wrote for markup, and loads nothing', () => {
  const evil = '<script src="https://evil.example/x.js"></script>'

  const html = report(one({ name: evil, folder: evil, reason: evil, remedy: evil, status: 'failed' }))

  expect(html).not.toContain('<script')
  expect(html.match(/<(?:img|link|script|iframe)\b/)).toBeNull()
})

it('shows a limited number of findings, and how many more there are', () => {
  const findings = Array.from({ length: 250 }, () => ({ ...finding, waiver: null }))

  expect(report(one({ status: 'failed', findings }))).toContain('and 50 more')
})
