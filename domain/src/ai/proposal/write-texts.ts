import type { ClassModel } from '../../mim/model.ts'
import { isWireObject } from '../../canvas/wire.ts'
import { honestText } from './honest-text.ts'
import type { ProposedPart } from './parts.ts'
import type { CanvasProposal, WireLists } from './proposal.ts'

export type Texts = { readonly name: string; readonly description: string; readonly explanation: string }

const LONGEST = { name: 200, description: 2_000, explanation: 4_000, reason: 1_000 } as const

/** Name, description and explanation as people may see them. */
export function textsOf(
  { name, description, explanation }: CanvasProposal,
  canvas: WireLists,
  model: ClassModel,
): Texts {
  const isKnown = knownNames(model, [...canvas.nodes, ...canvas.edges, ...canvas.post_processors])
  return {
    name: honestText(name, LONGEST.name, isKnown),
    description: honestText(description, LONGEST.description, isKnown),
    explanation: honestText(explanation, LONGEST.explanation, isKnown),
  }
}

/** The parts with a reason each: the model's own, else a plain sentence. */
export function withReasons(parts: readonly ProposedPart[], model: ClassModel): readonly ProposedPart[] {
  const isKnown = knownNames(
    model,
    parts.flatMap(({ before, after }) => [before, after]),
  )
  return parts.map((part) => ({
    ...part,
    reason: honestText(part.reason, LONGEST.reason, isKnown) || plainReason(part),
  }))
}

/** Names that exist: classes, properties of the classes in the parts, and what the parts themselves call something. */
function knownNames(model: ClassModel, parts: readonly unknown[]): (name: string) => boolean {
  const written = new Set<string>()
  const classes = new Set<string>()
  for (const part of parts) {
    if (!isWireObject(part)) continue
    for (const text of [part.id, part.alias, ...textsIn(part.config)])
      for (const word of wordsOf(text)) written.add(word)
    if (typeof part.class_name === 'string') classes.add(part.class_name)
  }
  const isProperty = (name: string) =>
    [...classes].some((className) => model.find(className)?.properties?.has(name) === true)
  return (name) => written.has(name) || model.find(name) !== undefined || isProperty(name)
}

const wordsOf = (text: unknown): readonly string[] => (typeof text === 'string' ? text.split(/\W+/) : [])

function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > 8) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(Array.isArray(value) ? [] : [key]),
    ...textsIn(inner, depth + 1),
  ])
}

function plainReason({ op, kind, before, after }: ProposedPart): string {
  const part = after ?? before ?? {}
  if (op === 'remove') return `The question does not need this ${kind}.`
  if (op === 'change') return `The question needs this ${kind} to be different.`
  switch (kind) {
    case 'node':
      return `Reads objects of the class ${String(part.class_name)}.`
    case 'edge':
      return `Joins ${String(part.source)} and ${String(part.target)}.`
    case 'step':
      return `Applies "${String(part.type)}" to the rows.`
  }
}
