import { aboveDn, placeOfDn } from '@heddle/domain/snapshot/group-of-row.ts'
import { naturalKey } from '@heddle/domain/values/natural-order.ts'
import { textOfValue } from '../../../components/diff/diff-values.ts'
import type { CellMarks, RowMarks } from '../../../components/rows-grid/cell-marks.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { MOST_FIELDS } from './most-fields.ts'
import {
  CHANGES,
  type Change,
  type CompareView,
  type Comparison,
  type Entry,
  type RowGroup,
  type Grouping,
  type ReviewedRow,
  type ShownItem,
  type ViewedItems,
} from './comparison.ts'

type Row = Readonly<Record<string, unknown>>
type Item = { readonly group: number } | { readonly entry: number }

const CONTROLLER = '@controller'
/** A list shows the beginning of a long value; its row is read whole. */
const LONGEST_SHOWN = 600

/** The rows that differ, kept where they do not hold up the page. */
export class CompareStore {
  readonly comparison: Comparison
  readonly #entries: readonly Entry[]
  readonly #groupNames = new Map<Grouping, readonly string[]>()
  #items: readonly Item[] = []
  #groups: readonly RowGroup[] = []
  #folded: ReadonlySet<string> = new Set()
  #numbers = new Map<number, number>()
  #marks: ReadonlyMap<string, ReviewedRow> = new Map()

  constructor(reply: Wire.CompareReply) {
    const entries = withKeys(entriesOf(reply))
    const names = entries.map(({ name }) => naturalKey(name))
    const order = entries.map((_, index) => index).toSorted((a, b) => byUnits(names[a]!, names[b]!))
    this.#entries = order.map((index) => entries[index]!)
    const { summary, key_strategy, key_fields, ignored_fields, truncated, execution, blame } = reply
    this.comparison = {
      ...{ summary, key_strategy, key_fields, ignored_fields, truncated, execution },
      ...(blame && { blame }),
      attributes: attributesOf(reply.changed),
      repeatedKeys: new Set(entries.filter(({ name, key }) => name !== key).map(({ name }) => name)).size,
      listed: { added: reply.added.length, removed: reply.removed.length, changed: reply.changed.length },
    }
  }

  view({ changes, fields, text, grouping, folded, reviewed, onlyOpen }: CompareView): ViewedItems {
    const sought = text.toLowerCase()
    const isShown = (entry: Entry): boolean =>
      changes.includes(entry.change) &&
      (fields.length === 0 || entry.fields.some(({ name }) => fields.includes(name))) &&
      (sought === '' || textOf(entry).includes(sought))
    this.#marks = new Map(reviewed.map((row) => [row.key, row]))
    const fitting = this.#entries.flatMap((entry, index) => (isShown(entry) ? [index] : []))
    const open = fitting.filter((index) => this.#reviewOf(this.#entries[index]!) === undefined)
    const hits = onlyOpen ? open : fitting
    this.#folded = new Set(folded)
    const groupNames = this.#namesFor(grouping)
    const byGroup = Map.groupBy(hits, (index) => groupNames[index]!)
    const names = inOrder(grouping, [...byGroup.keys()])
    this.#groups = names.map((name) => ({ name, counts: this.#count(byGroup.get(name)!) }))
    this.#items = names.flatMap((name, group) => [
      ...(grouping === 'none' ? [] : [{ group }]),
      ...(grouping !== 'none' && this.#folded.has(name) ? [] : byGroup.get(name)!.map((entry) => ({ entry }))),
    ])
    return this.#viewed(hits.length, [...new Set(groupNames)], fitting.length - open.length)
  }

