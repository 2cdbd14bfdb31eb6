import type { ClassCategory } from '@heddle/contract/mim-kinds.ts'
import type { ClassRecord, PropertyRecord } from '../class-record.ts'
import type { SearchSource } from '../search/search-source.ts'

/**
 * The compiled class model: every class has an id, edges are arrays of ids, and texts are decoded on demand. Edges to
 * classes that were not imported are left out but counted. Also the source of the search.
 */
export type ClassGraph = SearchSource & {
  readonly counts: GraphCounts
  /** Looks up the exact name; undefined if no imported class has it. */
  find(className: string): number | undefined
  /** Everything known about a class except its edges. */
  describe(id: number): ClassFacts
  /** The label, or the class name split at its capitals. */
  displayName(id: number): string
  /** The position of a class when all are sorted by display name, ignoring case, then by name. */
  displayPlace(id: number): number
  classRnFormat(id: number): string
  /** Empty if the document lists no DN formats. */
  firstDnFormat(id: number): string
  category(id: number): ClassCategory
  has(id: number, trait: ClassTrait): boolean
  /** In the order of the document. */
  properties(id: number): readonly PropertyRecord[]
  propertyCount(id: number): number
  /** The numbers of the properties; what is equal in several classes has one number. */
  propertyNumbers(id: number): Uint32Array
  property(propertyNumber: number): PropertyRecord
  /** In the order of class ids, which is by name. Combines what both documents say. */
  containers(id: number): Uint32Array
  contained(id: number): Uint32Array
  /** Nearest first. */
  superClasses(id: number): Uint32Array
  /** Every class that has this one as a superclass at any depth. */
  subClasses(id: number): Uint32Array
  /** Relation (Rs) classes with their ends, declared on the class itself or a superclass. */
  relations(id: number): readonly GraphRelation[]
  /** The relation that an Rs or Rt class belongs to; undefined for all other classes. */
  relationOf(id: number): OwnRelation | undefined
  /** The class ids of a package; empty if it is unknown. */
  classesOfPackage(name: string): Uint32Array
  /** Whether it is a tag, fault, event, health or statistics class, which are below nearly every other class. */
  isGeneric(id: number): boolean
  /** The same edges, including classes that were not imported. */
  readonly mentioned: MentionedClasses
}

/**
 * All classes that documents mention, imported or not: ids below `classCount` are imported ones, the others follow.
 * Whether one class can be below another, or inherits a relation, may depend on an unpublished class between them.
 */
export type MentionedClasses = {
  readonly count: number
  find(className: string): number | undefined
  name(id: number): string
  containers(id: number): Uint32Array
  contained(id: number): Uint32Array
  superClasses(id: number): Uint32Array
  subClasses(id: number): Uint32Array
}

export type GraphCounts = {
  readonly classes: number
  readonly properties: number
  readonly packages: number
  readonly containments: number
  readonly relations: number
  /** References to classes that were not imported. */
  readonly dangling: number
}

export type ClassFacts = Pick<
  ClassRecord,
  | 'name'
  | 'package'
  | 'label'
  | 'description'
  | 'rn_format'
  | 'naming'
  | 'dn_formats'
  | 'dn_format_count'
  | 'is_context_root'
  | 'is_abstract'
  | 'is_configurable'
  | 'is_deprecated'
  | 'is_hidden'
  | 'is_statistics'
> & { readonly category: ClassCategory }

export type ClassTrait =
  'is_context_root' | 'is_abstract' | 'is_configurable' | 'is_deprecated' | 'is_hidden' | 'is_statistics'

export type GraphRelation = {
  /** `to`: this class holds the Rs object. `from`: the Rs object points to this class. */
  readonly direction: 'to' | 'from'
  /** Always the Rs class, which may not have been imported. */
  readonly relation_class: string
  /** The Rt class, if there is one. */
  readonly reverse_class: string | null
  /** The class at the other end or, if that was not imported, each of its subclasses. */
  readonly other: number
  readonly cardinality: string
  readonly type: string
  /** The superclass that declares it, which may not have been imported; null if the class itself does. */
  readonly inherited_from: string | null
}

/**
 * Has class names, because the ends may not have been imported. Both are the declaring classes, which are often
 * abstract.
 */
export type OwnRelation = {
  /** Whether the class is the one with `tDn` (Rs) and not the read-only one at the target (Rt). */
  readonly is_source: boolean
  readonly relation_class: string
  readonly reverse_class: string | null
  readonly source: string
  readonly target: string
  readonly cardinality: string
  readonly type: string
}
