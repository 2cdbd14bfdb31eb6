import { checkShape } from '../canvas/check-shape.ts'
import { isWireObject } from '../canvas/wire.ts'
import { type WireCanvas, wireCanvas } from './wire-canvas.ts'

type ReadCanvas =
  { readonly ok: true; readonly canvas: WireCanvas } | { readonly ok: false; readonly faults: readonly string[] }

/** A canvas from JSON that somebody pasted: a draft, or a whole saved query, of which the canvas is taken. */
export function readCanvas(text: string): ReadCanvas {
  const parsed = parseJson(text)
  if (!parsed.ok) return { ok: false, faults: [parsed.message] }
  if (!isWireObject(parsed.value))
    return { ok: false, faults: ['Expected an object with nodes, edges and post_processors.'] }
  const { nodes, edges = [], post_processors = [] } = parsed.value
  const faults = Object.entries(checkShape({ nodes, edges, post_processors }))
  if (faults.length > 0)
    return { ok: false, faults: faults.map(([field, messages]) => `${field}: ${messages.join(' ')}`) }
  return { ok: true, canvas: wireCanvas({ nodes, edges, post_processors }) }
}

/** A canvas as the API takes it. */
export const canvasText = (canvas: WireCanvas): string => JSON.stringify(canvas, null, 2)

function parseJson(
  text: string,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string } {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return { ok: false, message: `This is not JSON: ${(error as Error).message}.` }
  }
}
