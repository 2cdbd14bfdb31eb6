/** What the query rules need to know of one class. Names are wire names (`fvBD`, not `fv:BD`). */
export type ClassInfo = {
  readonly name: string
  /** `BD-{name}`; empty for abstract classes. */
  readonly rn_format: string
  /** Naming properties in RN order. */
  readonly naming: readonly string[]
  /** Property name to what is known of it; undefined when the properties are not known at all. */
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
  readonly type: 'string' | 'enum' | 'flags' | 'boolean' | 'integer' | 'number' | 'date' | 'dn' | 'ip' | 'mac' | 'password'
  /** Wire values of enums, flags and booleans; empty for other types. */
  readonly values: readonly string[]
}

/** Which class holds the relation object and which one its `tDn` names. Either may be an abstract ancestor. */
export type RelationInfo = { readonly from_class: string; readonly to_class: string }

/** A class model. `installed` tells the real MIM from the engine's small built-in table. */
export interface ClassModel {
  /** False: the classes are a helpful few, so a class that is not found may still exist. */
  readonly installed: boolean
  find(className: string): ClassInfo | undefined
  /** Relation (Rs) classes from `source` (or an ancestor of it) to `target` (or an ancestor of it). */
  relationsBetween(source: string, target: string): readonly string[]
  /** Can an object of `child` be below one of `parent`, directly or at any depth? Generic recursion must not hang it. */
  canContain(parent: string, child: string, depth: 'child' | 'any'): boolean
  /** Near spellings of a class name, best first, at most five. */
  suggestClasses(misspelt: string): readonly string[]
}
