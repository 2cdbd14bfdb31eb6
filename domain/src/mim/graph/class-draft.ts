import type { ClassPair, ClassRecord, RelationRecord } from '../class-record.ts'
import { sourceRelation } from '../record-info.ts'
import { categoryNumber, classCategory, isGenericClass, rankOf } from './class-kinds.ts'
import type { Interner, PathInterner } from './interner.ts'
import { packFlags } from './property-codes.ts'
import type { GraphProperties } from './property-table.ts'

/** A class during compilation: texts and class names are numbers, assigned in order of appearance. */
export type ClassDraft = {
  readonly name: string
  readonly package: number
  readonly label: number
  readonly description: number
  readonly rn_format: number
  readonly kind: number
  readonly dn_format_count: number
  readonly rank: number
  readonly naming: readonly number[]
  readonly dn_formats: readonly number[]
  readonly properties: readonly number[]
  readonly containers: readonly number[]
  readonly contained: readonly number[]
  readonly supers: readonly number[]
  readonly subs: readonly number[]
  readonly relations_to: readonly ClassPair[]
  readonly relations_from: readonly ClassPair[]
  readonly relation: RelationRecord | null
  /** Whether this is a relation source (Rs) class, which holds the relation object. */
  readonly is_source: boolean
}

export const CLASS_FLAGS = [
  'is_context_root',
  'is_abstract',
  'is_configurable',
  'is_deprecated',
  'is_hidden',
  'is_statistics',
  'is_generic',
] as const

/** `kind` holds the category number above the flags, then the rank. */
export const CATEGORY_SHIFT = 8
export const RANK_SHIFT = 12

export type Interners = {
  readonly texts: Interner
  readonly paths: PathInterner
  readonly names: Interner
  readonly properties: GraphProperties
}

export function draftClass(record: ClassRecord, { texts, paths, names, properties }: Interners): ClassDraft {
  const textIds = (list: readonly string[]) => list.map((text) => texts.id(text))
  const nameIds = (list: readonly string[]) => list.map((name) => names.id(name))
  const rank = rankOf(record)
  const flags = packFlags({ ...record, is_generic: isGenericClass(record) }, CLASS_FLAGS)
  return {
    name: record.name,
    package: texts.id(record.package),
    label: texts.id(record.label),
    description: texts.id(record.description),
    rn_format: texts.id(record.rn_format),
    kind: flags | (categoryNumber(classCategory(record)) << CATEGORY_SHIFT) | (rank << RANK_SHIFT),
    dn_format_count: record.dn_format_count,
    rank,
    naming: textIds(record.naming),
    dn_formats: record.dn_formats.map((format) => paths.id(format)),
    properties: record.properties.map((property) => properties.id(property)),
    containers: nameIds(record.contained_by),
    contained: nameIds(record.contains),
    supers: nameIds(record.super_classes),
    subs: nameIds(record.sub_classes),
    relations_to: record.relations_to,
    relations_from: record.relations_from,
    relation: record.relation,
    is_source: sourceRelation(record.name, record.relation) !== undefined,
  }
}
