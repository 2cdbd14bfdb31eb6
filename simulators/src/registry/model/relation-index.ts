import type { RelationSpec } from './class-spec.ts'

/** Relations by the classes at their ends; empty for classes without any. */
export class RelationIndex {
  readonly #bySource: ReadonlyMap<string, readonly RelationSpec[]>
  readonly #byTarget: ReadonlyMap<string, readonly RelationSpec[]>

  constructor(relations: readonly RelationSpec[]) {
    this.#bySource = Map.groupBy(relations, ({ from }) => from)
    this.#byTarget = Map.groupBy(relations, ({ to }) => to)
  }

  bySource(name: string): readonly RelationSpec[] {
    return this.#bySource.get(name) ?? []
  }

  byTarget(name: string): readonly RelationSpec[] {
    return this.#byTarget.get(name) ?? []
  }
}
