import { type CheckResults, HeddleError } from '@heddle/client'
import type { Work } from '../command.ts'
import { type FailedRun, linesOf, withFailedRows } from '../output/junit-rows.ts'
import { harmless } from '../output/table.ts'

export const REPORT_FORMATS = ['junit', 'sarif', 'markdown', 'html'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/** Reading the rows of more would take longer than the checks. */
const MOST_EXPLAINED = 20

/** Named only where there are some. */
const OTHERS = [
  ['look', 'to look at'],
  ['waived', 'waived'],
  ['not_applicable', 'not applicable'],
] as const

/** The first rows of the runs that failed, as far as one may read them. */
export async function failedRuns({ heddle, context }: Work, { results }: CheckResults): Promise<readonly FailedRun[]> {
  const failed = results.filter(({ status, execution }) => status === 'failed' && execution !== null)
  return Promise.all(
    failed.slice(0, MOST_EXPLAINED).map(async ({ name, pack, check, execution }) => {
      const address = new URL(`queries/execution-logs/${execution!}`, context.url).href
      const log = await heddle.queries.executionLogs.get(execution!).catch((error: unknown) => {
        if (error instanceof HeddleError) return undefined
        throw error
      })
      return {
        name,
        ...(pack != null && { testName: `${pack}/${check}` }),
        address,
        rows: log?.expectation?.failing_rows ?? [],
      }
    }),
  )
}

/** A report of a finished check; one for build servers also has the rows that failed. */
export async function reportText(
  { heddle }: Work,
  id: string,
  format: ReportFormat,
  failed: readonly FailedRun[],
): Promise<string> {
  const report = await (await heddle.queries.checks.get(id, { format })).text()
  return format === 'junit' ? withFailedRows(report, failed) : report
}

/** A table of the results, the rows that failed, and the totals; or all of it as JSON. */
export async function showCheck(
  { list, print, wantsJson }: Work,
  check: CheckResults,
  failed: readonly FailedRun[],
): Promise<void> {
  if (wantsJson) return print(`${JSON.stringify(check, null, 2)}\n`)
  await list(check.results, {
    status: ({ status }) => status,
    severity: ({ severity }) => severity,
    name: ({ name }) => name,
    findings: ({ findings }) => findings,
    reason: ({ reason }) => reason,
  })
  for (const run of failed) await print(`\n${harmless([run.name, ...linesOf(run)].join('\n  '))}\n`)
  await print(`\n${totalsOf(check)}\n`)
}

export function totalsOf(check: CheckResults): string {
  const others = OTHERS.flatMap(([key, words]) => (check[key] > 0 ? [`, ${check[key]} ${words}`] : [])).join('')
  return `${check.passed} passed, ${check.failed} failed${others}, ${check.errored} could not run`
}
