import type { ExpectationResult } from '@heddle/contract/executions.ts'
import type { Expect, Parameter } from '@heddle/contract/queries.ts'
import { PreparationBudget } from '@heddle/domain/canvas/preparation-budget.ts'
import type { FindingsOptions } from '@heddle/domain/expectation/findings.ts'
import { unknownChanges } from '@heddle/domain/expectation/judge-changes.ts'
import { type Judgement, judgeRows, type RowJudge, rowTest } from '@heddle/domain/expectation/judge-rows.ts'
import { type PreparedExpect, prepareExpect } from '@heddle/domain/expectation/prepare-expect.ts'
import { bindParameters } from '@heddle/domain/parameters/bind-parameters.ts'
import type { Row } from '@heddle/domain/values/row.ts'
import { type FoundFindings, type FoundIn, packFindings } from '../../run-engine/index.ts'
import { unpackedLines, type RowsBody } from './rows-part.ts'

type JudgeStart = {
  readonly expect: Expect
  readonly parameters: readonly Parameter[]
  readonly variables: Readonly<Record<string, unknown>>
  /** What `{{now}}` is, in milliseconds. */
  readonly now: number
  readonly look: boolean
  readonly findings: FindingsOptions
  readonly foundIn: FoundIn
}

type Capture = {
  readonly columns: readonly string[]
  readonly rowCount: number
  readonly chunks: readonly { readonly id: number; readonly rowCount: number }[]
}
type CaptureChunk = RowsBody & { readonly id: number }
export type JudgedCapture = Omit<ExpectationResult, 'failing_rows'>

type Opened = {
  readonly judge: RowJudge
  readonly test: (row: Row) => boolean
  readonly rowCounts: ReadonlyMap<number, number>
  readonly times: ReadonlyMap<number, number>
  readonly isTooMany: boolean
}

const CHANGES_OF_PAST = 'Changes are judged when the query runs; captures are judged one at a time.'

/** Characters of rows that are kept for other captures; beyond that, their chunks are read again. */
const MOST_KEPT = 4_000_000

/**
 * Judges captures of one lineage, one after another. Captures share most of their chunks, so of each chunk the rows
 * that matter are kept: those that `every` is not true for, or all of a capture that has too many.
 */
export function createCaptureJudge({ expect: wanted, parameters, variables: given, ...start }: JudgeStart) {
  const { now, look, findings, foundIn } = start
  const bound = bindParameters(parameters, given)
  // One without a value matters only where it is used, which has the fault then.
  const unusable = bound.problems.filter(({ code }) => code !== 'missing_variable')
  const kept = new Map<string, readonly Row[]>()
  let room = MOST_KEPT
  let opened: Opened | undefined
  let judgement: Judgement | undefined

  const prepare = (columns: readonly string[] | undefined) =>
    prepareExpect({ expect: wanted, variables: bound.variables, budget: new PreparationBudget(now), columns })
  const keyOf = (id: number): string => `${opened!.isTooMany ? 'all' : 'untrue'} ${id}`

  function add(id: number, rows: readonly Row[]): void {
    const { judge, rowCounts, times, isTooMany } = opened!
    for (let time = 0; time < (times.get(id) ?? 0); time++) {
      judge.add(rows)
      if (!isTooMany) judge.addPassing(rowCounts.get(id)! - rows.length)
    }
  }

  return {
    /** What is wrong with the expectation whatever the rows are. */
    fault: (_: undefined): string | undefined => messageOf([...unusable, ...prepare(undefined).errors]),
    /** Begins with a capture: returns which of its chunks have to be seen, or why it cannot be judged. */
    open: ({ columns, rowCount, chunks }: Capture): { readonly missing: number[] } | { readonly fault: string } => {
      const prepared = prepare(columns)
      const fault = messageOf(prepared.errors)
      if (fault !== undefined) return { fault }
      const expect: PreparedExpect = { ...prepared.expect!, ...findings, look }
      const isTooMany = expect.rows?.max !== undefined && rowCount > expect.rows.max
      opened = { judge: judgeRows(expect), test: rowTest(expect), isTooMany, ...countsOf(chunks) }
      if (!isTooMany && expect.every === undefined) {
        opened.judge.addPassing(rowCount)
        return { missing: [] }
      }
      const missing: number[] = []
      for (const id of opened.times.keys()) {
        const rows = kept.get(keyOf(id))
        if (rows) add(id, rows)
        else missing.push(id)
      }
      return { missing }
    },
    see: (chunks: readonly CaptureChunk[]): void => {
      const { isTooMany, test } = opened!
      for (const { id, ...packed } of chunks) {
        const rows: Row[] = []
        let characters = 0
        for (const line of unpackedLines(packed)) {
          const row = JSON.parse(line) as Row
          if (!isTooMany && test(row)) continue
          rows.push(row)
          characters += line.length
        }
        add(id, rows)
        if (characters > room) continue
        room -= characters
        kept.set(keyOf(id), rows)
      }
    },
    judge: (_: undefined): JudgedCapture => {
      judgement = opened!.judge.judge(wanted.changes && unknownChanges(CHANGES_OF_PAST))
      const { status, reason, findings: count } = judgement.expectation
      return { status, reason, findings: count }
    },
    /** The findings of the capture that was judged last; null where there are none. */
    found: (_: undefined): FoundFindings | null => packFindings(judgement!.findings, foundIn),
  }
}

function countsOf(chunks: Capture['chunks']): Pick<Opened, 'rowCounts' | 'times'> {
  const rowCounts = new Map(chunks.map(({ id, rowCount }) => [id, rowCount]))
  const times = new Map<number, number>()
  for (const { id } of chunks) times.set(id, (times.get(id) ?? 0) + 1)
  return { rowCounts, times }
}

const messageOf = (errors: readonly { readonly message: string }[]): string | undefined =>
  errors.length === 0 ? undefined : errors.map(({ message }) => message).join('; ')
