import type { ClassInfo } from './model.ts'

/** A relation (Rs) class with both of its ends. */
export type Relation = { readonly name: string; readonly from_class: string; readonly to_class: string }

/** Which relations leave a class, by the name it is declared on. */
export type RelationIndex = ReadonlyMap<string, readonly Relation[]>

/** Relation classes grouped by the class they are declared on, which may be an abstract ancestor of the real holders. */
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
