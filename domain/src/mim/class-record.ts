import type { PropertyType } from '@heddle/contract/mim-kinds.ts'

/** A class document, reduced to what Heddle stores; plain JSON. Class names are wire names (`fvBD`, not `fv:BD`). */
export type ClassRecord = {
  readonly name: string
  readonly package: string
  /** May be empty. */
  readonly label: string
  /** Its paragraphs joined, white space collapsed; empty if there is none or only a placeholder word. */
  readonly description: string
  /** `BD-{name}`; empty for abstract classes. */
  readonly rn_format: string
  /** Naming properties in RN order. */
  readonly naming: readonly string[]
  /** Only the first few: generic classes have tens of thousands. */
  readonly dn_formats: readonly string[]
  readonly dn_format_count: number
  readonly contained_by: readonly string[]
  readonly contains: readonly string[]
  /** Nearest first. */
  readonly super_classes: readonly string[]
  readonly sub_classes: readonly string[]
  /** Pairs of a relation (Rs) class and the class it points to, as listed in the document. */
  readonly relations_to: readonly ClassPair[]
  /** Pairs of a relation (Rt) class and the class that points here. */
  readonly relations_from: readonly ClassPair[]
  /** Only on relation classes, both sides (Rs and Rt). */
  readonly relation: RelationRecord | null
  readonly is_context_root: boolean
  readonly is_abstract: boolean
  readonly is_configurable: boolean
  readonly is_deprecated: boolean
  readonly is_hidden: boolean
  readonly is_statistics: boolean
  readonly properties: readonly PropertyRecord[]
}

export type ClassPair = readonly [relationClass: string, otherClass: string]

export type RelationRecord = {
  /** The class that holds the Rs object, often an abstract ancestor. Like all fields here, empty if unknown. */
  readonly from_class: string
  readonly from_relation: string
  readonly to_class: string
  readonly to_relation: string
  /** `named` or `explicit`. */
  readonly type: string
  /** `n-to-1`, `n-to-m`, `1-to-m`… */
  readonly cardinality: string
}

export type PropertyRecord = {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly type: PropertyType
  /** As in the document, such as `scalar:Enum8`. */
  readonly raw_type: string
  readonly is_naming: boolean
  readonly is_mandatory: boolean
  readonly is_configurable: boolean
  /** Can be set only when the object is created. */
  readonly is_create_only: boolean
  readonly is_secure: boolean
  readonly is_deprecated: boolean
  readonly is_hidden: boolean
  /** Null if there is none. */
  readonly default: string | number | null
  /** Wire values of enums, flags and booleans, the first few hundred; empty for other types. */
  readonly values: readonly string[]
  readonly value_count: number
  /** Names that the controller writes instead of some numbers: `https=443`. Absent if there are none. */
  readonly named_numbers?: readonly string[]
}
