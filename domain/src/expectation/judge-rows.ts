import { type ExpectationResult, MOST_FAILING_ROWS } from '@heddle/contract/executions.ts'
import { usableExpression } from '../post-processing/expression-config.ts'
import { FailedRows } from '../post-processing/failed-rows.ts'
import type { Row } from '../values/row.ts'
import { type Finding, FoundRows, MOST_FINDINGS } from './findings.ts'
import type { PreparedExpect } from './prepare-expect.ts'
import { waiverOf } from './waived.ts'

export type Judgement = {
  readonly expectation: ExpectationResult
  readonly findings: Findings
  /** How many rows the expression failed for, if any. */
  readonly warnings: readonly string[]
}

export type Findings = { readonly items: readonly Finding[]; readonly truncated: boolean }

/** Sees all rows of a run, some at a time, and then says whether they are as expected. */
export type RowJudge = {
  readonly add: (rows: readonly Row[]) => void
  /** Counts rows that are known to pass `every`. Only where all rows together are not more than `rows.max`. */
  readonly addPassing: (count: number) => void
  readonly judge: () => Judgement
}

// What is shown of a row goes into lists and notices: rows of unusual size are left out.
const MOST_CHARACTERS = 32_000
const LONGEST_EXPRESSION = 200

/** Whether a row is as `every` wants it; without `every`, each row is. */
export function rowTest({ every }: Pick<PreparedExpect, 'every'>): (row: Row) => boolean {
  const evaluate = every && usableExpression(every.expression).evaluate
  return (row) => {
    const result = evaluate?.(row)
    return result === undefined || (result.ok && result.value === true)
  }
}

/** A row for which `every` is null, fails or is no truth value is not as expected. */
export function judgeRows(expect: PreparedExpect): RowJudge {
  const { rows: bounds, every } = expect
  const evaluate = every && usableExpression(every.expression).evaluate
  const failures = new FailedRows()
  // Whether there are too many rows is only known at the end.
  const all = bounds?.max === undefined ? undefined : new Offending(expect)
  const untrue = new Offending(expect)
  let count = 0

  function look(row: Row): void {
    all?.add(row)
    const result = evaluate?.(row)
    if (!result || (result.ok && result.value === true)) return
    if (!result.ok) failures.add(result.message)
    untrue.add(row)
  }

  return {
    add: (rows) => {
      count += rows.length
      rows.forEach(look)
    },
    addPassing: (more) => void (count += more),
    judge: () => ({
      ...judgement(expect, count, untrue, all),
      warnings: failures.warnings('expect', 'count as not expected', count),
    }),
  }
}

/** Rows that are not as expected: the first ones that no waiver is for, and what they are about. */
class Offending {
  readonly first: Row[] = []
  readonly found: FoundRows
  count = 0

  constructor(options: PreparedExpect) {
    this.found = new FoundRows(options)
  }

  add(row: Row): void {
    this.count += 1
    const isWaived = this.found.add(row)
    if (!isWaived && this.first.length < MOST_FAILING_ROWS) this.first.push(row)
  }
}

function judgement(
  { rows: bounds, every, look = false, waivers = [] }: PreparedExpect,
  count: number,
  untrue: Offending,
  all: Offending | undefined,
): Omit<Judgement, 'warnings'> {
  const tooMany = bounds?.max !== undefined && count > bounds.max
  const tooFew = bounds?.min !== undefined && count < bounds.min
  const excess = tooMany ? `${rowsText(count)}, expected at most ${bounds.max}` : undefined
  const lack = tooFew ? `${rowsText(count)}, expected at least ${bounds.min}` : undefined
  const reasons = [excess, lack, every && untrue.count > 0 ? untrueText(untrue.count, count, every.text) : undefined]
  const offending = tooMany && all !== undefined ? all : untrue
  const { items, more, moreWaived } = offending.found.list(excess ?? `Not \`${cut(every?.text ?? '')}\``)
  const found = lack === undefined ? items : [missingRows(lack, waivers), ...items]
  const waived = found.filter(({ waiver }) => waiver !== null).length + moreWaived
  const total = found.length + more
  const findings = { items: found.slice(0, MOST_FINDINGS), truncated: total > MOST_FINDINGS }
  if (total === 0) return { expectation: PASSED, findings }
  const isWaived = waived === total
  const status = isWaived ? 'waived' : look ? 'look' : 'failed'
  const reason = [...reasons, waivedText(waived, total)].filter((text) => text !== undefined).join('; ')
  const rows = (untrue.count > 0 ? untrue : offending).first
  return { expectation: { status, reason, findings: total - waived, failing_rows: upToSize(rows) }, findings }
}

const PASSED = { status: 'passed', reason: null, findings: 0, failing_rows: [] } satisfies ExpectationResult

const missingRows = (reason: string, waivers: NonNullable<PreparedExpect['waivers']>): Finding => ({
  resource: null,
  reason,
  row: null,
  rows: 0,
  controller: null,
  waiver: waiverOf(waivers, null, null)?.id ?? null,
})

function waivedText(waived: number, total: number): string | undefined {
  if (waived === 0) return undefined
  if (waived === total) return total === 1 ? 'waived' : 'all waived'
  return `${waived} of ${total} findings waived`
}

const rowsText = (count: number): string => (count === 1 ? '1 row' : `${count} rows`)

function untrueText(untrue: number, all: number, expression: string): string {
  return `${untrue} of ${rowsText(all)} ${untrue === 1 ? 'is' : 'are'} not \`${cut(expression)}\``
}

const cut = (text: string): string =>
  text.length > LONGEST_EXPRESSION ? `${text.slice(0, LONGEST_EXPRESSION - 1)}…` : text

function upToSize(rows: readonly Row[]): Row[] {
  let characters = 0
  return rows.filter((row) => {
    characters += JSON.stringify(row).length
    return characters <= MOST_CHARACTERS
  })
}
