import { Graph, layout } from '@dagrejs/dagre'
import { ownText, type WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { around, type Box, type Point, type Size } from './boxes.ts'

type ToLayOut = {
  readonly nodes: readonly (Size & { readonly id: string })[]
  readonly edges: readonly WirePart[]
}

const GRID = 8
/** Room for the labels of threads. */
const BETWEEN = { beside: 56, below: 72, families: 184 } as const

/** Places for all nodes: containment runs down, everything else sideways, and no two of them overlap. */
export function tidy({ nodes, edges }: ToLayOut): ReadonlyMap<string, Point> {
  const families = familiesOf(nodes, edges).map((members) => layOutFamily(members, edges))
  const familyOf = new Map(families.flatMap(({ id, places }) => [...places.keys()].map((member) => [member, id])))
  const links = edges.flatMap((edge) => {
    const [source, target] = [familyOf.get(ownText(edge, 'source') ?? ''), familyOf.get(ownText(edge, 'target') ?? '')]
    return source !== undefined && target !== undefined && source !== target ? [{ source, target }] : []
  })
  const origins = run('LR', families, links, { nodesep: BETWEEN.below, ranksep: BETWEEN.families })
  return new Map(
    families.flatMap(({ id, places }) =>
      [...places].map(([member, { x, y }]) => [member, onGrid(origins.get(id)!, { x, y })] as const),
    ),
  )
}

const onGrid = (origin: Point, { x, y }: Point): Point => ({
  x: Math.round((origin.x + x) / GRID) * GRID,
  y: Math.round((origin.y + y) / GRID) * GRID,
})

type Sized = ToLayOut['nodes'][number]
type Family = Sized & { readonly places: ReadonlyMap<string, Point> }

const isContainment = (edge: WirePart): boolean => edge.kind === 'contains'

/** Nodes that containment holds together, in canvas order. */
function familiesOf(nodes: readonly Sized[], edges: readonly WirePart[]): readonly (readonly Sized[])[] {
  const family = new Map(nodes.map(({ id }) => [id, new Set([id])]))
  for (const edge of edges.filter(isContainment)) {
    const [one, other] = [family.get(ownText(edge, 'source') ?? ''), family.get(ownText(edge, 'target') ?? '')]
    if (!one || !other || one === other) continue
    const [large, small] = one.size < other.size ? [other, one] : [one, other]
    for (const id of small) {
      large.add(id)
      family.set(id, large)
    }
  }
  return [...new Set(family.values())].map((ids) => nodes.filter(({ id }) => ids.has(id)))
}

function layOutFamily(members: readonly Sized[], edges: readonly WirePart[]): Family {
  const ids = new Set(members.map(({ id }) => id))
  const links = edges.filter(isContainment).flatMap((edge) => {
    const [source, target] = [ownText(edge, 'source') ?? '', ownText(edge, 'target') ?? '']
    return ids.has(source) && ids.has(target) ? [{ source, target }] : []
  })
  const places = run('TB', members, links, { nodesep: BETWEEN.beside, ranksep: BETWEEN.below })
  const all = around(
    members.map((member): Box => ({ ...places.get(member.id)!, width: member.width, height: member.height })),
  )
  return {
    id: members[0]!.id,
    width: all.width,
    height: all.height,
    places: new Map([...places].map(([id, { x, y }]) => [id, { x: x - all.x, y: y - all.y }])),
  }
}

type Link = { readonly source: string; readonly target: string }
type Gaps = { readonly nodesep: number; readonly ranksep: number }

/** Corners, where dagre has centers. */
function run(
  rankdir: 'TB' | 'LR',
  nodes: readonly Sized[],
  links: readonly Link[],
  gaps: Gaps,
): ReadonlyMap<string, Point> {
  const graph = new Graph()
  graph.setGraph({ rankdir, ...gaps })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height })
  for (const { source, target } of links) graph.setEdge(source, target)
  layout(graph)
  return new Map(
    nodes.map(({ id, width, height }) => {
      const { x, y } = graph.node(id) as Point
      return [id, { x: x - width / 2, y: y - height / 2 }]
    }),
  )
}
