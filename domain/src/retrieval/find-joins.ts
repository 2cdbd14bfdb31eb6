import { typicalSize } from '../mim/known-classes.ts'
import type { GraphRelation } from '../mim/graph/class-graph.ts'
import type { JoinModel } from './model.ts'
import { DN_REFERENCES } from './vocabulary.ts'

/**
 * How objects of one class lead to those of another. `contains`: at any depth. `relation`: `from` contains objects of
 * the relation class, whose `tDn` is the other. `property`: a property of `from` holds the DN of the other.
 */
export type Step =
  | { readonly by: 'contains'; readonly from: string; readonly to: string }
  | { readonly by: 'relation'; readonly from: string; readonly to: string; readonly relation: string }
  | { readonly by: 'property'; readonly from: string; readonly to: string; readonly property: string }

/** One way to join two classes: a step, or two with a class between them. */
export type FoundJoin = { readonly between: readonly [string, string]; readonly steps: readonly Step[] }

/** A class such as a contract is consumed and provided: two relations that both matter. */
const MOST_WAYS = 3
/** Generic classes have thousands of relations. */
const MOST_RELATIONS = 400

/**
 * The ways between each two of the classes, as the class model knows them: relations, else a reference by DN, else
 * containment, else a relation further below, and only without any of those a path through a third class.
 */
export function findJoins(model: JoinModel, classNames: readonly string[]): FoundJoin[] {
  return classNames.flatMap((one, place) =>
    classNames.slice(place + 1).flatMap((other): FoundJoin[] => {
      const between = [one, other] as const
      return waysBetween(model, one, other).map((steps) => ({ between, steps }))
    }),
  )
}

const DIRECT = [relationSteps, referenceSteps, containmentSteps, heldBelow]

function waysBetween(model: JoinModel, one: string, other: string): (readonly Step[])[] {
  for (const find of DIRECT) {
    const steps = [...find(model, one, other), ...find(model, other, one)]
    if (steps.length > 0) return steps.slice(0, MOST_WAYS).map((step) => [step])
  }
  const path = throughThird(model, one, other) ?? throughThird(model, other, one)
  return path ? [path] : []
}

function relationSteps({ engine }: JoinModel, from: string, to: string): Step[] {
  return byUse(engine.relationsBetween(from, to)).map((relation): Step => ({ by: 'relation', from, to, relation }))
}

function referenceSteps({ engine }: JoinModel, from: string, to: string): Step[] {
  const properties = engine.find(from)?.properties
  const reference = DN_REFERENCES.find(
    ({ class_name, property, target }) =>
      class_name === from &&
      (target === to || target === '*') &&
      (properties === undefined || properties.has(property)),
  )
  return reference ? [{ by: 'property', from, to, property: reference.property }] : []
}

function containmentSteps({ engine }: JoinModel, from: string, to: string): Step[] {
  return engine.canContain(from, to, 'any') ? [{ by: 'contains', from, to }] : []
}

/** Relations to the class that are not held by the other itself, but by something below it. */
function heldBelow(model: JoinModel, from: string, to: string): Step[] {
  const pointing = relationsOf(model, to).filter(({ direction }) => direction === 'from')
  const relations = [...new Set(pointing.map(({ relation_class }) => relation_class))]
  return byUse(relations.filter((relation) => model.engine.canContain(from, relation, 'any'))).map(
    (relation): Step => ({
      by: 'relation',
      from,
      to,
      relation,
    }),
  )
}

/**
 * A path through a third class that has a relation with the one: one step to it or from it, and another to the other.
 */
function throughThird(model: JoinModel, one: string, other: string): Step[] | undefined {
  for (const { third, relation, direction } of thirdClasses(model, one)) {
    if (third === one || third === other) continue
    const first: Step =
      direction === 'to'
        ? { by: 'relation', from: one, to: third, relation }
        : { by: 'relation', from: third, to: one, relation }
    const [second] = [...relationSteps(model, third, other), ...relationSteps(model, other, third)]
    if (second) return [first, second]
    if (model.engine.canContain(third, other, 'any')) return [first, { by: 'contains', from: third, to: other }]
  }
  return undefined
}

/** The classes with a relation to or from a class, most common first; for an abstract one, its most common subclass. */
function thirdClasses(model: JoinModel, className: string) {
  const { graph } = model
  return relationsOf(model, className)
    .flatMap(({ direction, other, relation_class }) => {
      const third = concrete(model, other)
      return third === undefined || graph.isGeneric(other) ? [] : [{ third, direction, relation: relation_class }]
    })
    .filter(({ third }) => typicalSize(third) !== undefined)
    .sort((a, b) => sizeOf(b.third) - sizeOf(a.third) || sizeOf(b.relation) - sizeOf(a.relation))
}

function concrete({ graph }: JoinModel, id: number): string | undefined {
  if (!graph.has(id, 'is_abstract')) return graph.className(id)
  const below = Array.from(graph.subClasses(id), (one) => graph.className(one))
  return below.sort((a, b) => sizeOf(b) - sizeOf(a))[0]
}

function relationsOf({ graph }: JoinModel, className: string): readonly GraphRelation[] {
  const id = graph.find(className)
  return id === undefined ? [] : graph.relations(id).slice(0, MOST_RELATIONS)
}

/** Relations that real fabrics have many of first. */
export function byUse(relations: readonly string[]): string[] {
  return [...relations].sort((a, b) => sizeOf(b) - sizeOf(a) || (a < b ? -1 : 1)).slice(0, MOST_WAYS)
}

function sizeOf(className: string): number {
  return typicalSize(className) ?? 0
}
