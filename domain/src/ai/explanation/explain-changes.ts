import type { ExplainFact } from '@heddle/contract/ai.ts'
import type { DiffRules } from '../../snapshot/diff-rules.ts'
import { classNoun } from './class-noun.ts'
import { counted, listed, asSentence, shown, some } from './shown.ts'
import { type ChangeSummary, type Differences, type ExplainedField, summariseChanges } from './summarise-changes.ts'

type Side = {
  readonly capturedAt: Date
  /** Of rows that do not name their own class. */
  readonly className: string | null
  readonly savedQueryId: string
  readonly savedQueryVersion: number
  readonly controllerConnectionId: string
}

export type ChangesToExplain = Differences & {
  readonly rules: DiffRules
  /** The lists lack differences that are counted. */
  readonly truncated: boolean
  readonly before: Side
  readonly after: Side
}

export type ChangesExplanation = { readonly text: string; readonly facts: readonly ExplainFact[] }

const MOST_NAMED_IN_TEXT = 5
const MOST_FIELDS_IN_TEXT = 4

/** Says in plain English what differs between two snapshots: how much, of what, which columns and how, and where. */
export function explainChanges(changes: ChangesToExplain): ChangesExplanation {
  const { before, after } = changes
  const summary = summariseChanges(
    changes,
    before.className === after.className ? (before.className ?? undefined) : undefined,
  )
  const differ = changes.counts.added + changes.counts.removed + changes.counts.changed
  const parts = [
    countText(changes, differ),
    changedText(changes, summary),
    listText('added', changes, summary),
    listText('removed', changes, summary),
    placeText(summary, differ),
    remarkText(changes, differ),
  ]
  return { text: parts.filter((part) => part !== '').join('\n'), facts: changeFacts(changes, summary) }
}

/** Rows with a DN are objects of the fabric. */
const thing = ({ rules }: ChangesToExplain): string => (rules.match === 'dn' ? 'object' : 'row')

function countText(changes: ChangesToExplain, differ: number): string {
  const { added, removed, changed, unchanged } = changes.counts
  const times = `the snapshots of ${instant(changes.before.capturedAt)} and ${instant(changes.after.capturedAt)}`
  if (differ === 0) {
    const all =
      unchanged === 0
        ? 'both are empty'
        : `${unchanged === 1 ? 'the only' : `all ${counted(unchanged)}`} ${plural(unchanged, changes)} ${unchanged === 1 ? 'is' : 'are'} the same`
    return `Nothing changed between ${times}: ${all}.`
  }
  const said = [
    ...(changed > 0 ? [`${some(changed, thing(changes))} changed`] : []),
    ...(added > 0
      ? [`${changed > 0 ? counted(added) : some(added, thing(changes))} ${added === 1 ? 'was' : 'were'} added`]
      : []),
    ...(removed > 0
      ? [
          `${changed + added > 0 ? counted(removed) : some(removed, thing(changes))} ${removed === 1 ? 'was' : 'were'} removed`,
        ]
      : []),
  ]
  return `Between ${times}, ${listed(said)}; ${counted(unchanged)} stayed the same.`
}

const plural = (count: number, changes: ChangesToExplain): string => `${thing(changes)}${count === 1 ? '' : 's'}`

function changedText(
  { changed, counts, truncated }: ChangesToExplain,
  { fields, changed: named }: ChangeSummary,
): string {
  const [first, ...others] = fields
  if (first === undefined) return ''
  const of =
    truncated && changed.length < counts.changed
      ? `Of the first ${counted(changed.length)}`
      : `Of the ${counted(changed.length)}`
  const most = changed.length === 1 ? fields.slice(0, MOST_FIELDS_IN_TEXT) : []
  if (most.length > 0)
    return `${named[0]!.name}: ${listed(most.map(({ name, values }) => `${name} went ${valuePart(values[0])}`))}.`
  const dominant =
    first.only > 0 ? [`${of} that changed, ${counted(first.only)} changed only ${first.name}${how(first)}.`] : []
  const rest = (dominant.length > 0 && first.only === first.count ? others : fields).slice(0, MOST_FIELDS_IN_TEXT)
  const columns = rest.map((field) => `${field.name} in ${counted(field.count)}${how(field)}`)
  const more =
    rest.length === 0
      ? []
      : [`${dominant.length > 0 ? 'By column' : `${of} that changed, by column`}: ${columns.join('; ')}.`]
  return [...dominant, ...more, examples(named, counts.changed)].filter((part) => part !== '').join(' ')
}

