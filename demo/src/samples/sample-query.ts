import type { QueryEdge, QueryNode, QueryStep, SavedQueryCreate } from '@heddle/client'

/** A canvas to save; with `expect` it is a check. `{{name=default}}` are variables that a run may set. */
export type SampleQuery = Omit<SavedQueryCreate, 'controller_connection'> & {
  readonly name: string
  readonly description: string
}

export function classNode(id: string, class_name: string, more: Partial<QueryNode> = {}): QueryNode {
  return { id, class_name, ...more }
}

export function containsEdge(id: string, source: string, target: string): QueryEdge {
  return { id, source, target, kind: 'contains' }
}

type StepOf<T> = Extract<QueryStep, { type: T }>

export function canvasStep<T extends QueryStep['type']>(id: string, type: T, config: StepOf<T>['config']): QueryStep {
  // A type and its options, which TypeScript does not see once they are apart.
  return { id, type, enabled: true, config } as StepOf<T>
}
