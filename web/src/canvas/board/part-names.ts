import { nodeTitle } from '@heddle/domain/canvas-editing/part-names.ts'
import { joinOf } from '@heddle/domain/canvas-editing/primary-node.ts'
import { ownText, type WireCanvas, type WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { isWireObject } from '@heddle/domain/canvas/wire.ts'
import { formatNumber, plural } from '../../lib/i18n/plural.ts'
import type { NodeRun } from '../run/run-view.ts'

const rows = (count: number): string => plural(count, { one: '# row', other: '# rows' })

/** How assistive technology names a node: `fvBD, 59 rows, done`. */
export function nodeName(node: WirePart, run?: NodeRun): string {
  const count =
    run?.rows === undefined
      ? []
      : [run.total === undefined ? rows(run.rows) : `${formatNumber(run.rows)} of ${rows(run.total)}`]
  return [nodeTitle(node), ...count, ...(run ? [run.state] : [])].join(', ')
}

/** What is worth knowing about a node besides. */
export function nodeNotes(
  node: WirePart,
  given: { readonly isPrimary: boolean; readonly isSelected: boolean; readonly problems: number },
) {
  const alias = ownText(node, 'alias')
  const notes = [
    ...(alias === undefined ? [] : [`named ${alias}`]),
    ...(given.isPrimary ? ['gives the rows'] : []),
    ...problemNotes(given.problems),
    ...(given.isSelected ? ['selected'] : []),
  ]
  return notes.join(', ')
}

const problemNotes = (problems: number): readonly string[] =>
  problems === 0 ? [] : [plural(problems, { one: '# problem', other: '# problems' })]

export type ThreadKind = 'contains' | 'references' | 'match' | 'any' | 'auto'
const VERBS: Readonly<Record<ThreadKind, string>> = {
  contains: 'contains',
  references: 'references',
  match: 'matches',
  any: 'joins every',
  auto: 'joins',
}

export const threadKind = (edge: WirePart): ThreadKind =>
  edge.kind === 'contains' || edge.kind === 'references' || edge.kind === 'match' || edge.kind === 'any'
    ? edge.kind
    : 'auto'

/** `fvBD references fvCtx through fvRsCtx, 54 rows`. */
export function threadName(edge: WirePart, canvas: WireCanvas, count?: number): string {
  const title = (end: 'source' | 'target') => nodeTitle(canvas.nodes.find(({ id }) => id === edge[end]) ?? {})
  const through = ownText(edge, 'through')
  return [
    `${title('source')} ${VERBS[threadKind(edge)]} ${title('target')}${through === undefined ? '' : ` through ${through}`}`,
    ...(count === undefined ? [] : [rows(count)]),
  ].join(', ')
}

export function threadNotes(
  edge: WirePart,
  given: { readonly isSelected: boolean; readonly problems: number },
): string {
  const join = joinOf(edge)
  return [
    ...(edge.depth === 'child' ? ['direct children only'] : []),
    ...(join === 'inner' ? [] : [join === 'left' ? 'left join' : 'without']),
    ...problemNotes(given.problems),
    ...(given.isSelected ? ['selected'] : []),
  ].join(', ')
}

type Known = { readonly count?: number | undefined; readonly cardinality?: string | undefined }

/** What is written on a thread: `fvRsCtx n:1 · left · 54`. */
export function threadLabel(edge: WirePart, { count, cardinality }: Known = {}): string {
  const join = joinOf(edge)
  const kind =
    threadKind(edge) === 'references' && cardinality !== undefined
      ? `${kindLabel(edge)} ${cardinality}`
      : kindLabel(edge)
  return [kind, ...(join === 'inner' ? [] : [join]), ...(count === undefined ? [] : [formatNumber(count)])].join(' · ')
}

function kindLabel(edge: WirePart): string {
  switch (threadKind(edge)) {
    case 'contains':
      return edge.depth === 'child' ? 'contains child' : 'contains'
    case 'references':
      return ownText(edge, 'through') ?? 'references'
    case 'match':
      return `match ${matchLabel(edge.on)}`.trimEnd()
    case 'any':
    case 'auto':
      return threadKind(edge)
  }
}

const SIGNS: Readonly<Record<string, string>> = {
  eq: '=',
  between: 'between',
  in_subnet: 'in',
  overlaps: 'overlaps',
  contains_ip: 'contains',
}

/** The first condition of a match, and how many there are besides. */
function matchLabel(on: unknown): string {
  const conditions = (Array.isArray(on) ? on : [on]).filter(isWireObject)
  const [first] = conditions
  if (!first) return ''
  const sign = SIGNS[ownText(first, 'op') ?? 'eq'] ?? '='
  const more = conditions.length > 1 ? ` +${conditions.length - 1}` : ''
  return `${operand(first.source)} ${sign} ${operand(first.target)}${more}`
}

function operand(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(operand).join(' … ')
  return isWireObject(value) ? (ownText(value, 'expression') ?? '…') : '…'
}
