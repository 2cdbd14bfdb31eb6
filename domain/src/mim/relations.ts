import type { ClassInfo } from './model.ts'

/** A relation (Rs) class with both ends. */
export type Relation = { readonly name: string; readonly from_class: string; readonly to_class: string }

/** Outgoing relations by the class that declares them. */
export type RelationIndex = ReadonlyMap<string, readonly Relation[]>

/** Groups relation classes by the class that declares them, which may be an abstract ancestor of the real holders. */
export function indexRelations(classes: Iterable<ClassInfo>): RelationIndex {
  const index = new Map<string, Relation[]>()
  for (const { name, relation } of classes) {
    if (relation === undefined) continue
    const leaving = index.get(relation.from_class) ?? []
    index.set(relation.from_class, leaving)
    leaving.push({ name, ...relation })
  }
  return index
}

/** Relation classes from one class (or its ancestors) to another (or its ancestors), sorted by name. */
export function relationsBetween(index: RelationIndex, source: readonly string[], target: readonly string[]): string[] {
  const names = source
    .flatMap((from) => index.get(from) ?? [])
    .filter((relation) => target.includes(relation.to_class))
    .map((relation) => relation.name)
  return [...new Set(names)].sort()
}

/** The class itself and its ancestors, nearest first. */
export function lineage(className: string, info: ClassInfo | undefined): readonly string[] {
  return [className, ...(info?.super_classes ?? [])]
}
