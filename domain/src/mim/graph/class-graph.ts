import type { ClassRecord, PropertyRecord } from '../class-record.ts'
import type { SearchSource } from '../search/search-source.ts'

/**
 * The compiled class model: every class has an id, edges are arrays of ids, texts are decoded when they are asked for.
 * Edges to classes that were not imported are left out and counted. It answers the search's questions too.
 */
export type ClassGraph = SearchSource & {
  readonly counts: GraphCounts
  /** Undefined for a name no imported class has; exact spelling. */
  find(className: string): number | undefined
  /** Everything known of one class except its edges. */
  describe(id: number): ClassFacts
  /** The label, or the class name split at its capitals. */
  displayName(id: number): string
  /** The place of a class when all are sorted by display name, regardless of case, then by name. */
  displayPlace(id: number): number
  classRnFormat(id: number): string
  /** Empty when the document lists no DN formats. */
  firstDnFormat(id: number): string
  category(id: number): ClassCategory
  has(id: number, trait: ClassTrait): boolean
  /** In the order of the document. */
  properties(id: number): readonly PropertyRecord[]
  propertyCount(id: number): number
  /** By name, in the order of class ids; both sides of what either document says. */
  containers(id: number): Uint32Array
  contained(id: number): Uint32Array
  /** Nearest first. */
  superClasses(id: number): Uint32Array
  /** Every class, at any depth, that has this one among its superclasses. */
  subClasses(id: number): Uint32Array
  /** Relation (Rs) classes with their ends, declared on the class itself or on one of its superclasses. */
  relations(id: number): readonly GraphRelation[]
  /** The relation a class is itself one half of, on both halves (Rs and Rt); undefined for all other classes. */
  relationOf(id: number): OwnRelation | undefined
  /** Ids by name of the package; empty for an unknown one. */
  classesOfPackage(name: string): Uint32Array
  /** A tag, fault, event, health or statistics class: what hangs below nearly every other class. */
  isGeneric(id: number): boolean
  /** The same edges with the classes that were not imported. */
  readonly mentioned: MentionedClasses
}

/**
 * Classes that documents speak of, imported or not: ids below `classCount` are the imported ones, the others come after them. Whether
 * one class can be below another, or inherits a relation, may hang on a class between them that was never published.
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

export type ClassTrait = 'is_context_root' | 'is_abstract' | 'is_configurable' | 'is_deprecated' | 'is_hidden' | 'is_statistics'

export const CLASS_CATEGORIES = ['configuration', 'operational', 'relation', 'statistics', 'fault', 'event', 'health', 'abstract'] as const
export type ClassCategory = (typeof CLASS_CATEGORIES)[number]

export type GraphRelation = {
  /** `to`: the class asked for holds the Rs object. `from`: it is what the Rs object points to. */
  readonly direction: 'to' | 'from'
  /** Always the Rs class, which may not have been imported. */
  readonly relation_class: string
  /** The Rt class, when there is one. */
  readonly reverse_class: string | null
  /** The class at the other end; each of its subclasses when it was not imported itself. */
  readonly other: number
  readonly cardinality: string
  readonly type: string
  /** The superclass that declares it, which may not have been imported; null when the class does itself. */
  readonly inherited_from: string | null
}

/** Class names, since neither end needs to have been imported; both are what declares the relation, often abstract. */
export type OwnRelation = {
  /** Is the class the half that holds `tDn` (Rs), not the read-only half at the target (Rt)? */
  readonly is_source: boolean
  readonly relation_class: string
  readonly reverse_class: string | null
  readonly source: string
  readonly target: string
  readonly cardinality: string
  readonly type: string
}