  slice(from: number, to: number): readonly ShownItem[] {
    return this.#items.slice(from, to).map((item) => {
      if ('group' in item) {
        const group = this.#groups[item.group]!
        return { kind: 'group', group, isFolded: this.#folded.has(group.name) }
      }
      const entry = shortened(this.#withReview(this.#entries[item.entry]!))
      return { kind: 'entry', entry, number: this.#numbers.get(item.entry)! }
    })
  }

  /** Of the rows that are shown, with whole values. */
  entry(place: number): Entry | null {
    const found = [...this.#numbers].find(([, number]) => number === place)
    return found ? this.#withReview(this.#entries[found[0]]!) : null
  }

  /** The first of those that are shown. */
  entries(most: number): readonly Entry[] {
    return [...this.#numbers.keys()].slice(0, most).map((index) => shortened(this.#withReview(this.#entries[index]!)))
  }

  /** For rows of the later side. */
  marks(): CellMarks {
    // Of merged runs a DN says too little.
    if (this.comparison.key_fields.join() !== 'dn') return new Map()
    return new Map(this.#entries.flatMap((entry) => marksOf(entry)))
  }

  /** Every row that is kept, one change a line. */
  *changes(): Generator<{ entry: Entry; field: ChangedFieldOrRow }> {
    for (const entry of this.#entries)
      for (const field of entry.change === 'changed' ? entry.fields : [wholeRow(entry)]) yield { entry, field }
  }

  /** The group of each row; worked out once for each way to group. */
  #namesFor(grouping: Grouping): readonly string[] {
    const known = this.#groupNames.get(grouping) ?? this.#entries.map(GROUP_OF[grouping])
    this.#groupNames.set(grouping, known)
    return known
  }

  /** Its mark, unless it differs in more than was looked at. */
  #reviewOf({ key, fields }: Entry): ReviewedRow | undefined {
    const mark = this.#marks.get(key)
    return mark && fields.every(({ name }) => mark.fields.includes(name)) ? mark : undefined
  }

  #withReview(entry: Entry): Entry {
    const review = this.#reviewOf(entry)
    return review ? { ...entry, review } : entry
  }

  #viewed(hits: number, changedGroups: readonly string[], reviewed: number): ViewedItems {
    const shown = this.#items.flatMap((item) => ('entry' in item ? [item.entry] : []))
    this.#numbers = new Map(shown.map((entry, number) => [entry, number]))
    return {
      lines: this.#items.map((item) => ('group' in item ? 0 : this.#linesOf(this.#entries[item.entry]!))),
      hits,
      keys: shown.map((entry) => this.#entries[entry]!.key),
      groups: this.#groups.map(({ name }) => name),
      ...{ changedGroups, reviewed },
    }
  }

  /** A row that was reviewed has its name only. */
  #linesOf(entry: Entry): number {
    return this.#reviewOf(entry) ? 1 : linesOf(entry)
  }

  #count(entries: readonly number[]): Readonly<Record<Change, number>> {
    const counts = { added: 0, removed: 0, changed: 0 }
    for (const entry of entries) counts[this.#entries[entry]!.change] += 1
    return counts
  }
}

type ChangedFieldOrRow = { readonly name: string | null; readonly before: unknown; readonly after: unknown }

const wholeRow = ({ change, row }: Entry): ChangedFieldOrRow => ({
  name: null,
  before: change === 'removed' ? row : null,
  after: change === 'added' ? row : null,
})

function entriesOf({
  added,
  removed,
  changed,
  key_fields: keyFields,
  blame: read,
}: Wire.CompareReply): readonly Entry[] {
  const isBlamed = read !== undefined
  const whole = (change: Change) => (given: Row) => {
    const { blame, row } = apart(given, isBlamed)
    return { change, row, name: nameOf(row, keyFields), key: '', fields: [], blame }
  }
  return [
    ...added.map(whole('added')),
    ...removed.map(whole('removed')),
    ...changed.map(({ key, fields, row, blame }) => ({
      change: 'changed' as const,
      name: nameOf(key, keyFields),
      key: '',
      fields: Object.entries(fields).map(([name, { before, after }]) => ({ name, before, after })),
      row,
      blame,
    })),
  ]
}

/** Beside the columns of a row that only one side has stands who did it. */
function apart(given: Row, isBlamed: boolean): { readonly row: Row; readonly blame?: Wire.RowBlame } {
  if (!isBlamed) return { row: given }
  const { blame, ...row } = given
  return { row, blame: blame as Wire.RowBlame }
}

const FEW = 3

/** The values of its key; without a key, what names it best. */
function nameOf(row: Row, keyFields: readonly string[]): string {
  const named = keyFields.length > 0 ? keyFields : typeof row.dn === 'string' ? ['dn'] : Object.keys(row).slice(0, FEW)
  const texts = named.map((name) => textOfValue(row[name])).filter((text) => text !== '')
  return texts.length > 0 ? texts.join(' · ') : Object.values(row).slice(0, FEW).map(textOfValue).join(' · ')
}

/** Of rows with the same name, all but the first have a number. */
function withKeys(entries: readonly Entry[]): readonly Entry[] {
  const seen = new Map<string, number>()
  return entries.map((entry) => {
    const before = seen.get(entry.name) ?? 0
    seen.set(entry.name, before + 1)
    return { ...entry, key: before === 0 ? entry.name : `${entry.name} #${before + 1}` }
  })
}

/** Places follow their rows, which are in the order of names; classes have an order of their own, without one last. */
function inOrder(grouping: Grouping, names: readonly string[]): readonly string[] {
  if (grouping === 'change') return CHANGES.filter((change) => names.includes(change))
  if (grouping !== 'class') return names
  return names.toSorted((a, b) => Number(a === '') - Number(b === '') || byUnits(a, b))
}

const GROUP_OF: Readonly<Record<Grouping, (entry: Entry) => string>> = {
  place: (entry) => onFabric(entry, placeOfDn(dnOf(entry))),
  class: ({ row }) => (typeof row?.className === 'string' ? row.className : ''),
  parent: (entry) => onFabric(entry, aboveDn(dnOf(entry))),
  change: ({ change }) => change,
  none: () => '',
}

const dnOf = ({ name }: Entry): string => name.split(' · ')[0] ?? ''

/** Of merged runs, a place is on one of several fabrics. */
function onFabric({ name, row }: Entry, place: string): string {
  const fabric = row?.[CONTROLLER] ?? name.split(' · ')[1]
  return typeof fabric === 'string' && place !== '' ? `${fabric} · ${place}` : place
}

function attributesOf(changed: Wire.CompareReply['changed']): Comparison['attributes'] {
  const rows = new Map<string, number>()
  for (const { fields } of changed) for (const name of Object.keys(fields)) rows.set(name, (rows.get(name) ?? 0) + 1)
  return [...rows]
    .map(([name, count]) => ({ name, rows: count }))
    .toSorted((a, b) => b.rows - a.rows || byUnits(a.name, b.name))
}

const textOf = ({ name, fields, row = {} }: Entry): string =>
  [
    name,
    ...fields.flatMap((field) => [field.name, textOfValue(field.before), textOfValue(field.after)]),
    ...(fields.length === 0 ? Object.values(row).map(textOfValue) : []),
  ]
    .join('\n')
    .toLowerCase()

const linesOf = ({ fields }: Entry): number => 1 + Math.min(MOST_FIELDS, fields.length)

const shorter = (value: unknown): unknown => {
  const text = typeof value === 'string' ? value : typeof value === 'object' && value !== null ? textOfValue(value) : ''
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : value
}

const shortened = (entry: Entry): Entry => ({
  ...entry,
  fields: entry.fields.map(({ name, before, after }) => ({ name, before: shorter(before), after: shorter(after) })),
  ...(entry.row && {
    row: Object.fromEntries(Object.entries(entry.row).map(([name, value]) => [name, shorter(value)])),
  }),
})

function marksOf({ change, name, fields, row }: Entry): readonly (readonly [string, RowMarks])[] {
  if (change === 'removed') return []
  const dn = change === 'added' ? row?.dn : name.split(' · ')[0]
  if (typeof dn !== 'string') return []
  const before = fields.map((field) => [field.name, textOfValue(shorter(field.before))])
  return [[dn, { isAdded: change === 'added', before: Object.fromEntries(before) as Record<string, string> }]]
}

const byUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
