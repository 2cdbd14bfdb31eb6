import { describe, expect, it } from 'vitest'
import type { ReportedCheck } from './reported-check.ts'
import { sarifReport } from './sarif.ts'

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
const finding = (resource: string | null, waiver: string | null = null) => ({
  ...{ id: 'f'.repeat(32), resource, reason: 'MTU is 1500', severity: 'high' as const, row: null, rows: 1, waiver },
})
const report = (...checks: ReportedCheck[]) => JSON.parse([...sarifReport(checks)].join(''))

describe('a SARIF report', () => {
  it('has a rule for each check, with what it says about itself', () => {
    const said = {
      why: 'Frames are cut.',
      remedy: 'Raise it.',
      links: [{ title: 'MTU', url: 'https://example.org/mtu' }],
    }

    const { version, runs } = report(one({ ...said, severity: 'critical' }), one({ id: 'q2', severity: 'none' }))

    expect([version, runs[0].tool.driver.rules]).toEqual([
      '2.1.0',
      [
        {
          id: 'q1',
          shortDescription: { text: 'ports' },
          fullDescription: { text: 'Frames are cut.', markdown: 'Frames are cut.' },
          help: { text: 'Raise it.', markdown: 'Raise it.' },
          helpUri: 'https://example.org/mtu',
          defaultConfiguration: { level: 'error' },
          properties: { severity: 'critical' },
        },
        expect.objectContaining({ id: 'q2', defaultConfiguration: { level: 'note' } }),
      ],
    ])
  })

  it('names a check of a pack by the pack and its id there', () => {
    const packed = one({ packId: 'aci-hygiene/mtu', status: 'error' })

    const [run] = report(packed, one({ packId: 'aci-hygiene/mtu', status: 'passed' })).runs

    expect(run.tool.driver.rules[0]).toMatchObject({ id: 'aci-hygiene/mtu', shortDescription: { text: 'ports' } })
    expect(run.results[0].ruleId).toBe('aci-hygiene/mtu')
    expect(run.invocations[0].toolExecutionNotifications[0].associatedRule).toEqual({ id: 'aci-hygiene/mtu' })
  })

  it('has a result for each finding, with its fingerprint; waived ones are suppressed', () => {
    const findings = [finding('topology/a'), finding('topology/b', 'w1'), finding(null)]

    const { results } = report(one({ status: 'failed', severity: 'high', findings })).runs[0]

    expect(results[0]).toEqual({
      ...{ ruleId: 'q1', ruleIndex: 0, kind: 'fail', level: 'error', message: { text: 'MTU is 1500' } },
      locations: [{ logicalLocations: [{ fullyQualifiedName: 'topology/a' }] }],
      partialFingerprints: { 'heddleFinding/v1': 'f'.repeat(32) },
    })
    expect(results[1].suppressions).toEqual([{ kind: 'external', status: 'accepted' }])
    expect([results[2].locations, results[2].suppressions]).toEqual([undefined, undefined])
  })

  it.each([
    ['passed', 'pass', 'none'],
    ['not_applicable', 'notApplicable', 'none'],
    ['look', 'review', 'none'],
    ['failed', 'fail', 'warning'],
    ['waived', 'fail', 'warning'],
  ] as const)('says of a check that is %s: %s, %s', (status, kind, level) => {
    const [result] = report(one({ status, reason: 'so' })).runs[0].results

    expect(result).toMatchObject({ kind, level, message: { text: 'so' } })
    expect(result.suppressions !== undefined).toBe(status === 'waived')
  })

  it('says that a check could not run beside the results', () => {
    const { results, invocations } = report(one({ status: 'error', reason: 'unreachable' })).runs[0]

    expect(results).toEqual([])
    expect(invocations).toEqual([
      {
        executionSuccessful: false,
        toolExecutionNotifications: [
          { level: 'error', message: { text: 'unreachable' }, associatedRule: { id: 'q1' } },
        ],
      },
    ])
  })
})
