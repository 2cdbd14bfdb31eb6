import { type ExpectationResult, MOST_FAILING_ROWS } from '@heddle/contract/executions.ts'
import { usableExpression } from '../post-processing/expression-config.ts'
import { FailedRows } from '../post-processing/failed-rows.ts'
import type { Row } from '../values/row.ts'
import type { PreparedExpect } from './prepare-expect.ts'

type Judgement = {
  readonly expectation: ExpectationResult
  /** How many rows the expression failed for, if any. */
  readonly warnings: readonly string[]
}

/** Sees all rows of a run, some at a time, and then says whether they are as expected. */
export type RowJudge = { readonly add: (rows: readonly Row[]) => void; readonly judge: () => Judgement }

// What is shown of a row goes into lists and notices: rows of unusual size are left out.
const MOST_CHARACTERS = 32_000
const LONGEST_EXPRESSION = 200

/** A row for which `every` is null, fails or is no truth value is not as expected. */
export function judgeRows({ rows: bounds, every, look: isForPeople = false }: PreparedExpect): RowJudge {
  const evaluate = every && usableExpression(every.expression).evaluate
  const failures = new FailedRows()
  const first: Row[] = []
  const untrue: Row[] = []
  let count = 0
  let untrueCount = 0

  function look(row: Row): void {
    if (first.length < MOST_FAILING_ROWS) first.push(row)
    const result = evaluate?.(row)
    if (!result || (result.ok && result.value === true)) return
    if (!result.ok) failures.add(result.message)
    untrueCount += 1
    if (untrue.length < MOST_FAILING_ROWS) untrue.push(row)
  }

  return {
    add: (rows) => {
      count += rows.length
      rows.forEach(look)
    },
    judge: () => {
      const tooMany = bounds?.max !== undefined && count > bounds.max
      const reasons = [
        ...(tooMany ? [`${rowsText(count)}, expected at most ${bounds.max}`] : []),
        ...(bounds?.min !== undefined && count < bounds.min
          ? [`${rowsText(count)}, expected at least ${bounds.min}`]
          : []),
        ...(every && untrueCount > 0 ? [untrueText(untrueCount, count, every.text)] : []),
      ]
      const offending = untrueCount > 0 ? untrue : tooMany ? first : []
      return {
        expectation:
          reasons.length === 0
            ? { status: 'passed', reason: null, failing_rows: [] }
            : {
                status: isForPeople ? 'look' : 'failed',
                reason: reasons.join('; '),
                failing_rows: upToSize(offending),
              },
        warnings: failures.warnings('expect', 'count as not expected', count),
      }
    },
  }
}

const rowsText = (count: number): string => (count === 1 ? '1 row' : `${count} rows`)

function untrueText(untrue: number, all: number, expression: string): string {
  const text = expression.length > LONGEST_EXPRESSION ? `${expression.slice(0, LONGEST_EXPRESSION - 1)}…` : expression
  return `${untrue} of ${rowsText(all)} ${untrue === 1 ? 'is' : 'are'} not \`${text}\``
}

function upToSize(rows: readonly Row[]): Row[] {
  let characters = 0
  return rows.filter((row) => {
    characters += JSON.stringify(row).length
    return characters <= MOST_CHARACTERS
  })
}
