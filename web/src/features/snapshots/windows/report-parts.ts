import type { Wire } from '../../../lib/api/wire.ts'

type Query = Wire.ChangeReport['queries'][number]
type Check = Wire.ChangeReport['checks'][number]

export const CHECK_KINDS = ['fresh', 'before', 'passing', 'fine'] as const
export type CheckKind = (typeof CHECK_KINDS)[number]

const FAILING: ReadonlySet<string> = new Set(['failed', 'error', 'look'])

/** What a change did to a check. */
export function kindOfCheck({ before, after }: Check): CheckKind {
  const [failed, fails] = [FAILING.has(before.status), FAILING.has(after.status)]
  if (fails) return failed ? 'before' : 'fresh'
  return failed ? 'passing' : 'fine'
}

/** A row that differs, with what people tell it by. */
export type ReportRow = {
  readonly key: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly object: string
  readonly values: readonly { readonly name: string; readonly before: string | null; readonly after: string | null }[]
  readonly blame: Wire.RowBlame | undefined
}

export function rowsOfQuery({ added, removed, changed }: Query): readonly ReportRow[] {
  return [
    ...removed.map((row) => wholeRow('removed', row)),
    ...added.map((row) => wholeRow('added', row)),
    ...changed.map(({ key, fields, blame }) => ({
      kind: 'changed' as const,
      object: objectOf(key),
      values: Object.entries(fields).map(([name, value]) => ({
        name,
        before: textOf(value.before),
        after: textOf(value.after),
      })),
      blame,
    })),
  ].map((row, index) => ({ key: `${index}`, ...row }))
}

function wholeRow(kind: 'added' | 'removed', { blame, ...row }: Readonly<Record<string, unknown>>) {
  const values = Object.entries(row)
    .filter(([name, value]) => name !== 'dn' && value !== null && value !== '')
    .map(([name, value]) => ({
      name,
      before: kind === 'removed' ? textOf(value) : null,
      after: kind === 'added' ? textOf(value) : null,
    }))
  return { kind, object: objectOf(row), values, blame: blame as Wire.RowBlame | undefined }
}

/** The DN, else the first values. */
const objectOf = (row: Readonly<Record<string, unknown>>): string =>
  typeof row.dn === 'string'
    ? row.dn
    : Object.entries(row)
        .slice(0, 3)
        .map(([name, value]) => `${name} ${textOf(value) ?? ''}`)
        .join(', ')

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** How many rows differ in all queries, and how many of each kind. */
export function countRows(queries: readonly Query[]) {
  const rows = { added: 0, removed: 0, changed: 0 }
  for (const { summary } of queries) for (const kind of KINDS) rows[kind] += summary?.[kind] ?? 0
  return rows
}

const KINDS = ['added', 'removed', 'changed'] as const

export const differsIn = ({ summary }: Query): number => KINDS.reduce((sum, kind) => sum + (summary?.[kind] ?? 0), 0)
