import type { ClassInfo, ClassModel } from './model.ts'

/** `membersOf` over all classes of a model, which has no others. */
export function classMembers(classes: ReadonlyMap<string, ClassInfo>): ClassModel['membersOf'] {
  let members: ReadonlyMap<string, ReadonlySet<string>> | undefined
  return (className) => {
    members ??= membersByClass(classes.values())
    return members.get(className)
  }
}

function membersByClass(classes: Iterable<ClassInfo>): ReadonlyMap<string, ReadonlySet<string>> {
  const members = new Map<string, Set<string>>()
  for (const { name, super_classes, is_abstract } of classes) {
    if (is_abstract) continue
    for (const ancestor of [name, ...super_classes])
      members.set(ancestor, (members.get(ancestor) ?? new Set()).add(name))
  }
  return members
}
