import type { WireObject } from '@heddle/domain/canvas/wire.ts'

/** How threads look on the canvas; `auto` is decided when the query runs. */
const THREAD_KINDS = ['contains', 'references', 'match', 'auto'] as const
type ThreadKind = (typeof THREAD_KINDS)[number]

type Point = { readonly x: number; readonly y: number }
type Thumbnail = {
  readonly nodes: readonly (Point & { readonly isPrimary: boolean })[]
  readonly threads: readonly { readonly from: Point; readonly to: Point; readonly kind: ThreadKind }[]
  readonly node: { readonly width: number; readonly height: number }
}

/** Narrower than on the canvas, where threads need no room to be recognised. */
const NODE = { width: 140, height: 100 }
const COLUMN = 260
const STAGGER = 170

/**
 * A canvas in a box of this size, nodes placed by their middle. Nodes without a position follow each other, and those
 * in one place are set below each other: what is drawn on top of another part is not seen.
 */
export function drawThumbnail(
  { nodes, edges }: { readonly nodes: readonly WireObject[]; readonly edges: readonly WireObject[] },
  box: { readonly width: number; readonly height: number; readonly margin: number },
): Thumbnail {
  const places = spread(nodes.map((node, index) => placeOf(node) ?? { x: index * COLUMN, y: 0 }))
  const left = Math.min(...places.map(({ x }) => x))
  const top = Math.min(...places.map(({ y }) => y))
  const width = Math.max(...places.map(({ x }) => x)) - left + NODE.width
  const height = Math.max(...places.map(({ y }) => y)) - top + NODE.height
  const scale = Math.min(
    (box.width - 2 * box.margin) / width,
    (box.height - 2 * box.margin) / height,
    LARGEST / NODE.width,
  )
  const middle = ({ x, y }: Point): Point => ({
    x: box.width / 2 + (x - left + (NODE.width - width) / 2) * scale,
    y: box.height / 2 + (y - top + (NODE.height - height) / 2) * scale,
  })
  const byId = new Map(nodes.map((node, index) => [node.id, middle(places[index]!)]))
  return {
    nodes: nodes.map((node, index) => ({ ...middle(places[index]!), isPrimary: node.primary === true })),
    threads: edges.flatMap(({ source, target, kind }) => {
      const [from, to] = [byId.get(source), byId.get(target)]
      return from && to ? [{ from, to, kind: THREAD_KINDS.find((one) => one === kind) ?? 'auto' }] : []
    }),
    node: { width: NODE.width * scale, height: NODE.height * scale },
  }
}

/** A single node fills no more than this. */
const LARGEST = 14

function placeOf({ position }: WireObject): Point | undefined {
  const { x, y } = (position ?? {}) as { x?: unknown; y?: unknown }
  return Number.isFinite(x) && Number.isFinite(y) ? { x: x as number, y: y as number } : undefined
}

function spread(places: readonly Point[]): readonly Point[] {
  const taken = new Set<string>()
  return places.map(({ x, y }) => {
    let free = y
    while (taken.has(`${x},${free}`)) free += STAGGER
    taken.add(`${x},${free}`)
    return { x, y: free }
  })
}
