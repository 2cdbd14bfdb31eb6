import type { KeyValues } from './changes.ts'
import type { WireObject } from '../canvas/wire.ts'
import { ownText } from './wire-canvas.ts'

/** The classes of a node: one, or those of a union; none while it is half drawn. */
export function classesOfNode(node: WireObject): readonly string[] {
  const named = Array.isArray(node.class_names) ? node.class_names : []
  const several = named.filter((name): name is string => typeof name === 'string' && name !== '')
  const one = ownText(node, 'class_name')
  return several.length > 0 ? several : one === undefined ? [] : [one]
}

/** The keys that give a node these classes: a union takes two or more. */
export function classValues(names: readonly string[]): KeyValues {
  const known = [...new Set(names)]
  return known.length > 1
    ? { class_name: undefined, class_names: known }
    : { class_name: known[0], class_names: undefined }
}
