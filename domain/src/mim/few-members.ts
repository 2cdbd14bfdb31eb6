import type { ClassModel } from './model.ts'

/** A class with more subclasses than this is nearly everything. */
export const FEW_MEMBERS = 100

/** The concrete classes of all these, each once; undefined unless all are known, and few enough to look at each. */
export function fewMembers(classNames: readonly string[], model: ClassModel): readonly string[] | undefined {
  const known = classNames.map((name) => model.membersOf(name))
  if (!known.every((members) => members !== undefined)) return undefined
  const members = new Set(known.flatMap((names) => [...names]))
  return members.size > FEW_MEMBERS ? undefined : [...members]
}
