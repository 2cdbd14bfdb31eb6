import type { ReportedFinding } from '@heddle/contract/changes.ts'

export type FindingsCompared = {
  readonly new_findings: readonly ReportedFinding[]
  readonly gone_findings: readonly ReportedFinding[]
  readonly still: number
}

/** What a check finds after a change and did not before, and the reverse. A finding has the same id at both times. */
export function compareFindings(
  before: readonly ReportedFinding[],
  after: readonly ReportedFinding[],
): FindingsCompared {
  const [had, has] = [idsOf(before), idsOf(after)]
  const fresh = after.filter(({ id }) => !had.has(id))
  return {
    new_findings: fresh,
    gone_findings: before.filter(({ id }) => !has.has(id)),
    still: after.length - fresh.length,
  }
}

const idsOf = (findings: readonly ReportedFinding[]): ReadonlySet<string> => new Set(findings.map(({ id }) => id))
