import type { ClassDraft } from './class-draft.ts'
import type { Interner } from './interner.ts'

/**
 * Final ids: the imported classes in byte order of their names, then the classes that are only mentioned, also in byte
 * order.
 */
export type NameTable = {
  readonly names: readonly string[]
  readonly knownCount: number
  /** Final ids by the number of a name in the interner. */
  readonly idOf: Uint32Array
  /** Undefined for a name that was never mentioned. */
  find(name: string): number | undefined
}

export function nameTable(names: Interner, drafts: ReadonlyMap<string, ClassDraft>): NameTable {
  const known = names.texts.filter((name) => drafts.has(name)).sort(byBytes)
  const others = names.texts.filter((name) => !drafts.has(name)).sort(byBytes)
  const all = [...known, ...others]
  const ids = new Map(all.map((name, id) => [name, id]))
  const idOf = Uint32Array.from(names.texts, (name) => ids.get(name) ?? 0)
  return { names: all, knownCount: known.length, idOf, find: (name) => ids.get(name) }
}

// Class names are ASCII, so comparing characters compares bytes. Locale order would differ between machines.
function byBytes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
