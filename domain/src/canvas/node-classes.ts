import type { CanvasNode } from './canvas.ts'

type Classes = Pick<CanvasNode, 'class_name' | 'class_names'>

/** The classes whose objects a node stands for, each once; none on a half-drawn canvas. */
export function nodeClasses({ class_name, class_names }: Classes): readonly string[] {
  if (class_names !== undefined) return [...new Set(class_names)].filter((name) => name !== '')
  return class_name === undefined ? [] : [class_name]
}

/** The classes of a node with the place of each in the wire form, relative to the node. */
export function placedClasses({
  class_name,
  class_names,
}: Classes): readonly { readonly name: string; readonly at: string }[] {
  if (class_names !== undefined) return class_names.map((name, index) => ({ name, at: `class_names.${index}` }))
  return class_name === undefined ? [] : [{ name: class_name, at: 'class_name' }]
}

/** `fvBD`, or `fvBD, l3extOut` for a union. */
export const classesText = (names: readonly string[]): string => names.join(', ')
