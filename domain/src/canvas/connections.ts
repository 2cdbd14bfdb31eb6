import type { MimConnect } from '@heddle/contract/mim.ts'
import { oncePerGraph } from '../mim/explorer/once-per-graph.ts'
import type { ClassGraph } from '../mim/graph/class-graph.ts'
import type { ClassModel } from '../mim/model.ts'
import { type EdgeEnds, relationHolder } from './resolve-edge.ts'

/** An installed class model, as a graph and as the rules for edges read it. */
export type Model = { readonly graph: ClassGraph; readonly engine: ClassModel }
export type Connections = Omit<MimConnect, 'shared'>

/** The edges that `resolveEdge` accepts between two classes: what is not listed here is refused. */
export function connections({ graph, engine }: Model, source: number, target: number): Connections {
  const ends = { source: graph.className(source), target: graph.className(target) }
  const families = { source: familyOf(graph, source), target: familyOf(graph, target) }
  return {
    contains: {
      forward: containment(ends.source, ends.target, engine),
      backward: containment(ends.target, ends.source, engine),
    },
    relations: relationClasses(graph)
      .filter(({ from, to }) => joins(from, to, families))
      .flatMap((relation) => presentRelation(relation, ends, engine)),
  }
}

export const isJoined = ({ contains, relations }: Connections): boolean =>
  contains.forward !== null || contains.backward !== null || relations.length > 0

function containment(parent: string, child: string, model: ClassModel): 'child' | 'any' | null {
  if (model.canContain(parent, child, 'child')) return 'child'
  return model.canContain(parent, child, 'any') ? 'any' : null
}

type RelationClass = {
  readonly through: string
  readonly from: string
  readonly to: string
  readonly cardinality: string
}

const relationClasses = oncePerGraph((graph: ClassGraph): readonly RelationClass[] =>
  Array.from({ length: graph.classCount }, (_, id) => id).flatMap((id) => {
    const relation = graph.relationOf(id)
    if (relation?.is_source !== true) return []
    return [
      { through: graph.className(id), from: relation.source, to: relation.target, cardinality: relation.cardinality },
    ]
  }),
)

type Family = ReadonlySet<string>

/** A class with its superclasses and subclasses: relations are declared on them too. */
function familyOf(graph: ClassGraph, id: number): Family {
  const { mentioned } = graph
  const names = (ids: Uint32Array) => Array.from(ids, (other) => mentioned.name(other))
  return new Set([graph.className(id), ...names(mentioned.superClasses(id)), ...names(mentioned.subClasses(id))])
}

/** Cheap, for thousands of relation classes; `relationHolder` decides. */
const joins = (
  from: string,
  to: string,
  { source, target }: { readonly source: Family; readonly target: Family },
): boolean => (source.has(from) && target.has(to)) || (target.has(from) && source.has(to))

function presentRelation(
  { through, from, cardinality }: RelationClass,
  ends: EdgeEnds,
  engine: ClassModel,
): Connections['relations'] {
  const holder = relationHolder(through, ends, engine)
  if (holder === 'unknown') return []
  const isInherited = engine.find(ends[holder])?.super_classes.includes(from) === true
  return [
    {
      through,
      direction: holder === 'source' ? 'forward' : 'backward',
      cardinality,
      inherited_from: isInherited ? from : null,
    },
  ]
}

const MOST_SHARED = 20
/** Nearly every class has these, and objects that share them have nothing in common. */
const EVERYWHERE = new Set(
  'annotation childAction descr dn extMngdBy lcOwn modTs monPolDn nameAlias ownerKey ownerTag rn status uid userdom'.split(
    ' ',
  ),
)

/** Properties of the same name and type; at most 20, naming ones first. */
export function sharedProperties(graph: ClassGraph, source: number, target: number): MimConnect['shared'] {
  const others = new Map(graph.properties(target).map((property) => [property.name, property]))
  return graph
    .properties(source)
    .filter(({ name, type }) => !EVERYWHERE.has(name) && others.get(name)?.type === type)
    .map(({ name, is_naming }) => ({ name, isNaming: is_naming || others.get(name)!.is_naming }))
    .sort((a, b) => Number(b.isNaming) - Number(a.isNaming) || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_SHARED)
    .map(({ name }) => ({ source: name, target: name }))
}
