import type { SavedQueryCreate } from '@heddle/client'

/** A canvas to save; with `expect` it is a check. `{{name=default}}` are variables that a run may set. */
export type SampleQuery = Omit<SavedQueryCreate, 'controller_connection'> & {
  readonly name: string
  readonly description: string
}

export function classNode(id: string, class_name: string, more: object = {}): object {
  return { id, class_name, ...more }
}

export function containsEdge(id: string, source: string, target: string): object {
  return { id, source, target, kind: 'contains' }
}

export function canvasStep(id: string, type: string, config: object): object {
  return { id, type, enabled: true, config }
}
