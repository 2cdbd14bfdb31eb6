import type { PropertyType } from '@heddle/contract/mim-kinds.ts'

/** What the query rules need to know about a class. Names are wire names (`fvBD`, not `fv:BD`). */
export type ClassInfo = {
  readonly name: string
  /** `BD-{name}`; empty for abstract classes. */
  readonly rn_format: string
  /** Naming properties in RN order. */
  readonly naming: readonly string[]
  /** Properties by name; undefined if the properties are unknown. */
  readonly properties: ReadonlyMap<string, PropertyInfo> | undefined
  readonly contained_by: ReadonlySet<string>
  readonly contains: ReadonlySet<string>
  /** Nearest first. */
  readonly super_classes: readonly string[]
  readonly is_abstract: boolean
  readonly is_deprecated: boolean
  /** Only on relation source (Rs) classes. */
  readonly relation: RelationInfo | undefined
}

export type PropertyInfo = {
  readonly name: string
  readonly type: PropertyType
  /** Wire values of enums, flags and booleans; empty for other types. */
  readonly values: readonly string[]
  /** There are more than the model lists. */
  readonly has_more_values?: boolean
  /** Names that the controller writes instead of some numbers: `https=443`. Only on numbers. */
  readonly named_numbers?: readonly string[]
}

/** The class that holds the relation object and the class its `tDn` refers to. Either may be an abstract ancestor. */
export type RelationInfo = { readonly from_class: string; readonly to_class: string }

/** A class model. `installed` distinguishes the real MIM from the engine's small built-in table. */
export interface ClassModel {
  /** False: there are only a few classes, so a class that is not found may still exist. */
  readonly installed: boolean
  find(className: string): ClassInfo | undefined
  /** Relation (Rs) classes from `source` (or an ancestor of it) to `target` (or an ancestor of it). */
  relationsBetween(source: string, target: string): readonly string[]
  /**
   * Whether an object of `child` can be below one of `parent`, directly or at any depth. Terminates for recursive
   * classes.
   */
  canContain(parent: string, child: string, depth: 'child' | 'any'): boolean
  /**
   * The concrete classes whose objects a controller returns for this name: the class itself unless it is abstract, and
   * all its subclasses. Undefined if they are not known.
   */
  membersOf(className: string): ReadonlySet<string> | undefined
  /** At most five similar class names, best first. */
  suggestClasses(misspelt: string): readonly string[]
}
