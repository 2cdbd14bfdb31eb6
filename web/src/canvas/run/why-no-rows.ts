import type { Join } from '@heddle/domain/canvas/canvas.ts'
import { joinOf } from '@heddle/domain/canvas-editing/primary-node.ts'
import type { WireCanvas, WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import type { Wire } from '../../lib/api/wire.ts'

type Stage = Pick<
  Wire.PipelineStage,
  'connection' | 'type' | 'status' | 'node_id' | 'step_id' | 'edge_id' | 'input_rows' | 'output_rows' | 'request'
>

/** Where the rows of a run ended: no objects of a class, no pair on a thread, or no row after a step. */
export type NoRowsCause =
  | { readonly kind: 'class'; readonly node: WirePart }
  | {
      readonly kind: 'thread'
      readonly edge: WirePart
      readonly join: Join
      /** Objects of its two classes, where they were read. */
      readonly source: number | undefined
      readonly target: number | undefined
    }
  | { readonly kind: 'step'; readonly step: WirePart; readonly number: number; readonly before: number }

/** Undefined if the stages do not tell, as with rows of a capture. */
export function whyNoRows(canvas: WireCanvas, stages: readonly Stage[]): NoRowsCause | undefined {
  return stepCause(canvas, stages) ?? threadCause(canvas, stages) ?? classCause(canvas, stages)
}

function stepCause({ post_processors: steps }: WireCanvas, stages: readonly Stage[]): NoRowsCause | undefined {
  const stage = stages.find(
    ({ type, input_rows, output_rows }) => type === 'post_processor' && (input_rows ?? 0) > 0 && output_rows === 0,
  )
  const index = steps.findIndex(({ id }) => id === stage?.step_id)
  return stage && index >= 0
    ? { kind: 'step', step: steps[index]!, number: index + 1, before: stage.input_rows ?? 0 }
    : undefined
}

/** The first thread that left nothing; the class at its end is the cause where that has no objects itself. */
function threadCause(canvas: WireCanvas, stages: readonly Stage[]): NoRowsCause | undefined {
  const emptied = lastJoins(stages).find(({ joins }) => joins.every(({ output_rows }) => output_rows === 0))
  const edge = canvas.edges.find(({ id }) => id === emptied?.edge)
  if (!edge) return undefined
  const [source, target] = [objectsOf(stages, edge.source), objectsOf(stages, edge.target)]
  const join = joinOf(edge)
  const end = source === 0 ? edge.source : target === 0 && join === 'inner' ? edge.target : undefined
  const node = canvas.nodes.find(({ id }) => id === end)
  return node ? { kind: 'class', node } : { kind: 'thread', edge, join, source, target }
}

function classCause({ nodes }: WireCanvas, stages: readonly Stage[]): NoRowsCause | undefined {
  const node = nodes.find(({ id }) => objectsOf(stages, id) === 0)
  return node && { kind: 'class', node }
}

/** A thread can take several joins, of which the last one counts; in a merged run, the last one on each controller. */
function lastJoins(stages: readonly Stage[]) {
  const last = new Map<string, Map<string, Stage>>()
  for (const stage of stages) {
    if (stage.type !== 'join' || stage.edge_id === undefined) continue
    const ofEdge = last.get(stage.edge_id) ?? new Map<string, Stage>()
    last.set(stage.edge_id, ofEdge.set(stage.connection ?? '', stage))
  }
  return [...last].map(([edge, joins]) => ({ edge, joins: [...joins.values()] }))
}

/**
 * A merged run reads a class from each controller. Where nothing was sent, since its partner gave nothing, the class is
 * not the cause.
 */
function objectsOf(stages: readonly Stage[], node: unknown): number | undefined {
  const counts = stages.flatMap(({ type, status, node_id, request, output_rows }) =>
    type === 'fetch' && status === 'success' && node_id === node && request !== '' && output_rows !== null
      ? [output_rows]
      : [],
  )
  return counts.length === 0 ? undefined : counts.reduce((all, count) => all + count, 0)
}
