import type { IndexParts } from '../parts.ts'
import { type IndexLists, listParts } from '../search/lists.ts'
import { listAt, listsOf } from './adjacency.ts'
import type { Interner } from './interner.ts'
import type { NameTable } from './name-table.ts'
import type { RelationClaim } from './relation-claims.ts'

/** The id of no class. */
export const NO_CLASS = 0xffffffff

/** A relation between its declaring classes, by class ids. */
export type RelationEdge = {
  readonly relation: number
  readonly reverse: number
  readonly from: number
  readonly to: number
  readonly type: string
  readonly cardinality: string
  /** The relation classes that declare it; empty if only the classes at its ends mention it. */
  readonly declaredBy: readonly number[]
}

/**
 * Each relation once, between its declaring classes: edges that follow by inheritance from another edge of the same
 * relation class are left out. Ordered by relation class and ends.
 */
export function relationEdges(claims: readonly RelationClaim[], table: NameTable, supers: IndexLists): RelationEdge[] {
  const merged = mergeClaims(claims, table)
  const lineage = (id: number) => [id, ...listAt(supers, id)]
  const follows = (edge: RelationEdge) =>
    lineage(edge.from).some((from) =>
      lineage(edge.to).some(
        (to) => (from !== edge.from || to !== edge.to) && merged.has(keyOf(edge.relation, from, to)),
      ),
    )
  return [...merged.values()]
    .filter((edge) => edge.declaredBy.length > 0 || !follows(edge))
    .sort((a, b) => a.relation - b.relation || a.from - b.from || a.to - b.to)
}

function mergeClaims(claims: readonly RelationClaim[], table: NameTable): Map<string, RelationEdge> {
  const id = (name: string) => table.find(name) ?? NO_CLASS
  const declarations = new Map(
    claims.filter(({ declaredBy }) => declaredBy !== '').map((claim) => [claim.relation, claim]),
  )
  const edges = new Map<string, RelationEdge>()
  for (const claim of claims) {
    const { type, cardinality } = declarations.get(claim.relation) ?? claim
    const ends = { relation: id(claim.relation), from: id(claim.from), to: id(claim.to) }
    const key = keyOf(ends.relation, ends.from, ends.to)
    const known = edges.get(key)
    const declarers = claim.declaredBy === '' ? [] : [id(claim.declaredBy)]
    const reverse = known === undefined || known.reverse === NO_CLASS ? id(claim.reverse) : known.reverse
    edges.set(key, { ...ends, reverse, type, cardinality, declaredBy: [...(known?.declaredBy ?? []), ...declarers] })
  }
  return edges
}

function keyOf(relation: number, from: number, to: number): string {
  return `${String(relation)},${String(from)},${String(to)}`
}

/**
 * The edges as columns, plus lists of the edges leaving and reaching each class, and the edge of each relation class.
 */
export function relationParts(
  edges: readonly RelationEdge[],
  classCount: number,
  table: NameTable,
  texts: Interner,
): IndexParts {
  const column = (cell: (edge: RelationEdge) => number) => Uint32Array.from(edges, cell)
  const leaving = table.names.map((): number[] => [])
  const reaching = table.names.map((): number[] => [])
  const own = new Uint32Array(classCount).fill(NO_CLASS)
  edges.forEach(({ from, to, declaredBy }, at) => {
    leaving[from]?.push(at)
    reaching[to]?.push(at)
    for (const half of declaredBy) own[half] = at
  })
  return {
    'graph.relation.relation': column(({ relation }) => relation),
    'graph.relation.reverse': column(({ reverse }) => reverse),
    'graph.relation.from': column(({ from }) => from),
    'graph.relation.to': column(({ to }) => to),
    'graph.relation.type': column(({ type }) => texts.id(type)),
    'graph.relation.cardinality': column(({ cardinality }) => texts.id(cardinality)),
    'graph.relation.own': own,
    ...listParts('graph.leaving', listsOf(leaving)),
    ...listParts('graph.reaching', listsOf(reaching)),
  }
}
