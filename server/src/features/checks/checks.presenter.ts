import type { CheckResults } from '@heddle/contract/checks.ts'
import { type Caller } from '../../kernel/caller.ts'
import { hideInError, mayReadRows } from '../executions/index.ts'
import type { FoundCheck } from './checks.service.ts'
import type { CheckResultRow } from './checks.tables.ts'
import type { JunitCase } from './junit.ts'

export function presentChecks(found: FoundCheck, caller: Caller): CheckResults {
  const results = found.results.map((row) => ({
    saved_query: row.savedQueryId,
    check: null,
    group: null,
    name: row.name,
    title: row.name,
    execution: row.executionId,
    severity: row.severity,
    status: row.status,
    reason: shownReason(row, found, caller),
    findings: row.findings,
  }))
  const having = (wanted: CheckResultRow['status']) => results.filter(({ status }) => status === wanted).length
  return {
    ...presentStart(found),
    passed: having('passed'),
    failed: having('failed'),
    look: having('look'),
    not_applicable: having('not_applicable'),
    waived: having('waived'),
    errored: having('error'),
    results,
  }
}

export const presentStart = ({ check, results }: FoundCheck) => ({
  id: check.id,
  status: check.finishedAt === null ? ('running' as const) : ('finished' as const),
  total: results.length,
})

/** One query of a finished check, as its reports show it. */
export type ReportedCase = JunitCase & Pick<CheckResultRow, 'severity'>

export const presentCases = (found: FoundCheck, caller: Caller): readonly ReportedCase[] =>
  found.results.map((row) => ({
    name: row.name,
    folder: row.folder,
    severity: row.severity,
    status: row.status,
    reason: shownReason(row, found, caller),
    durationMs: row.durationMs,
  }))

/** Messages of failed runs may tell values of rows; reasons of expectations do not. */
function shownReason({ status, reason }: CheckResultRow, { check }: FoundCheck, caller: Caller): string | null {
  if (status !== 'error' || reason === null || mayReadRows(caller, check)) return reason
  return hideInError(reason)
}
