import { splitDn } from '../../dn/dn.ts'
import type { PresentedChange } from '../../snapshot/diff-rows.ts'
import { cellOf } from '../../values/cells.ts'
import type { Row, Value } from '../../values/row.ts'
import { shown } from './shown.ts'

/** The differences between two snapshots; the lists may hold only the first of each. */
export type Differences = {
  readonly counts: {
    readonly added: number
    readonly removed: number
    readonly changed: number
    readonly unchanged: number
  }
  readonly added: readonly Row[]
  readonly removed: readonly Row[]
  readonly changed: readonly PresentedChange[]
}

/** What happened to one column in the changed rows that were looked at. */
export type ExplainedField = {
  readonly name: string
  readonly count: number
  /** In how many rows nothing else changed. */
  readonly only: number
  /** The most frequent first. */
  readonly values: readonly ValueChange[]
  /** If all values are numbers. */
  readonly trend: { readonly rose: number; readonly fell: number } | undefined
}
type ValueChange = { readonly before: string; readonly after: string; readonly count: number }
export type ExplainedClass = {
  readonly name: string
  readonly added: number
  readonly removed: number
  readonly changed: number
}
/** A branch of the object tree that holds so many of the differences that name a DN. */
export type Branch = { readonly dn: string; readonly count: number; readonly of: number }
type Named = { readonly name: string; readonly class_name: string | undefined }
export type NamedChange = Named & { readonly fields: readonly (ValueChange & { readonly field: string })[] }

export type ChangeSummary = {
  readonly fields: readonly ExplainedField[]
  readonly classes: readonly ExplainedClass[]
  readonly branch: Branch | undefined
  readonly added: readonly Named[]
  readonly removed: readonly Named[]
  readonly changed: readonly NamedChange[]
}

const MOST_FIELDS = 20
const MOST_CLASSES = 20
const MOST_VALUES = 3
const MOST_NAMED = 20
const MOST_SHOWN_FIELDS = 5

/** Counts what the differences have in common. `className` is the class of rows that do not name their own. */
export function summariseChanges(
  { added, removed, changed }: Differences,
  className: string | undefined,
): ChangeSummary {
  const named = (row: Row): Named => ({ name: rowName(row), class_name: classOf(row, className) })
  return {
    fields: fieldChanges(changed).slice(0, MOST_FIELDS),
    classes: classChanges({ added, removed, changed: changed.map(({ key }) => key) }, className).slice(0, MOST_CLASSES),
    branch: commonBranch([...added, ...removed, ...changed.map(({ key }) => key)]),
    added: added.slice(0, MOST_NAMED).map(named),
    removed: removed.slice(0, MOST_NAMED).map(named),
    changed: changed.slice(0, MOST_NAMED).map(({ key, fields }) => ({ ...named(key), fields: shownFields(fields) })),
  }
}

function fieldChanges(changed: readonly PresentedChange[]): ExplainedField[] {
  const found = new Map<string, { count: number; only: number; pairs: { before: Value; after: Value }[] }>()
  for (const { fields } of changed) {
    const entries = Object.entries(fields)
    for (const [name, pair] of entries) {
      let field = found.get(name)
      if (field === undefined) found.set(name, (field = { count: 0, only: 0, pairs: [] }))
      field.count += 1
      if (entries.length === 1) field.only += 1
      field.pairs.push(pair)
    }
  }
  const all = [...found].map(([name, { count, only, pairs }]) => ({
    name: shown(name),
    count,
    only,
    ...valuesOf(pairs),
  }))
  return all.sort((a, b) => b.only - a.only || b.count - a.count || (a.name < b.name ? -1 : 1))
}

function valuesOf(pairs: readonly { before: Value; after: Value }[]): Pick<ExplainedField, 'values' | 'trend'> {
  const counts = new Map<string, { before: string; after: string; count: number }>()
  for (const { before, after } of pairs) {
    const texts = { before: valueText(before), after: valueText(after) }
    const key = `${texts.before}\n${texts.after}`
    const same = counts.get(key)
    if (same === undefined) counts.set(key, { ...texts, count: 1 })
    else same.count += 1
  }
  const values = [...counts.values()].sort((a, b) => b.count - a.count).slice(0, MOST_VALUES)
  return { values, trend: trendOf(pairs) }
}

