import { type ExpectationResult, MOST_FAILING_ROWS } from '@heddle/contract/executions.ts'
import { usableExpression } from '../post-processing/expression-config.ts'
import { FailedRows } from '../post-processing/failed-rows.ts'
import type { Row } from '../values/row.ts'
import type { ChangesFound } from './judge-changes.ts'
import { type Finding, FoundRows, MOST_FINDINGS } from './findings.ts'
import type { PreparedExpect } from './prepare-expect.ts'
import { LONGEST_REASON, rowsText } from './reason-text.ts'
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
  /** With what an expectation about changes has found. */
  readonly judge: (changes?: ChangesFound) => Judgement
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
    judge: (changes) => ({
      ...judgement(expect, { count, untrue, all, changes }),
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

type Seen = {
  readonly count: number
  readonly untrue: Offending
  readonly all: Offending | undefined
  readonly changes: ChangesFound | undefined
}

function judgement(expect: PreparedExpect, seen: Seen): Omit<Judgement, 'warnings'> {
  const { rows: bounds, every, look = false, waivers = [] } = expect
  const { count, untrue, all, changes } = seen
  const tooMany = bounds?.max !== undefined && count > bounds.max
  const tooFew = bounds?.min !== undefined && count < bounds.min
  const excess = tooMany ? `${rowsText(count)}, expected at most ${bounds.max}` : undefined
  const lack = tooFew ? `${rowsText(count)}, expected at least ${bounds.min}` : undefined
  const unlike = every && untrue.count > 0 ? untrueText(untrue.count, count, every.text) : undefined
  const reasons = [excess, lack, unlike, ...(changes?.reasons ?? [])]
  const offending = tooMany && all !== undefined ? all : untrue
  const ofRows = offending.found.list(() => excess ?? `Not \`${cut(every?.text ?? '')}\``)
  const missing = [lack, ...(changes?.lacks ?? [])].filter((text) => text !== undefined).join('; ')
  const items = byResource([
    ...(missing === '' ? [] : [missingRows(missing, waivers)]),
    ...ofRows.items,
    ...(changes?.items ?? []),
  ])
  const more = ofRows.more + (changes?.more ?? 0)
  const moreWaived = ofRows.moreWaived + (changes?.moreWaived ?? 0)
  const waived = items.filter(({ waiver }) => waiver !== null).length + moreWaived
  const total = items.length + more
  const findings = { items: items.slice(0, MOST_FINDINGS), truncated: total > MOST_FINDINGS }
  if (total === 0) return { expectation: changes?.unknown === undefined ? PASSED : unknown(changes.unknown), findings }
  const isWaived = waived === total
  const status = isWaived ? 'waived' : look ? 'look' : 'failed'
  const reason = [...reasons, waivedText(waived, total)].filter((text) => text !== undefined).join('; ')
  const first = untrue.count > 0 ? untrue.first : offending.first
  const rows = [...first, ...(changes?.first ?? [])].slice(0, MOST_FAILING_ROWS)
  return { expectation: { status, reason, findings: total - waived, failing_rows: upToSize(rows) }, findings }
}

/** What is found about one resource in several ways is one finding. */
function byResource(items: readonly Finding[]): readonly Finding[] {
  const found = new Map<string, Finding>()
  for (const item of items) {
    const key = JSON.stringify([item.controller, item.resource])
    const known = found.get(key)
    found.set(
      key,
      known === undefined
        ? item
        : { ...known, rows: known.rows + item.rows, reason: bothReasons(known.reason, item.reason) },
    )
  }
  return [...found.values()]
}

const bothReasons = (one: string, other: string): string =>
  one === other ? one : `${one}; ${other}`.slice(0, LONGEST_REASON)

/** Nothing to compare with, and nothing else that is not as expected. */
const unknown = (reason: string): ExpectationResult => ({
  ...{ status: 'not_applicable', reason, findings: 0, failing_rows: [] },
})

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
