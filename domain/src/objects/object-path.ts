import { ancestorDns, parseRn, splitDn } from '../dn/dn.ts'
import type { ClassGraph } from '../mim/graph/class-graph.ts'

/** Null where neither the model nor the controller says. */
export type PathStep = { readonly dn: string; readonly class_name: string | null }

/**
 * Everything above an object, outermost first, with the classes that the model gives away: the only container of what
 * is below whose RN has this shape.
 */
export function objectPath(graph: ClassGraph | undefined, dn: string, className: string): readonly PathStep[] {
  let below = graph?.find(className)
  const steps = ancestorDns(dn).map((above): PathStep => {
    const rn = splitDn(above)?.at(-1) ?? ''
    const fitting =
      graph === undefined || below === undefined
        ? []
        : [...graph.containers(below)].filter((id) => parseRn(rn, graph.classRnFormat(id)) !== undefined)
    below = fitting.length === 1 ? fitting[0] : undefined
    return { dn: above, class_name: below === undefined ? null : graph!.className(below) }
  })
  return steps.reverse()
}
