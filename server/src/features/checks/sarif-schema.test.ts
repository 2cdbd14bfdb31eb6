import sarif from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' }
import { Ajv } from 'ajv'
import addFormatsModule from 'ajv-formats'
import { expect, it } from 'vitest'
import { EXPECTATION_STATUSES } from '@heddle/contract/executions.ts'
import { SEVERITIES } from '@heddle/contract/queries.ts'
import type { ReportedCheck } from './reported-check.ts'
import { sarifReport } from './sarif.ts'

/** The schema of SARIF 2.1.0, without the words by which draft 4 names itself: it says the same in later drafts. */
const { $schema: _, id: __, ...schema } = sarif
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false })
addFormatsModule.default(ajv)
const validate = ajv.compile(schema)

const faultsOf = (checks: readonly ReportedCheck[]) => {
  validate(JSON.parse([...sarifReport(checks)].join('')))
  return validate.errors ?? []
}
const finding = (resource: string | null, waiver: string | null) => ({
  ...{ id: 'f'.repeat(32), resource, reason: '', severity: 'high' as const, row: null, rows: 1, waiver },
})
const check = (given: Partial<ReportedCheck>): ReportedCheck => ({
  ...{
    id: 'aci-hygiene/O12',
    packId: 'aci-hygiene/O12',
    name: '',
    folder: 'Packs/ACI hygiene',
    severity: 'medium',
    status: 'passed',
  },
  ...{ reason: null, durationMs: null, why: '', remedy: '', links: [], findings: [] },
  ...given,
})

const FINDINGS = [
  [],
  [finding('topology/pod-1/node-101', null), finding(null, null)],
  [finding('uni/tn-ü/BD-"x"', '0b0c3c1e-0000-4000-8000-000000000000'), finding('uni/tn-b', null)],
]
const STATUSES = [...EXPECTATION_STATUSES, 'error', null] as const

it.each(STATUSES)('the report of checks that are %s is a SARIF log', (status) => {
  const said = {
    ...{ why: 'Frames are **cut**.\n', remedy: 'Raise it.', reason: '8 rows, expected at most 0' },
    links: [{ title: 'MTU', url: 'https://example.org/a?b=c#d' }],
  }
  const checks = SEVERITIES.flatMap((severity) =>
    FINDINGS.flatMap((findings) => [check({ status, severity, findings }), check({ ...said, status, findings })]),
  )
  const named = checks.map((one, index) => ({ ...one, packId: `aci-hygiene/O${index}` }))

  expect(faultsOf(named)).toEqual([])
})

it('the report of a check whose link has letters beyond ASCII is a SARIF log', () => {
  expect(faultsOf([check({ links: [{ title: 'MTU', url: 'https://example.org/Größe' }] })])).toEqual([])
})

it('a report of nothing is a SARIF log, and one with a rule twice is none', () => {
  expect(faultsOf([])).toEqual([])
  expect(faultsOf([check({}), check({})])).toMatchObject([{ keyword: 'uniqueItems' }])
})