function how({ values, trend, count }: ExplainedField): string {
  const [most] = values
  if (most === undefined) return ''
  if (most.count === 1 && count > 2 && trend) {
    const ways = [
      ...(trend.rose > 0 ? [`up in ${counted(trend.rose)}`] : []),
      ...(trend.fell > 0 ? [`down in ${counted(trend.fell)}`] : []),
    ]
    return ` (${listed(ways)})`
  }
  if (most.count === 1 && count > 3) return ''
  if (most.count === count) return ` (${count === 1 ? '' : 'all '}${valuePart(most)})`
  return ` (${listed(values.map((value) => `${counted(value.count)} ${valuePart(value)}`))})`
}

const valuePart = (value: { readonly before: string; readonly after: string } | undefined): string =>
  value === undefined ? '' : `from ${value.before} to ${value.after}`

const examples = (named: ChangeSummary['changed'], total: number): string =>
  named.length === 0 ? '' : `${total <= MOST_NAMED_IN_TEXT ? 'They are' : 'Among them'}: ${namesOf(named)}.`

const namesOf = (named: readonly { readonly name: string }[]): string =>
  named
    .slice(0, MOST_NAMED_IN_TEXT)
    .map(({ name }) => name)
    .join(', ')

function listText(change: 'added' | 'removed', { counts }: ChangesToExplain, summary: ChangeSummary): string {
  const named = summary[change]
  if (named.length === 0) return ''
  const classes = summary.classes.filter((one) => one[change] > 0)
  const kinds = classes.slice(0, 5).map((one) => {
    const { one: single, many } = classNoun(one.name, undefined)
    const noun = one[change] === 1 ? single : many
    return `${counted(one[change])} ${noun}${noun.startsWith(one.name) ? '' : ` (${one.name})`}`
  })
  const of = kinds.length === 0 ? '' : ` ${listed(kinds)}`
  const rest = counts[change] - Math.min(named.length, MOST_NAMED_IN_TEXT)
  return asSentence(`${change}${of}: ${namesOf(named)}${rest > 0 ? ` and ${counted(rest)} more` : ''}`)
}

function placeText({ branch }: ChangeSummary, differ: number): string {
  if (branch === undefined) return ''
  const all =
    branch.count === differ
      ? `All ${counted(differ)} differences are`
      : `${counted(branch.count)} of the ${counted(branch.of)} differences looked at are`
  return `${all} below ${branch.dn}.`
}

function remarkText(
  { before, after, rules, truncated, added, removed, changed }: ChangesToExplain,
  differ: number,
): string {
  const isBackwards = after.capturedAt < before.capturedAt
  const isSameQuery = before.savedQueryId === after.savedQueryId
  const versions = `${before.savedQueryVersion} and ${after.savedQueryVersion}`
  return [
    ...(isBackwards ? ['The second snapshot is the older one, so what was added since then counts as removed.'] : []),
    ...(isSameQuery ? [] : ['The snapshots are of different saved queries.']),
    ...(isSameQuery && before.savedQueryVersion !== after.savedQueryVersion
      ? [`The query itself was edited in between: the snapshots are of its versions ${versions}.`]
      : []),
    ...(before.controllerConnectionId === after.controllerConnectionId
      ? []
      : ['They were captured from different controllers.']),
    ...(rules.match === 'hash' && differ > 0
      ? ['Rows are compared as a whole, so one that changed counts as one removed and one added.']
      : []),
    ...(rules.ignoreFields.length > 0
      ? [
          `Not compared: ${listed(
            rules.ignoreFields.map((name) => shown(name)),
            8,
          )}.`,
        ]
      : []),
    ...(truncated
      ? [
          `The counts are exact; columns, classes and places are those of the first ${counted(added.length + removed.length + changed.length)} differences.`,
        ]
      : []),
  ].join(' ')
}

const instant = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

function changeFacts({ counts, changed, before, after }: ChangesToExplain, summary: ChangeSummary): ExplainFact[] {
  return [
    ...(['added', 'removed', 'changed', 'unchanged'] as const).map((name) => ({
      kind: 'count' as const,
      name,
      count: counts[name],
    })),
    ...summary.classes.map((one) => ({ kind: 'count' as const, ...one })),
    ...summary.fields.map(({ trend, ...field }) => ({
      kind: 'field' as const,
      ...field,
      of: changed.length,
      ...trend,
    })),
    ...(summary.branch
      ? [{ kind: 'scope' as const, name: summary.branch.dn, count: summary.branch.count, of: summary.branch.of }]
      : []),
    ...(['added', 'removed', 'changed'] as const).flatMap((kind) => summary[kind].map((named) => ({ kind, ...named }))),
    { kind: 'scope', name: 'snapshots', before: instant(before.capturedAt), after: instant(after.capturedAt) },
  ]
}
