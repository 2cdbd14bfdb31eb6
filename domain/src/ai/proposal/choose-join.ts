import type { EdgeKind, Join } from '../../canvas/canvas.ts'
import { knownProperties } from '../../canvas/row-columns.ts'
import { lineage } from '../../mim/relations.ts'
import { findJoins, type Step } from '../../retrieval/find-joins.ts'
import type { JoinModel } from '../../retrieval/model.ts'
import { holderBetween, isJoinedBy } from './relation-holder.ts'

/** One edge of the way from one class to the other. `isTurned`: to be drawn against the way. */
export type JoinLink = {
  readonly from: string
  readonly to: string
  readonly isTurned: boolean
  readonly meaning:
    | { readonly kind: 'contains' }
    | { readonly kind: 'references'; readonly through: string }
    | { readonly kind: 'match'; readonly on: { readonly source: string; readonly target: string } }
}

export type JoinWish = {
  readonly source: string
  readonly target: string
  readonly join: Join
  /** Hints of the proposal: they count if the model confirms them. */
  readonly kind?: EdgeKind | undefined
  readonly through?: string | undefined
  readonly on?: { readonly source: string; readonly target: string } | undefined
  /** Whether the target has filters or a scope. */
  readonly narrowsTarget?: boolean
}

export type ChosenJoin = {
  /** More than one if only a class in the middle joins the two. */
  readonly links: readonly JoinLink[]
  readonly join: Join
  /** A sentence for people, when there was a choice. */
  readonly note?: string
}

type Way = readonly JoinLink[]

/**
 * How two classes are joined, as the class model knows it: kind, relation, direction, and the class in the middle where
 * no edge leads directly from one to the other. Undefined if the model knows no way that keeps the join.
 */
export function chooseJoin(wish: JoinWish, model: JoinModel): ChosenJoin | undefined {
  const { source, target } = wish
  if (model.engine.find(source) === undefined || model.engine.find(target) === undefined) return undefined
  const hinted = hintedWays(wish, model)
  const found = [...relationObjectWays(source, target, model), ...modelWays(source, target, model)]
  const ways = [...hinted, ...found, ...matchWays(wish, model)]
  const [way] = ways.filter((one) => keepsJoin(one, wish.join))
  if (way) return { links: way, join: wish.join, ...(hinted.length === 0 ? noteOn(way, found) : {}) }
  const [turned] = ways
  if (
    !turned ||
    wish.join !== 'left' ||
    turned.length > 1 ||
    wish.narrowsTarget === true ||
    !isAlwaysBelow(source, target, model)
  )
    return undefined
  return { links: turned, join: 'inner', note: `Every ${source} is below a ${target}, so no row is lost by this join.` }
}

// An edge that keeps its source must lead from it.
const keepsJoin = (way: Way, join: Join): boolean => join === 'inner' || way.every(({ isTurned }) => !isTurned)

function isAlwaysBelow(child: string, ancestor: string, { engine }: JoinModel): boolean {
  const above = [...(engine.find(child)?.contained_by ?? [])]
  return above.length > 0 && above.every((name) => name === ancestor || engine.canContain(ancestor, name, 'any'))
}

function hintedWays({ source, target, kind, through }: JoinWish, model: JoinModel): Way[] {
  if (through !== undefined) return [relationWay(source, target, through, model) ?? []].filter((way) => way.length > 0)
  return kind === 'contains' ? containmentWays(source, target, model) : []
}

function containmentWays(source: string, target: string, { engine }: JoinModel): Way[] {
  const below = engine.canContain(source, target, 'any') ? [[contains(source, target, false)]] : []
  return engine.canContain(target, source, 'any') ? [...below, [contains(source, target, true)]] : below
}

