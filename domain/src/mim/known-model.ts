import { suggest } from '../suggest.ts'
import { containment } from './containment.ts'
import { findKnownClass, KNOWN_CLASSES } from './known-classes.ts'
import type { ClassModel } from './model.ts'
import { indexRelations, lineage, relationsBetween } from './relations.ts'

/**
 * The model while no MIM is installed: the built-in table. It is good for planning and suggestions, but not for
 * rejecting anything: a class missing from it may still exist, so an unknown class can contain and be contained.
 */
export const knownModel: ClassModel = makeKnownModel()

/**
 * Whether an object of `child` can be below one of `parent`, as far as the built-in table is sure: it is only if it
 * knows all possible parents, and theirs, up to the root.
 */
export function knownContainment(
  parent: string,
  child: string,
  depth: 'child' | 'any',
): 'possible' | 'impossible' | 'unknown' {
  if (!KNOWN_CLASSES.has(parent) || !KNOWN_CLASSES.has(child)) return 'unknown'
  if (knownModel.canContain(parent, child, depth)) return 'possible'
  return isKnownToTheRoot(child) ? 'impossible' : 'unknown'
}

const ROOT = 'topRoot'

function isKnownToTheRoot(child: string): boolean {
  const above = new Set([child])
  for (const name of above) {
    const parents = findKnownClass(name)?.contained_by ?? new Set()
    if (parents.size === 0 && name !== ROOT) return false
    for (const parent of parents) above.add(parent)
  }
  return true
}

function makeKnownModel(): ClassModel {
  const relations = indexRelations(KNOWN_CLASSES.values())
  const canContain = containment(KNOWN_CLASSES)
  return {
    installed: false,
    find: findKnownClass,
    relationsBetween: (source, target) =>
      relationsBetween(relations, lineage(source, findKnownClass(source)), lineage(target, findKnownClass(target))),
    canContain: (parent, child, depth) =>
      !KNOWN_CLASSES.has(parent) || !KNOWN_CLASSES.has(child) || canContain(parent, child, depth),
    // The table has no abstract classes, and not all subclasses of the ancestors that it names.
    membersOf: (name) => (KNOWN_CLASSES.has(name) ? new Set([name]) : undefined),
    suggestClasses: (misspelt) => suggest(misspelt, [...KNOWN_CLASSES.keys()]),
  }
}
