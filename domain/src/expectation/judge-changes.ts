import { CHANGE_KINDS, type Expect } from '@heddle/contract/queries.ts'
import { MOST_FAILING_ROWS } from '@heddle/contract/executions.ts'
import { canonicalRow, parseCanonicalRow } from '../snapshot/canonical-row.ts'
import { DEFAULT_IGNORED_FIELDS, type DiffRules, resolveStrategy } from '../snapshot/diff-rules.ts'
import { diffRows, presentChangedRow } from '../snapshot/diff-rows.ts'
import { keyReader } from '../snapshot/row-key.ts'
import { CONTROLLER_COLUMN } from '../canvas/names.ts'
import type { Row, Value } from '../values/row.ts'
import { type Finding, type FindingsOptions, FoundRows } from './findings.ts'
import { rowsText } from './reason-text.ts'

type Kind = (typeof CHANGE_KINDS)[number]
type Bounds = NonNullable<Expect['rows']>

/** A snapshot that rows are compared with. */
export type RowsBefore = {
  readonly columns: readonly string[]
  /** In canonical form. */
  readonly rows: readonly string[]
  /** ISO 8601. */
  readonly capturedAt: string
}

/** What an expectation about changes has found. */
export type ChangesFound = {
  /** What there is too much or too little of, each in words. */
  readonly reasons: readonly string[]
  /** Those of the reasons that are about changes which did not happen. */
  readonly lacks: readonly string[]
  readonly items: readonly Finding[]
  /** Rows beyond the most findings that are kept. */
  readonly more: number
  readonly moreWaived: number
  /** The first rows that differ although they should not, without those that a waiver is for. */
  readonly first: readonly Row[]
  /** Why nothing can be said, in words. */
  readonly unknown?: string
}

const FIELDS_IN_REASON = 3
const LONGEST_VALUE = 60

/** Nothing is known about what has changed. */
export const unknownChanges = (unknown: string): ChangesFound => ({
  ...{ reasons: [], lacks: [], items: [], more: 0, moreWaived: 0, first: [] },
  unknown,
})

/**
 * Compares all rows of a run with those of a snapshot, by their DNs where these are unique on both sides and else as a
 * whole, and judges how many were added, removed and changed. A row is a finding where there are too many of its kind.
 */
export function judgeChanges(
  changes: NonNullable<Expect['changes']>,
  options: FindingsOptions,
  before: RowsBefore,
  now: { readonly columns: readonly string[]; readonly rows: readonly Row[] },
): ChangesFound {
  const after = now.rows.map(canonicalRow)
  const rules = rulesFor(before, { columns: now.columns, rows: after })
  const { added, removed, changed } = diffRows(before.rows, after, rules)
  const since = `since ${before.capturedAt}`
  const found: Record<Kind, readonly Differing[]> = {
    added: added.map((text) => ({ text, reason: () => `Added ${since}` })),
    removed: removed.map((text) => ({ text, reason: () => `Removed ${since}` })),
    changed: changed.map((texts) => ({
      text: texts.after,
      reason: () => `Changed ${since}: ${fieldsText(presentChangedRow(texts, rules).fields)}`,
    })),
  }
  const judged = CHANGE_KINDS.map((kind) => judgeKind(kind, changes[kind], found[kind], { options, since }))
  return {
    reasons: judged.flatMap(({ reason }) => reason ?? []),
    lacks: judged.flatMap(({ reason, isLack }) => (isLack && reason !== undefined ? [reason] : [])),
    items: judged.flatMap(({ items }) => items),
    more: judged.reduce((sum, { more }) => sum + more, 0),
    moreWaived: judged.reduce((sum, { moreWaived }) => sum + moreWaived, 0),
    first: judged.flatMap(({ first }) => first).slice(0, MOST_FAILING_ROWS),
  }
}

type Differing = { readonly text: string; readonly reason: () => string }

type JudgedKind = Pick<ChangesFound, 'items' | 'more' | 'moreWaived' | 'first'> & {
  readonly reason?: string
  readonly isLack?: boolean
}

const AS_EXPECTED: JudgedKind = { items: [], more: 0, moreWaived: 0, first: [] }

function judgeKind(
  kind: Kind,
  { min, max }: Bounds = {},
  differing: readonly Differing[],
  { options, since }: { readonly options: FindingsOptions; readonly since: string },
): JudgedKind {
  const text = `${rowsText(differing.length)} ${kind} ${since}`
  if (min !== undefined && differing.length < min)
    return { ...AS_EXPECTED, reason: `${text}, expected at least ${min}`, isLack: true }
  if (max === undefined || differing.length <= max) return AS_EXPECTED
  const rows = new FoundRows(options)
  const reasons = new Map<Row, () => string>()
  const first: Row[] = []
  for (const { text: canonical, reason } of differing) {
    const row = parseCanonicalRow(canonical)
    reasons.set(row, reason)
    const isWaived = rows.add(row)
    if (!isWaived && first.length < MOST_FAILING_ROWS) first.push(row)
  }
  const found = rows.list((row) => reasons.get(row)?.() ?? '')
  return { ...found, first, reason: `${text}, expected at most ${max}` }
}

type Side = Pick<RowsBefore, 'columns' | 'rows'>

function rulesFor(before: Side, after: Side): DiffRules {
  const match = resolveStrategy('auto', comparedSide(before), comparedSide(after))
  return { match, ignoreFields: DEFAULT_IGNORED_FIELDS }
}

function comparedSide({ columns, rows }: Side) {
  const match = columns.includes(CONTROLLER_COLUMN) ? 'controller_dn' : 'dn'
  const keyOf = keyReader({ match, ignoreFields: [] })
  const keys = new Set<string>()
  const hasUniqueDns = rows.every((text) => {
    const key = keyOf(text)
    keys.add(key)
    return key.startsWith('dn ')
  })
  return { columns, hasUniqueDns: hasUniqueDns && keys.size === rows.length }
}

/** The first fields that changed, in words. */
function fieldsText(fields: Readonly<Record<string, { readonly before: Value; readonly after: Value }>>): string {
  const all = Object.entries(fields)
  const shown = all
    .slice(0, FIELDS_IN_REASON)
    .map(([name, { before, after }]) => `${name} ${shownValue(before)} → ${shownValue(after)}`)
  const more = all.length - shown.length
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

function shownValue(value: Value): string {
  if (value === null || value === '') return '–'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text
}
