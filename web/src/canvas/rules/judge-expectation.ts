import type { Variables } from '@heddle/domain/canvas/canvas.ts'
import { PreparationBudget } from '@heddle/domain/canvas/preparation-budget.ts'
import { unknownChanges } from '@heddle/domain/expectation/judge-changes.ts'
import { judgeRows } from '@heddle/domain/expectation/judge-rows.ts'
import { prepareExpect } from '@heddle/domain/expectation/prepare-expect.ts'
import { readExpect } from '@heddle/domain/expectation/read-expect.ts'
import { whenFault } from '@heddle/domain/expectation/when.ts'
import type { RowTable } from '@heddle/domain/post-processing/post-processor.ts'

export type ToJudge = {
  readonly expectation: {
    readonly expect: unknown
    readonly resource: string
    readonly reason: string
    readonly look: boolean
    readonly when: string | null
  }
  readonly parameters: readonly { readonly name: string }[]
  readonly variables: Variables
}

export type Judged = {
  /** By path, such as `expect.rows.min`. */
  readonly faults: Readonly<Record<string, readonly string[]>>
  /** What a run with these rows would have said; undefined without rows, or with faults in what is expected. */
  readonly result?: {
    readonly status: string
    readonly reason: string | null
    readonly findings: number
    readonly rows: readonly Readonly<Record<string, unknown>>[]
    readonly warnings: readonly string[]
  }
}

/** What is wrong with an expectation, and what it would have said of the rows of a run that was read `now`. */
export function judgeExpectation(
  { expectation, parameters, variables }: ToJudge,
  table: RowTable | undefined,
  now: number,
): Judged {
  const { resource, reason, look, when } = expectation
  const read = readExpect(expectation.expect)
  const faults: Record<string, readonly string[]> = Object.fromEntries(
    Object.entries(read.faults).map(([path, messages]) => [path === '' ? 'expect' : `expect.${path}`, messages]),
  )
  const whenIsWrong = when === null ? undefined : whenFault(when, parameters)
  if (whenIsWrong !== undefined) faults['when'] = [whenIsWrong]
  if (read.expect === null || !table) return { faults }
  const { expect, errors } = prepareExpect({
    expect: read.expect,
    variables,
    budget: new PreparationBudget(now),
    columns: table.columns,
  })
  if (!expect) return { faults: { ...faults, 'expect.every': errors.map(({ message }) => sentence(message)) } }
  const judge = judgeRows({ ...expect, resource, reason, look })
  judge.add(table.rows)
  const { expectation: found, warnings } = judge.judge(expect.changes && unknownChanges(CHANGES_UNKNOWN))
  return {
    faults,
    result: {
      status: found.status,
      reason: found.reason,
      findings: found.findings,
      rows: found.failing_rows,
      warnings,
    },
  }
}

const CHANGES_UNKNOWN = 'Changes are judged against a snapshot when the query runs.'

function sentence(message: string): string {
  const text = message.replace(/^expect: /, '')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}
