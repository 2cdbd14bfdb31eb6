import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import type { Wire } from '../../lib/api/wire.ts'
import type { LitPart } from './lit.ts'

/** `/api/class/fvBD.json`, `?order-by=fvBD.dn`, `&page=0`: together they are the request again. */
export function requestLines(request: string): readonly string[] {
  const [path = '', ...query] = request.split('?')
  const parameters = query.length === 0 ? [] : query.join('?').split('&')
  return [path, ...parameters.map((parameter, index) => `${index === 0 ? '?' : '&'}${parameter}`)]
}

/** What a step of the plan belongs to: a node, or the thread whose relation objects it reads. */
export function partOf({ id }: Wire.PlanStepReply, { nodes, edges }: WireCanvas): LitPart | undefined {
  if (nodes.some((node) => node.id === id)) return { kind: 'nodes', id }
  const edge = edges.find((one) => id === one.id || id.startsWith(`${one.id}:`))
  return edge && { kind: 'edges', id: edge.id }
}

/** How many objects all requests together are about. */
export const plannedObjects = (steps: readonly Wire.PlanStepReply[]): number =>
  steps.reduce((sum, { estimated_rows = 0 }) => sum + estimated_rows, 0)
