import type { ClassModel } from '../mim/model.ts'

/**
 * The classes that divide the objects of a class: tenants for policy; for the fabric nodes, or pods if nothing is below
 * nodes. What is below none of them only a count can tell.
 */
export function splitClasses(className: string, model: ClassModel): readonly string[] {
  const divides = (name: string) => name !== className && model.canContain(name, className, 'any')
  const place = ['fabricNode', 'fabricPod'].find(divides)
  return [...(divides('fvTenant') ? ['fvTenant'] : []), ...(place === undefined ? [] : [place])]
}
