import { MOST_PROBLEMS } from './problem.ts'
import { isWireObject, show } from './wire.ts'

/** The three fields of a saved query that make up its canvas, as received. */
export type ReceivedCanvas = { readonly nodes?: unknown; readonly edges?: unknown; readonly post_processors?: unknown }

type Faults = Record<string, string[]>

/**
 * What is wrong with the shape of a canvas before it is stored. Only lists of objects with text ids are required, so
 * that a half-drawn canvas can be saved. Field names are dotted (`nodes.0.id`); every fault is listed, up to
 * `MOST_PROBLEMS` of each field.
 */
export function checkShape(wire: ReceivedCanvas): Record<string, string[]> {
  const faults: Faults = {}
  checkObjects('nodes', wire.nodes, faults, { idRequired: true })
  checkObjects('edges', wire.edges, faults, { idRequired: false })
  if (wire.post_processors !== undefined)
    checkObjects('post_processors', wire.post_processors, faults, { idRequired: false })
  return faults
}

function checkObjects(field: string, list: unknown, faults: Faults, rule: { idRequired: boolean }): void {
  if (list === undefined) faults[field] = ['This field is required.']
  else if (!Array.isArray(list)) faults[field] = [`Expected a list, got ${show(list)}.`]
  else Object.assign(faults, ...itemFaults(field, list, rule))
}

function itemFaults(field: string, list: readonly unknown[], rule: { idRequired: boolean }): readonly Faults[] {
  const found: Faults[] = []
  for (const [index, item] of list.entries()) {
    const faults: Faults = {}
    checkObject(`${field}.${index}`, item, faults, rule)
    if (Object.keys(faults).length > 0) found.push(faults)
    if (found.length === MOST_PROBLEMS) break
  }
  return found
}

function checkObject(field: string, item: unknown, faults: Faults, { idRequired }: { idRequired: boolean }): void {
  if (!isWireObject(item)) {
    faults[field] = [`Expected an object, got ${show(item)}.`]
    return
  }
  if (item.id === undefined) {
    if (idRequired) faults[`${field}.id`] = ['This field is required.']
  } else if (typeof item.id !== 'string') faults[`${field}.id`] = [`Expected text, got ${show(item.id)}.`]
  else if (item.id === '') faults[`${field}.id`] = ['This field may not be blank.']
}
