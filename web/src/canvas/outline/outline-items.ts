import { nodeTitle } from '@heddle/domain/canvas-editing/part-names.ts'
import { ownText, type WireCanvas, type WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { nodeName, threadKind, type ThreadKind, threadLabel, threadName } from '../board/part-names.ts'
import type { RunView } from '../run/run-view.ts'

export type OutlineItem = {
  readonly key: string
  readonly id: string
  readonly kind: 'node' | 'edge' | 'step'
  readonly level: 1 | 2
  /** Its place among those of its level, from 1, and how many these are. */
  readonly place: number
  readonly siblings: number
  readonly name: string
  readonly text: string
  readonly note: string
  readonly thread?: ThreadKind
}

/** The canvas from top to bottom: nodes, below each the threads that lead from it, and then the steps. */
export function outlineItems(canvas: WireCanvas, run: RunView): readonly OutlineItem[] {
  const leading = Map.groupBy(canvas.edges, (edge) => ownText(edge, 'source') ?? '')
  const roots = canvas.nodes.length + canvas.post_processors.length
  const nodes = canvas.nodes.flatMap((node, index): readonly OutlineItem[] => {
    const threads = leading.get(node.id) ?? []
    return [
      { ...nodeItem(node, run), place: index + 1, siblings: roots },
      ...threads.map((edge, at) => ({ ...threadItem(edge, canvas, run), place: at + 1, siblings: threads.length })),
    ]
  })
  const steps = canvas.post_processors.map((step, index): OutlineItem => {
    const type = ownText(step, 'type') ?? 'no type'
    const name = `Step ${index + 1}: ${type}${step.enabled === false ? ', off' : ''}`
    const place = canvas.nodes.length + index + 1
    return {
      key: `step ${step.id}`,
      id: step.id,
      kind: 'step',
      level: 1,
      place,
      siblings: roots,
      name,
      text: type,
      note: `step ${index + 1}`,
    }
  })
  return [...nodes, ...steps]
}

/** Where a key leads in the tree; undefined for keys that do something else. */
export function nextIndex(key: string, items: readonly OutlineItem[], index: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, items.length - 1)
    case 'ArrowUp':
      return Math.max(index - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return items.length - 1
    case 'ArrowRight':
      return items[index + 1]?.level === 2 && items[index]?.level === 1 ? index + 1 : index
    case 'ArrowLeft':
      return items[index]?.level === 2 ? items.findLastIndex(({ level }, at) => at < index && level === 1) : index
    default:
      return undefined
  }
}

type Unplaced = Omit<OutlineItem, 'place' | 'siblings'>

const nodeItem = (node: WirePart, run: RunView): Unplaced => ({
  key: `node ${node.id}`,
  id: node.id,
  kind: 'node',
  level: 1,
  name: nodeName(node, run.nodes.get(node.id)),
  text: nodeTitle(node),
  note: ownText(node, 'alias') ?? '',
})

function threadItem(edge: WirePart, canvas: WireCanvas, run: RunView): Unplaced {
  const count = run.edges.get(edge.id)
  return {
    key: `edge ${edge.id}`,
    id: edge.id,
    kind: 'edge',
    level: 2,
    name: threadName(edge, canvas, count),
    text: nodeTitle(canvas.nodes.find(({ id }) => id === edge.target) ?? {}),
    note: threadLabel(edge, { count }),
    thread: threadKind(edge),
  }
}
