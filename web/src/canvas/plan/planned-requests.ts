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

/** What a run would ask of the controller: how many requests, and about how many objects they read together. */
export type PlannedReads = { readonly requests: number; readonly objects: number }

/** The one count of a plan, wherever it is said. */
export function plannedReads({ steps }: Wire.PlanReply): PlannedReads {
  const fetches = steps.filter(({ step }) => step === 'fetch')
  return {
    requests: fetches.length,
    objects: Math.round(fetches.reduce((sum, { estimated_rows = 0 }) => sum + estimated_rows, 0)),
  }
}
