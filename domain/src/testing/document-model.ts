import { suggest } from '../suggest.ts'
import { classMembers } from '../mim/class-members.ts'
import { containment } from '../mim/containment.ts'
import type { ClassInfo, ClassModel } from '../mim/model.ts'
import { indexRelations, lineage, relationsBetween } from '../mim/relations.ts'

/** A class model over parsed class documents. Relations declared on ancestors also apply to their subclasses. */
export function documentModel(documents: Iterable<ClassInfo>): ClassModel {
  const classes = new Map([...documents].map((info) => [info.name, info]))
  const relations = indexRelations(classes.values())
  const names = [...classes.keys()]
  return {
    installed: true,
    find: (className) => classes.get(className),
    relationsBetween: (source, target) =>
      relationsBetween(relations, lineage(source, classes.get(source)), lineage(target, classes.get(target))),
    canContain: containment(classes),
    membersOf: classMembers(classes),
    suggestClasses: (misspelt) => suggest(misspelt, names),
  }
}
