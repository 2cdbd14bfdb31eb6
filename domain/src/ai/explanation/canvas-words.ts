import type { Canvas, CanvasEdge, CanvasNode, TimeRange } from '../../canvas/canvas.ts'
import { validEdges } from '../../canvas/graph.ts'
import { choosePrimary, hiddenNodes } from '../../canvas/primary.ts'
import { nodeClasses } from '../../canvas/node-classes.ts'
import type { EdgeMeaning } from '../../canvas/resolve-edge.ts'
import { resolveEdgeOfUnions } from '../../canvas/resolve-union-edge.ts'
import type { ClassModel } from '../../mim/model.ts'
import { classNoun, type Noun } from './class-noun.ts'
import { filterWords } from './filter-words.ts'
import { listed, shown } from './shown.ts'

/** The labels of classes; undefined where there is none. */
export type LabelOf = (className: string) => string | undefined

/** A node as sentences name it. */
export type NodeWords = {
  readonly node: CanvasNode
  readonly noun: Noun
  /** Where it is named again: `bridge domains`, with the alias if several nodes are called so. */
  readonly many: string
  /** Where it is introduced: `bridge domains (fvBD) whose name is "web" below uni/tn-a`. */
  readonly first: string
}

/** An edge, read from an object that was named before. */
export type EdgeWords = {
  readonly edge: CanvasEdge
  readonly meaning: EdgeMeaning | undefined
  readonly from: NodeWords
  readonly to: NodeWords
  /** Whether `from` is the source of the edge. */
  readonly isForward: boolean
  /** Whether `to` is only looked for, so that it gives no columns. */
  readonly isHidden: boolean
  /** Both ends were named before: the edge closes a loop. */
  readonly isKnown: boolean
}

export type CanvasWords = {
  readonly primary: NodeWords | undefined
  /** In the order in which the primary object leads to them. */
  readonly edges: readonly EdgeWords[]
  readonly nodes: readonly NodeWords[]
  /** Without a connection to the primary object. */
  readonly loose: readonly NodeWords[]
}

/** What a canvas draws, ready for sentences. Also of a faulty canvas, as far as it can be read. */
export function canvasWords(canvas: Canvas, model: ClassModel, labelOf: LabelOf): CanvasWords {
  const nodes = nodeWords(canvas.nodes, labelOf)
  const byId = new Map(nodes.map((words) => [words.node.id, words]))
  const primary = byId.get(choosePrimary(canvas)?.id ?? '')
  const walked = primary === undefined ? { edges: [], reached: new Set<string>() } : walk(canvas, primary, byId, model)
  return { primary, nodes, edges: walked.edges, loose: nodes.filter(({ node }) => !walked.reached.has(node.id)) }
}

function nodeWords(nodes: readonly CanvasNode[], labelOf: LabelOf): NodeWords[] {
  const nouns = new Map<string, Noun>()
  const nounOf = (className: string): Noun => {
    let noun = nouns.get(className)
    if (noun === undefined) nouns.set(className, (noun = classNoun(className, labelOf(className))))
    return noun
  }
  const read = nodes.map((node) => ({ node, noun: unionNoun(shownNodeClasses(node).map(nounOf)) }))
  const uses = new Map<string, number>()
  for (const { noun } of read) uses.set(noun.many, (uses.get(noun.many) ?? 0) + 1)
  return read.map(({ node, noun }) => {
    const many = uses.get(noun.many) === 1 ? noun.many : `${noun.many} "${shown(node.alias, 40)}"`
    return { node, noun, many, first: introduced(node, noun, many) }
  })
}

/** The classes of a node, fit to be shown; of a large union only the first. */
export function shownNodeClasses(node: CanvasNode): readonly string[] {
  const classes = nodeClasses(node)
    .slice(0, MOST_CLASSES)
    .map((name) => shown(name))
  return classes.length === 0 ? ['unknown'] : classes
}

const MOST_CLASSES = 20

/** `bridge domains and VRFs`; one of them is a `bridge domain or VRF`. */
function unionNoun(nouns: readonly Noun[]): Noun {
  const one = [...new Set(nouns.map((noun) => noun.one))]
  const many = [...new Set(nouns.map((noun) => noun.many))]
  return { one: listed(one, MOST_CLASSES, 'or'), many: listed(many, MOST_CLASSES, 'and') }
}

function introduced(node: CanvasNode, { many: plain }: Noun, many: string): string {
  const { filters, scope_dn: scope, time_range } = node
  const classes = shownNodeClasses(node).filter((name) => name !== 'unknown' && !plain.includes(`${name} object`))
  const name = classes.length === 0 ? many : `${many} (${classes.join(', ')})`
  const conditions = filters.length === 0 ? '' : ` whose ${filterWords(filters)}`
  return `${name}${scope === undefined ? '' : ` below ${shown(scope, 200)}`}${time_range ? ` ${timeWords(time_range)}` : ''}${conditions}`
}

/** `from {{now-24h}} to {{now}}`, `since 2026-03-01`, `until {{now}}`. */
export function timeWords({ from, to }: TimeRange): string {
  const [first, last] = [from, to].map((text) => (text === undefined ? undefined : shown(text, 60)))
  if (first !== undefined && last !== undefined) return `from ${first} to ${last}`
  return first === undefined ? `until ${last}` : `since ${first}`
}

function walk(canvas: Canvas, primary: NodeWords, byId: ReadonlyMap<string, NodeWords>, model: ClassModel) {
  const hidden = hiddenNodes(canvas)
  const left = new Set(validEdges(canvas))
  const reached = new Set([primary.node.id])
  const edges: EdgeWords[] = []
  // A set may grow while it is iterated, so this ends when nothing new is reached.
  for (const id of reached) {
    for (const edge of left) {
      if (edge.source !== id && edge.target !== id) continue
      left.delete(edge)
      const isForward = edge.source === id
      const other = isForward ? edge.target : edge.source
      const words = { from: byId.get(id)!, to: byId.get(other)! }
      edges.push({
        edge,
        ...words,
        meaning: meaningOf(edge, byId, model),
        isForward,
        isHidden: hidden.has(other),
        isKnown: reached.has(other),
      })
      reached.add(other)
    }
  }
  return { edges, reached }
}

function meaningOf(edge: CanvasEdge, byId: ReadonlyMap<string, NodeWords>, model: ClassModel): EdgeMeaning | undefined {
  const classesOf = (id: string) => nodeClasses(byId.get(id)!.node)
  const resolved = resolveEdgeOfUnions(edge, { source: classesOf(edge.source), target: classesOf(edge.target) }, model)
  return resolved.ok ? resolved.meaning : undefined
}