/** A relation object and the object that it refers to. */
function relationObjectWays(source: string, target: string, model: JoinModel): Way[] {
  const refersTo = (relation: string, other: string) => {
    const to = model.engine.find(relation)?.relation?.to_class
    return to !== undefined && isKin(to, other, model) && hasProperty(relation, 'tDn', model)
  }
  if (refersTo(source, target)) return [[matches(source, target, 'tDn', 'dn')]]
  return refersTo(target, source) ? [[matches(source, target, 'dn', 'tDn')]] : []
}

function isKin(one: string, other: string, { engine }: JoinModel): boolean {
  const above = (name: string) => lineage(name, engine.find(name))
  return above(one).includes(other) || above(other).includes(one)
}

function modelWays(source: string, target: string, model: JoinModel): Way[] {
  return findJoins(model, [source, target]).flatMap(({ steps }) => {
    const way = alongWay(source, target, steps, model)
    return way ? [way] : []
  })
}

/** The steps as links from source to target; the class between two steps is the one they share. */
function alongWay(source: string, target: string, steps: readonly Step[], model: JoinModel): Way | undefined {
  const [first, second] = steps
  if (!first) return undefined
  if (!second) return linksOf(first, source, target, model)
  const leads = [first.from, first.to].includes(source) ? [first, second] : [second, first]
  const middle = [leads[0]!.from, leads[0]!.to].find((name) => name !== source)
  if (middle === undefined) return undefined
  const before = linksOf(leads[0]!, source, middle, model)
  const after = linksOf(leads[1]!, middle, target, model)
  return before && after && [...before, ...after]
}

function linksOf(step: Step, from: string, to: string, model: JoinModel): Way | undefined {
  switch (step.by) {
    case 'contains':
      return [contains(from, to, step.from !== from)]
    case 'property':
      return [step.from === from ? matches(from, to, step.property, 'dn') : matches(from, to, 'dn', step.property)]
    case 'relation':
      return relationWay(from, to, step.relation, model)
  }
}

/** By the objects of a relation, which an object of one of the classes holds, or one below it. */
function relationWay(from: string, to: string, through: string, model: JoinModel): Way | undefined {
  if (model.engine.find(through)?.relation === undefined) return undefined
  if (isJoinedBy(through, from, to, model)) return [refers(from, to, through)]
  const below = holderBetween(from, to, through, model)
  if (below !== undefined) return [contains(from, below, false), refers(below, to, through)]
  const belowTarget = holderBetween(to, from, through, model)
  return belowTarget === undefined ? undefined : [refers(from, belowTarget, through), contains(belowTarget, to, true)]
}

/** Two properties that are said to be equal, for want of anything the model knows. */
function matchWays({ source, target, on }: JoinWish, model: JoinModel): Way[] {
  if (on === undefined || !hasProperty(source, on.source, model) || !hasProperty(target, on.target, model)) return []
  return [[matches(source, target, on.source, on.target)]]
}

function hasProperty(className: string, property: string, { engine }: JoinModel): boolean {
  const known = knownProperties(className, engine)
  return property === 'dn' || known === undefined || known.has(property)
}

const contains = (from: string, to: string, isTurned: boolean): JoinLink => ({
  from,
  to,
  isTurned,
  meaning: { kind: 'contains' },
})
const refers = (from: string, to: string, through: string): JoinLink => ({
  from,
  to,
  isTurned: false,
  meaning: { kind: 'references', through },
})
const matches = (from: string, to: string, source: string, target: string): JoinLink => ({
  from,
  to,
  isTurned: false,
  meaning: { kind: 'match', on: { source, target } },
})

/** Says what else could have been chosen. */
function noteOn(chosen: Way, ways: readonly Way[]): { note?: string } {
  const through = relationOf(chosen)
  const others = new Set(ways.flatMap((way) => relationOf(way) ?? []).filter((name) => name !== through))
  if (through === undefined || others.size === 0) return {}
  return { note: `Joined by ${through}; ${[...others].join(' and ')} would also join them.` }
}

function relationOf(way: Way): string | undefined {
  return way
    .map(({ meaning }) => (meaning.kind === 'references' ? meaning.through : undefined))
    .find((name) => name !== undefined)
}
