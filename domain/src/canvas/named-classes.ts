import type { ReceivedCanvas } from './check-shape.ts'
import { isClassName } from './names.ts'
import { isWireObject } from './wire.ts'

/** The names of classes on the nodes of a canvas as received, each once, as far as they can be names of classes. */
export function namedClasses({ nodes }: ReceivedCanvas): readonly string[] {
  const written = Array.isArray(nodes)
    ? nodes.filter(isWireObject).flatMap(({ class_name, class_names }) => [class_name, class_names].flat())
    : []
  const names = written.flatMap((name: unknown) => (typeof name === 'string' ? [name.trim().replace(':', '')] : []))
  return [...new Set(names)].filter(isClassName)
}