function trendOf(pairs: readonly { before: Value; after: Value }[]): ExplainedField['trend'] {
  const steps = pairs.map(({ before, after }) => numberOf(after) - numberOf(before))
  if (steps.some(Number.isNaN)) return undefined
  return { rose: steps.filter((step) => step > 0).length, fell: steps.filter((step) => step < 0).length }
}

const numberOf = (value: Value): number =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value)
      ? Number(value)
      : NaN

function classChanges(
  lists: Readonly<Record<'added' | 'removed' | 'changed', readonly Row[]>>,
  fallback: string | undefined,
): ExplainedClass[] {
  const found = new Map<string, { added: number; removed: number; changed: number }>()
  for (const change of ['added', 'removed', 'changed'] as const) {
    for (const row of lists[change]) {
      const name = classOf(row, fallback)
      if (name === undefined) continue
      let counts = found.get(name)
      if (counts === undefined) found.set(name, (counts = { added: 0, removed: 0, changed: 0 }))
      counts[change] += 1
    }
  }
  const total = ({ added, removed, changed }: Omit<ExplainedClass, 'name'>) => added + removed + changed
  return [...found]
    .map(([name, counts]) => ({ name, ...counts }))
    .sort((a, b) => total(b) - total(a) || (a.name < b.name ? -1 : 1))
}

/** The lowest branch that holds all differences or, if that is the whole tree, one that holds at least half of them. */
function commonBranch(rows: readonly Row[]): Branch | undefined {
  const paths = rows
    .map((row) => cellOf(row, 'dn'))
    .flatMap((dn) => (typeof dn === 'string' ? [(splitDn(dn) ?? []).slice(0, -1)] : []))
  if (paths.length < 3) return undefined
  let [kept, branch] = [paths, [] as string[]]
  for (let depth = 0; depth < 6; depth += 1) {
    const groups = Map.groupBy(
      kept.filter((path) => path.length > depth),
      (path) => path[depth]!,
    )
    const largest = [...groups].sort(([, a], [, b]) => b.length - a.length)[0]
    if (largest === undefined || largest[1].length * 2 < paths.length) break
    // Once it has a name, a branch is only narrowed if nothing is lost.
    if (branch.length > 1 && largest[1].length < kept.length) break
    ;[branch, kept] = [[...branch, largest[0]], largest[1]]
  }
  // `uni` and `topology` hold everything of their kind.
  return branch.length < 2 ? undefined : { dn: shown(branch.join('/'), 200), count: kept.length, of: paths.length }
}

function classOf(row: Row, fallback: string | undefined): string | undefined {
  const own = cellOf(row, 'className')
  return typeof own === 'string' && own !== '' ? shown(own) : fallback
}

/** The DN, else the values that identify the row, else its first ones. */
function rowName(row: Row): string {
  const dn = cellOf(row, 'dn')
  if (typeof dn === 'string' && dn !== '') return shown(dn, 200)
  const cells = Object.entries(row).filter(([, value]) => value !== null && value !== '')
  return shown(cells.slice(0, 3).map(([name, value]) => `${shown(name, 40)} ${valueText(value)}`).join(', '), 200) // prettier-ignore
}

const shownFields = (fields: PresentedChange['fields']): NamedChange['fields'] =>
  Object.entries(fields)
    .slice(0, MOST_SHOWN_FIELDS)
    .map(([field, { before, after }]) => ({
      field: shown(field),
      before: valueText(before),
      after: valueText(after),
      count: 1,
    }))

/** A value as people read it: text in quotes, an absent one as `empty`. */
function valueText(value: Value): string {
  if (value === null || value === '') return 'empty'
  if (typeof value === 'string') return `"${shown(value, 60)}"`
  return typeof value === 'object' ? shown(JSON.stringify(value), 60) : String(value)
}
