import type { MimConnectable } from '@heddle/contract/mim.ts'
import { classItem } from '../mim/explorer/class-item.ts'
import type { ClassGraph } from '../mim/graph/class-graph.ts'
import { FAMILIAR_CLASSES } from '../mim/known/familiar-classes.ts'
import type { ClassSearch } from '../mim/search/class-search.ts'
import { connections, isJoined, type Model } from './connections.ts'
import { type ClassUse, rankClasses, UNUSED } from './rank-classes.ts'

type Connectable = MimConnectable['connectable']

/** How many hits of a search are tried. */
const MOST_HITS = 300
/** How many classes around a class are tried: generic ones have thousands. */
const MOST_AROUND = 300

/**
 * Classes that can be joined to a class, those that people use first; see `connections` and `rankClasses`. An empty
 * text finds those around it and those that operators know, any other the hits of the search.
 */
export function connectable(
  model: Model & { readonly search: ClassSearch },
  id: number,
  text: string,
  limit: number,
  use: ClassUse = UNUSED,
): Connectable {
  const { graph } = model
  const beside = graph.className(id)
  const candidates =
    text.trim() === ''
      ? rankClasses(graph, [...familiar(graph), ...classesAround(graph, id)], beside, use)
      : rankHits(model, text.trim(), beside, use)
  const found: Connectable = []
  for (const other of candidates) {
    if (found.length >= limit) break
    const ways = connections(model, id, other)
    if (isJoined(ways)) found.push({ ...classItem(graph, other), ...ways })
  }
  return found
}

const familiar = (graph: ClassGraph): number[] =>
  FAMILIAR_CLASSES.flatMap((name) => graph.find(name) ?? []).filter((id) => !graph.isGeneric(id))

/** The class of that name first, then those whose name or label has the text by use, then the others as found. */
function rankHits(
  { graph, search }: Model & { readonly search: ClassSearch },
  text: string,
  beside: string,
  use: ClassUse,
): readonly number[] {
  const hits = search
    .search(text, { limit: MOST_HITS, type: 'class' })
    .flatMap((hit) => (hit.type === 'class' ? [hit.id] : []))
  const sought = text.toLowerCase()
  const named = hits.filter((id) => graph.className(id).toLowerCase() === sought)
  const holding = hits.filter((id) => `${graph.className(id)} ${graph.displayName(id)}`.toLowerCase().includes(sought))
  return [...new Set([...named, ...rankClasses(graph, holding, beside, use), ...hits])]
}

/** Own relations first, then children, containers, inherited relations, relation objects, and what is further down. */
function classesAround(graph: ClassGraph, id: number): readonly number[] {
  const relations = graph.relations(id)
  const through = (isOwn: boolean) =>
    relations.filter(({ inherited_from }) => (inherited_from === null) === isOwn).map(({ other }) => other)
  const shown = (ids: Uint32Array) => Array.from(ids).filter((other) => !graph.isGeneric(other))
  const children = shown(graph.contained(id))
  const isRelation = (other: number) => graph.relationOf(other) !== undefined
  const containers = shown(graph.containers(id))
  const things = children.filter((child) => !isRelation(child))
  const around = new Set([...through(true), ...things, ...containers, ...through(false), ...children])
  const below = new Set(children)
  // A set may grow while it is iterated: this walks down, level by level.
  for (const child of below) {
    if (around.size >= MOST_AROUND) break
    for (const next of shown(graph.contained(child))) {
      below.add(next)
      around.add(next)
    }
  }
  return [...around].slice(0, MOST_AROUND)
}
