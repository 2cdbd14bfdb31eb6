import { isRecord } from '../is-record.ts'

/** Who changed how many rows, as a report or proof says it. */
export type Authors = {
  readonly people: readonly { readonly user: string; readonly rows: number }[]
  readonly nobody: number
  readonly unknown: number
}

/** By the newest record of each row; undefined if the text says nothing about authors. */
export function authorsIn({ blame, queries }: Record<string, unknown>): Authors | undefined {
  const blames = Array.isArray(blame) ? blame.filter(isRecord) : blamesOfQueries(queries)
  if (blames.length === 0) return undefined
  const rows = new Map<string, number>()
  const count = (user: string) => rows.set(user, (rows.get(user) ?? 0) + 1)
  let [nobody, unknown] = [0, 0]
  for (const { status, entries } of blames) {
    const newest: unknown = Array.isArray(entries) ? entries[0] : undefined
    if (isRecord(newest) && typeof newest.user === 'string') count(newest.user)
    else if (status === 'none') nobody += 1
    else unknown += 1
  }
  const people = [...rows].map(([user, many]) => ({ user, rows: many }))
  return { people: people.sort((left, right) => right.rows - left.rows), nobody, unknown }
}

function blamesOfQueries(queries: unknown): readonly Record<string, unknown>[] {
  if (!Array.isArray(queries)) return []
  const rows = queries.filter(isRecord).flatMap(({ added, removed, changed }) => [added, removed, changed].flat())
  return rows.filter(isRecord).flatMap(({ blame }) => (isRecord(blame) ? [blame] : []))
}

/** As one line. */
export function authorsInWords({ people, nobody, unknown }: Authors): string {
  const rows = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`
  const parts = [
    ...people.map(({ user, rows: count }) => `${user} (${rows(count)})`),
    ...(nobody > 0 ? [`nobody in the audit log (${rows(nobody)})`] : []),
    ...(unknown > 0 ? [`unknown (${rows(unknown)})`] : []),
  ]
  return `Changed by: ${parts.join(', ')}.`
}
