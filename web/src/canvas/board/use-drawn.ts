import { primaryNode, joinOf } from '@heddle/domain/canvas-editing/primary-node.ts'
import { classesOfNode } from '@heddle/domain/canvas-editing/node-classes.ts'
import { ownText, type WireCanvas, type WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { Position } from '@xyflow/react'
import { useMemo, useState } from 'react'
import { problemsOf, type CheckState } from '../checks/checks.ts'
import { useCanvas, useDrawing } from '../canvas-context.tsx'
import type { Selection } from '../canvas-store.ts'
import type { Box, Point } from '../layout/boxes.ts'
import { nodeSize } from '../layout/node-size.ts'
import { boxesOf } from '../layout/places.ts'
import { labelOn, labelWidth, lanesOf, placeLabels, threadLine, type ThreadLine } from '../layout/thread-lines.ts'
import { type KnownFacts, useKnownFacts } from '../model/known-facts.ts'
import type { RunView } from '../run/run-view.ts'
import type { ClassNode } from './class-node.tsx'
import { keepSame } from './keep-same.ts'
import type { Marks } from './marks.ts'
import { nodeName, nodeNotes, threadKind, threadLabel, threadName, threadNotes } from './part-names.ts'
import type { ThreadEdge } from './thread.tsx'

type Given = {
  readonly marks: Marks | undefined
  /** Nodes that are being dragged, and where they are just now. */
  readonly dragged: ReadonlyMap<string, Point>
  readonly onConnect: (id: string) => void
}

type Boxes = ReadonlyMap<string, Box>
type Dragged = Given['dragged']

type Seen = Pick<Given, 'marks' | 'onConnect'> & {
  readonly canvas: WireCanvas
  readonly selection: Selection
  readonly isReadOnly: boolean
  readonly checks: CheckState
  readonly run: RunView
  readonly facts: KnownFacts
}

const idOf = ({ id }: { readonly id: string }): string => id

/** The canvas as the flow draws it: only what changed is another object. */
export function useDrawn(given: Given): {
  readonly nodes: ClassNode[]
  readonly edges: ThreadEdge[]
  readonly boxes: ReadonlyMap<string, Box>
} {
  const checks = useCanvas((state) => state.checks)
  const run = useCanvas((state) => state.run)
  const canvas = useDrawing()
  const selection = useCanvas((state) => state.selection)
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const facts = useKnownFacts()
  const [keepNodes] = useState(() => keepSame<ClassNode>(idOf))
  const [keepEdges] = useState(() => keepSame<ThreadEdge>(idOf))
  const { marks, dragged, onConnect } = given
  const boxes = useMemo(() => drawnBoxes(canvas, run), [canvas, run])
  const lines = useMemo(() => threadLines({ canvas, run, facts, marks }, boxes), [canvas, run, facts, marks, boxes])
  const restingNodes = useMemo(
    () => keepNodes(drawNodes({ canvas, selection, isReadOnly, checks, run, facts, marks, onConnect }, boxes)),
    [canvas, selection, isReadOnly, checks, run, facts, marks, onConnect, boxes, keepNodes],
  )
  const restingEdges = useMemo(
    () => keepEdges(drawThreads({ canvas, selection, checks, run, marks }, lines)),
    [canvas, selection, checks, run, marks, lines, keepEdges],
  )
  const nodes = useMemo(() => moveNodes(restingNodes, dragged), [restingNodes, dragged])
  const edges = useMemo(() => moveThreads(restingEdges, lines, boxes, dragged), [restingEdges, lines, boxes, dragged])
  return { nodes, edges, boxes }
}

/** While nodes are dragged, everything else stays as it is drawn. */
const moveNodes = (nodes: ClassNode[], dragged: Dragged): ClassNode[] =>
  dragged.size === 0
    ? nodes
    : nodes.map((node) => (dragged.has(node.id) ? { ...node, position: dragged.get(node.id)! } : node))

/** Threads of dragged nodes follow; their labels look for room when it is over. */
function moveThreads(threads: ThreadEdge[], lines: readonly DrawnLine[], boxes: Boxes, dragged: Dragged): ThreadEdge[] {
  if (dragged.size === 0) return threads
  const box = (id: string): Box => ({ ...boxes.get(id)!, ...dragged.get(id) })
  return threads.map((thread, index) => {
    const { source, target, lane, labelBox } = lines[index]!
    if (!thread.data || (!dragged.has(source) && !dragged.has(target))) return thread
    const line = threadLine(box(source), box(target), lane)
    return { ...thread, data: { ...thread.data, ...geometryOf(line, labelOn(line, labelBox.width)) } }
  })
}

function drawnBoxes(canvas: WireCanvas, run: RunView): Boxes {
  const primary = primaryNode(canvas)
  const boxes = boxesOf(canvas)
  return new Map(
    canvas.nodes.map((node) => [
      node.id,
      { ...boxes.get(node.id)!, ...nodeSize(node, node.id === primary, run.nodes.has(node.id)) },
    ]),
  )
}

function drawNodes(seen: Seen, boxes: Boxes): readonly ClassNode[] {
  const { canvas, selection, checks, run, facts, marks } = seen
  const primary = primaryNode(canvas)
  const selected = new Set(selection.nodes)
  return canvas.nodes.map((part): ClassNode => {
    const { x, y, ...size } = boxes.get(part.id)!
    const isPrimary = part.id === primary
    const isSelected = selected.has(part.id)
    const problems = problemsOf(checks, { node: part.id })
    const noted = nodeNotes(part, { isPrimary, isSelected, problems: problems.length })
    return {
      id: part.id,
      type: 'class',
      position: { x, y },
      ...size,
      measured: size,
      handles: handlesOf(size),
      selected: isSelected,
      ariaLabel: nodeName(part, run.nodes.get(part.id)),
      domAttributes: { 'aria-roledescription': 'class', ...(noted !== '' && { 'aria-description': noted }) },
      data: {
        part,
        isPrimary,
        isReadOnly: seen.isReadOnly,
        label: facts.labels.get(classesOfNode(part)[0] ?? ''),
        run: run.nodes.get(part.id),
        problems: problems.length,
        isWrong: problems.some(({ severity }) => severity === 'error'),
        mark: marks?.get(part.id),
        onConnect: seen.onConnect,
      },
    }
  })
}

const handles = new Map<number, ClassNode['handles']>()

/** Both ends of threads, where the flow expects them; nodes of one height share them. */
function handlesOf({
  width,
  height,
}: {
  readonly width: number
  readonly height: number
}): NonNullable<ClassNode['handles']> {
  const known = handles.get(height) ?? [
    { type: 'target' as const, position: Position.Left, x: 0, y: height / 2, width: 1, height: 1 },
    { type: 'source' as const, position: Position.Right, x: width, y: height / 2, width: 1, height: 1 },
  ]
  handles.set(height, known)
  return known
}

type DrawnLine = {
  readonly part: WirePart
  readonly source: string
  readonly target: string
  readonly lane: number
  readonly line: ThreadLine
  readonly label: string
  readonly labelBox: Box
}

function threadLines(
  { canvas, run, facts, marks }: Pick<Seen, 'canvas' | 'run' | 'facts' | 'marks'>,
  boxes: Boxes,
): readonly DrawnLine[] {
  const threads = canvas.edges.flatMap((part) => {
    const [source, target] = [ownText(part, 'source') ?? '', ownText(part, 'target') ?? '']
    return boxes.has(source) && boxes.has(target) && source !== target ? [{ part, source, target }] : []
  })
  const lanes = lanesOf(threads)
  const drawn = threads.map(({ part, source, target }, index) => {
    const lane = lanes[index]!
    const cardinality = facts.cardinalities.get(ownText(part, 'through') ?? '')
    const label = threadLabel(part, { count: run.edges.get(part.id), cardinality })
    const width = labelWidth(marks?.has(part.id) === true ? `+ ${label}` : label)
    return { part, source, target, lane, line: threadLine(boxes.get(source)!, boxes.get(target)!, lane), label, width }
  })
  const labels = placeLabels(drawn, [...boxes.values()])
  return drawn.map((thread, index) => ({ ...thread, labelBox: labels[index]! }))
}

const geometryOf = ({ path, start, end, endSide }: ThreadLine, label: Box) => ({
  path,
  startX: start.x,
  startY: start.y,
  endX: end.x,
  endY: end.y,
  endSide,
  labelX: label.x,
  labelY: label.y,
  labelWidth: label.width,
})

function drawThreads(
  { canvas, selection, checks, run, marks }: Pick<Seen, 'canvas' | 'selection' | 'checks' | 'run' | 'marks'>,
  lines: readonly DrawnLine[],
): readonly ThreadEdge[] {
  const selected = new Set(selection.edges)
  return lines.map(({ part, source, target, line, label, labelBox }): ThreadEdge => {
    const problems = problemsOf(checks, { edge: part.id })
    const isSelected = selected.has(part.id)
    const noted = threadNotes(part, { isSelected, problems: problems.length })
    return {
      id: part.id,
      type: 'thread',
      source,
      target,
      selected: isSelected,
      ariaLabel: threadName(part, canvas, run.edges.get(part.id)),
      domAttributes: { 'aria-roledescription': 'thread', ...(noted !== '' && { 'aria-description': noted }) },
      data: {
        kind: threadKind(part),
        join: joinOf(part),
        ...geometryOf(line, labelBox),
        label,
        isWrong: problems.some(({ severity }) => severity === 'error'),
        mark: marks?.get(part.id),
      },
    }
  })
}

/** The order of the tab key: each node, then the threads that lead from it. */
export function tabOrder({ nodes, edges }: WireCanvas): readonly string[] {
  const leading = Map.groupBy(edges, (edge: WirePart) => ownText(edge, 'source') ?? '')
  const ids = nodes.flatMap(({ id }) => [`node ${id}`, ...(leading.get(id) ?? []).map((edge) => `edge ${edge.id}`)])
  return ids
}
