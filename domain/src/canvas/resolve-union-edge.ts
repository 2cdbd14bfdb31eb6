import type { ClassModel } from '../mim/model.ts'
import type { Suggestions } from '../suggest.ts'
import type { CanvasEdge } from './canvas.ts'
import { classesText } from './node-classes.ts'
import { type EdgeEnds, type EdgeFault, type EdgeMeaning, resolveEdge, type ResolvedEdge } from './resolve-edge.ts'

/** The classes at the two ends of an edge; none for a node without a class. */
export type UnionEnds = { readonly source: readonly string[]; readonly target: readonly string[] }

type Meant = { readonly ends: EdgeEnds; readonly meaning: EdgeMeaning; readonly warning?: EdgeFault | undefined }

/**
 * `resolveEdge` between unions. The edge must mean the same for every pair of classes that it can join; pairs that it
 * cannot join give no rows, as long as there is another.
 */
export function resolveEdgeOfUnions(
  edge: CanvasEdge,
  { source, target }: UnionEnds,
  model: ClassModel,
  suggestions?: Suggestions,
): ResolvedEdge {
  const pairs = orNone(source).flatMap((one) =>
    orNone(target).map((other): EdgeEnds => ({ source: one, target: other })),
  )
  const [only] = pairs
  if (only !== undefined && pairs.length === 1) return resolveEdge(edge, only, model, suggestions)
  const meant: Meant[] = []
  const faults: EdgeFault[] = []
  for (const ends of pairs) {
    const resolved = resolveEdge(edge, ends, model, suggestions)
    if (resolved.ok) meant.push({ ends, meaning: resolved.meaning, warning: resolved.warning })
    else faults.push(resolved.fault)
  }
  // That several relations join a pair is not settled by another pair that only one joins.
  const unclear = faults.find(({ code }) => code === 'ambiguous_relation')
  if (unclear !== undefined) return { ok: false, fault: unclear }
  const fault = faults[0]
  if (meant.length === 0 && fault !== undefined) return { ok: false, fault: ofAll(fault, { source, target }) }
  return oneMeaning(meant)
}

const orNone = (classes: readonly string[]): readonly string[] => (classes.length === 0 ? [''] : classes)

function ofAll(fault: EdgeFault, { source, target }: UnionEnds): EdgeFault {
  if (fault.code === 'bad_value') return fault
  return {
    ...fault,
    message: `${fault.message}; nor is there such a join between any other of ${classesText(source)} and ${classesText(target)}`,
  }
}

function oneMeaning(meant: readonly Meant[]): ResolvedEdge {
  const certain = meant.filter(({ meaning }) => meaning.kind !== 'references' || meaning.holder !== 'unknown')
  const [first, ...others] = certain.length > 0 ? certain : meant
  if (first === undefined) throw new Error('an edge has two ends')
  const other = others.find(({ meaning }) => JSON.stringify(meaning) !== JSON.stringify(first.meaning))
  if (other === undefined) {
    // Pairs that the edge does not fit join nothing; it is doubtful only if it fits none.
    const isDoubtful = meant.every(({ warning }) => warning !== undefined)
    return { ok: true, meaning: first.meaning, ...(isDoubtful && first.warning && { warning: first.warning }) }
  }
  const words = `${wordsOf(first)}, but ${wordsOf(other)}`
  if (
    first.meaning.kind === 'references' &&
    other.meaning.kind === 'references' &&
    first.meaning.through === other.meaning.through
  ) {
    return { ok: false, fault: { code: 'no_relation', message: `${words}: draw a node for each of these directions` } }
  }
  const suggestions = [first, other].flatMap(({ meaning }) => (meaning.kind === 'references' ? [meaning.through] : []))
  const message = `the edge would mean several things: ${words}; choose its \`kind\` and \`through\`, or draw a node for each of them`
  return { ok: false, fault: { code: 'ambiguous_relation', message, suggestions } }
}

function wordsOf({ ends, meaning }: Meant): string {
  if (meaning.kind !== 'references') return `${ends.source} contains ${ends.target}`
  const [holder, named] = meaning.holder === 'target' ? [ends.target, ends.source] : [ends.source, ends.target]
  return `${holder} refers to ${named} through ${meaning.through}`
}
