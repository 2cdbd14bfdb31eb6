import { findVariables } from '../canvas/binding/template.ts'
import { isWireObject, type WireObject } from '../canvas/wire.ts'
import { conditionsIn } from './filter-places.ts'
import type { WireCanvas } from './wire-canvas.ts'

/** A variable of a canvas: `{{name}}` or `{{name=default}}`. */
export type CanvasVariable = {
  readonly name: string
  /** The first one given; every place may have its own. */
  readonly default?: string
  /** The property it is first compared with, which says what values it can have. */
  readonly filters?: { readonly class_name: string; readonly property: string; readonly operator: string }
}

/** The variables of a canvas in reading order: filters and scopes of nodes, then threads, then steps. */
export function variablesOf(canvas: WireCanvas): readonly CanvasVariable[] {
  const found = new Map<string, CanvasVariable>()
  const note = (text: unknown, filters?: CanvasVariable['filters']) => {
    if (typeof text !== 'string') return
    for (const placeholder of findVariables(text)) {
      const known = found.get(placeholder.name)
      found.set(placeholder.name, { ...placeholder, ...(filters && { filters }), ...known })
    }
  }
  for (const node of canvas.nodes) {
    for (const { condition } of conditionsIn(node))
      noteAll(condition.value, (text) => note(text, comparedWith(node, condition)))
    for (const value of [node.scope_dn, node.time_range]) noteAll(value, note)
  }
  for (const { on } of canvas.edges) noteAll(on, note)
  for (const { config, enabled } of canvas.post_processors) if (enabled !== false) noteAll(config, note)
  return [...found.values()]
}

function comparedWith(node: WireObject, { property, operator }: WireObject): CanvasVariable['filters'] {
  if (typeof node.class_name !== 'string' || typeof property !== 'string' || typeof operator !== 'string')
    return undefined
  return { class_name: node.class_name, property, operator }
}

const DEEPEST = 64

function noteAll(value: unknown, note: (text: string) => void, depth = 0): void {
  if (depth > DEEPEST) return
  if (typeof value === 'string') note(value)
  else if (Array.isArray(value)) for (const item of value) noteAll(item, note, depth + 1)
  else if (isWireObject(value)) for (const item of Object.values(value)) noteAll(item, note, depth + 1)
}
