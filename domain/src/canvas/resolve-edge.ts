import { findKnownClass } from '../mim/known-classes.ts'
import { knownContainment, knownModel } from '../mim/known-model.ts'
import type { ClassModel, RelationInfo } from '../mim/model.ts'
import { lineage } from '../mim/relations.ts'
import { Suggestions } from '../suggest.ts'
import type { CanvasEdge, MatchCondition } from './canvas.ts'
import { conditionsOf } from './match-conditions.ts'
import type { Problem } from './problem.ts'

/** What an edge means once `auto` is decided. The objects of the `holder` have the relation objects as children. */
export type EdgeMeaning =
  | { readonly kind: 'contains'; readonly depth: 'any' | 'child' }
  | { readonly kind: 'references'; readonly through: string; readonly holder: 'source' | 'target' | 'unknown' }
  /** All conditions must hold. */
  | { readonly kind: 'match'; readonly conditions: readonly MatchCondition[] }
  /** Every object of one with every object of the other. */
  | { readonly kind: 'any' }

export type EdgeFault = Pick<Problem, 'code' | 'message' | 'suggestions'>

export type ResolvedEdge =
  /** The warning says why the edge is probably not what was meant. */
  | { readonly ok: true; readonly meaning: EdgeMeaning; readonly warning?: EdgeFault }
  | { readonly ok: false; readonly fault: EdgeFault }

/** The classes at the two ends of an edge; an empty string for a node without one. */
export type EdgeEnds = { readonly source: string; readonly target: string }

/**
 * Decides what an edge means between two classes. `auto` follows what the edge itself says (`through`, `on`), else asks
 * the model: containment first, then the single relation. Without a MIM, `auto` means containment, unless the built-in
 * table knows that to be impossible and has a single relation.
 */
export function resolveEdge(
  edge: CanvasEdge,
  ends: EdgeEnds,
  model: ClassModel,
  suggestions = new Suggestions(),
): ResolvedEdge {
  switch (edge.kind) {
    case 'contains':
      return contains(edge, ends, model)
    case 'references':
      return edge.through === undefined
        ? findRelation(ends, model, suggestions)
        : references(edge.through, ends, model, suggestions)
    case 'match':
      return matches(edge)
    case 'any':
      return { ok: true, meaning: { kind: 'any' } }
    case 'auto':
      return automatic(edge, ends, model, suggestions)
  }
}

function automatic(edge: CanvasEdge, ends: EdgeEnds, model: ClassModel, suggestions: Suggestions): ResolvedEdge {
  if (edge.through !== undefined) return references(edge.through, ends, model, suggestions)
  if (edge.on !== undefined) return matches(edge)
  if (!model.installed) return automaticWithoutModel(edge, ends, model, suggestions)
  const containment = contains(edge, ends, model)
  return containment.ok ? containment : findRelation(ends, model, suggestions)
}

function automaticWithoutModel(
  edge: CanvasEdge,
  ends: EdgeEnds,
  model: ClassModel,
  suggestions: Suggestions,
): ResolvedEdge {
  const doubt = containmentDoubt(edge, ends)
  const candidates = doubt === undefined ? [] : relationsEitherWay(ends, model)
  const [only] = candidates
  if (only !== undefined && candidates.length === 1) return references(only, ends, model, suggestions)
  const warning = only === undefined ? doubt : ambiguous(ends, candidates)
  return { ok: true, meaning: { kind: 'contains', depth: edge.depth }, ...(warning && { warning }) }
}

/** Why the built-in table does not believe that one class contains the other. */
function containmentDoubt(edge: CanvasEdge, ends: EdgeEnds): EdgeFault | undefined {
  const { source, target } = ends
  if (knownContainment(source, target, edge.depth) !== 'impossible') return undefined
  const isBackwards = knownContainment(target, source, 'any') === 'possible'
  const message = `${source} cannot contain ${target}${containmentHint(edge, ends, knownModel)}`
  return { code: isBackwards ? 'backwards' : 'impossible_containment', message }
}

function contains(edge: CanvasEdge, ends: EdgeEnds, model: ClassModel): ResolvedEdge {
  const warning = model.installed ? undefined : containmentDoubt(edge, ends)
  const decided: ResolvedEdge = {
    ok: true,
    meaning: { kind: 'contains', depth: edge.depth },
    ...(warning && { warning }),
  }
  if (!areKnown(ends, model) || model.canContain(ends.source, ends.target, edge.depth)) return decided
  return failed(
    'impossible_containment',
    `${ends.source} cannot contain ${ends.target}${containmentHint(edge, ends, model)}`,
  )
}

function containmentHint(edge: CanvasEdge, { source, target }: EdgeEnds, model: ClassModel): string {
  if (edge.depth === 'child' && model.canContain(source, target, 'any'))
    return ' directly, only further down: use depth "any"'
  if (model.canContain(target, source, 'any'))
    return `: it is the other way round, draw the edge from ${target} to ${source}`
  return ''
}

