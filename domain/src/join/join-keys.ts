import { ancestorDns, parentDn } from '../dn/dn.ts'
import type { JoinOn } from '../query/plan.ts'
import { type EqualityKind, equalityKey } from '../values/equality-key.ts'
import type { TableRow } from './table-row.ts'

type OneKey = (row: TableRow) => string
type Keys = (row: TableRow) => string | readonly string[]

/**
 * Two rows match when they have a key in common. On one side each row has exactly one key (or `''` for none), so that
 * side can be indexed and no pair is found twice.
 */
export type JoinKeys = { readonly indexed: 'left' | 'right'; readonly key: OneKey; readonly otherKeys: Keys }

const dnOf: OneKey = (row) => row.dn
const parentOf: OneKey = (row) => parentDn(row.dn)

/** How rows are matched. */
export function joinKeys(on: Exclude<JoinOn, { kind: 'conditions' | 'any' }>): JoinKeys {
  switch (on.kind) {
    case 'child':
      return { indexed: 'left', key: dnOf, otherKeys: parentOf }
    case 'descendant':
      return { indexed: 'left', key: dnOf, otherKeys: (row) => ancestorDns(row.dn) }
    case 'parent':
      return { indexed: 'left', key: parentOf, otherKeys: dnOf }
    case 'equal':
      return { indexed: 'right', key: property(on.right, on.compare), otherKeys: property(on.left, on.compare) }
    case 'relation_end':
      return { indexed: on.relation === 'left' ? 'right' : 'left', key: dnOf, otherKeys: relationEnds }
  }
}

function property(name: string, compare: EqualityKind | undefined): OneKey {
  if (name === 'dn') return dnOf
  const text: OneKey = (row) => (Object.hasOwn(row.values, name) ? (row.values[name] ?? '') : '')
  return compare === undefined ? text : (row) => spelledKey(text(row), compare)
}

/** The key of a text that other texts may equal. A text that is no number or address equals only itself. */
export function spelledKey(text: string, compare: EqualityKind): string {
  const key = equalityKey(text, compare)
  return key === undefined ? text : `=${key}`
}

/** A relation object is below one end and names the other. */
const relationEnds: Keys = (row) => {
  const holder = parentDn(row.dn)
  const target = row.values['tDn'] ?? ''
  return holder === target ? holder : [holder, target]
}