function matches({ on }: CanvasEdge): ResolvedEdge {
  if (on === undefined) return failed('bad_value', 'a match edge needs `on`: {source, target} or a list')
  return { ok: true, meaning: { kind: 'match', conditions: conditionsOf(on) } }
}

/** The edge names no relation class, so the model must have exactly one. */
function findRelation(ends: EdgeEnds, model: ClassModel, suggestions: Suggestions): ResolvedEdge {
  const candidates = relationsEitherWay(ends, model)
  const [only] = candidates
  const between = `${ends.source} and ${ends.target}`
  if (!model.installed) {
    const example = only === undefined ? '' : `, such as ${only}`
    return failed(
      'no_relation',
      `without an installed MIM, name the relation class between ${between} in \`through\`${example}`,
      candidates,
    )
  }
  if (only === undefined)
    return failed(
      'no_relation',
      `${between}: neither contains the other and no relation joins them${turned(ends, model)}`,
    )
  if (candidates.length === 1) return references(only, ends, model, suggestions)
  return { ok: false, fault: ambiguous(ends, candidates) }
}

function ambiguous({ source, target }: EdgeEnds, candidates: readonly string[]): EdgeFault {
  const message = `${candidates.length} relations join ${source} and ${target}: put one of them into \`through\``
  return { code: 'ambiguous_relation', message, suggestions: candidates }
}

function turned({ source, target }: EdgeEnds, model: ClassModel): string {
  return model.canContain(target, source, 'any')
    ? `; ${target} contains ${source}: draw the edge the other way round`
    : ''
}

function references(through: string, ends: EdgeEnds, model: ClassModel, suggestions: Suggestions): ResolvedEdge {
  const holder = relationHolder(through, ends, model)
  const isMissing = model.find(through) === undefined
  // Unknown ends are reported as unknown classes; whether the relation joins them cannot be checked.
  if (!areKnown(ends, model) || (holder !== 'unknown' && !isMissing)) {
    return { ok: true, meaning: { kind: 'references', through, holder } }
  }
  const reason = isMissing ? 'is not a class of the installed MIM' : `does not join ${ends.source} and ${ends.target}`
  return failed('no_relation', `${through} ${reason}`, suggestRelations(through, ends, model, suggestions))
}

function suggestRelations(
  through: string,
  ends: EdgeEnds,
  model: ClassModel,
  suggestions: Suggestions,
): readonly string[] {
  const candidates = relationsEitherWay(ends, model)
  return candidates.length > 0 ? candidates : suggestions.amongClasses(model, through)
}

function relationsEitherWay({ source, target }: EdgeEnds, model: ClassModel): readonly string[] {
  const either = (asked: ClassModel) => [
    ...asked.relationsBetween(source, target),
    ...asked.relationsBetween(target, source),
  ]
  return [...new Set(either(model.installed ? model : knownModel))].slice(0, 12)
}

/**
 * Which end holds the relation objects. A relation from a class to itself, or to an ancestor, is held by the source. If
 * only one end fits (the built-in table does not know all ancestors), that is enough unless the model is an installed
 * one.
 */
export function relationHolder(through: string, ends: EdgeEnds, model: ClassModel): 'source' | 'target' | 'unknown' {
  const relation = model.find(through)?.relation ?? findKnownClass(through)?.relation
  const isLoop = isRelated(ends.source, ends.target, model)
  if (relation === undefined) return isLoop ? 'source' : 'unknown'
  const forward = endsThatFit(relation, ends.source, ends.target, model)
  const backward = endsThatFit(relation, ends.target, ends.source, model)
  if (forward === 2) return 'source'
  if (backward === 2) return 'target'
  if (model.installed || forward === backward) return isLoop && !model.installed ? 'source' : 'unknown'
  return forward > backward ? 'source' : 'target'
}

function endsThatFit(relation: RelationInfo, holder: string, target: string, model: ClassModel): number {
  return Number(isRelated(holder, relation.from_class, model)) + Number(isRelated(target, relation.to_class, model))
}

// Relations are declared on ancestors, and a canvas may ask for an ancestor of the declared class.
function isRelated(one: string, other: string, model: ClassModel): boolean {
  const lineageOf = (name: string) => lineage(name, model.find(name) ?? findKnownClass(name))
  return lineageOf(one).includes(other) || lineageOf(other).includes(one)
}

function areKnown({ source, target }: EdgeEnds, model: ClassModel): boolean {
  return model.installed && model.find(source) !== undefined && model.find(target) !== undefined
}

function failed(code: Problem['code'], message: string, suggestions: readonly string[] = []): ResolvedEdge {
  return { ok: false, fault: { code, message, ...(suggestions.length === 0 ? {} : { suggestions }) } }
}
