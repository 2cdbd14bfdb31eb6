import type { ManagedObject } from '../model/managed-object.ts'
import type { Attributes } from '../model/layouts.ts'
import type { ObjectStore } from '../model/object-store.ts'
import { Random } from '../../shared/random.ts'

/** Everything in a generated fabric happened before this time, unless another is given. */
export const FABRIC_TIME = Date.UTC(2026, 2, 14, 9, 26, 53)

const DAY = 86_400_000
const DISTINCT_TIMES = 500

/** How to build objects of a class; `rnParts` alternate between literal text and naming property. */
type Recipe = { readonly rnParts: readonly string[]; readonly hasModTs: boolean }

/** Adds objects below their parents, named by the RN formats of the class table. */
export class FabricBuilder {
  readonly store: ObjectStore
  readonly random: Random
  /** Everything happened before it, in milliseconds. */
  readonly now: number
  readonly #recipes = new Map<string, Recipe>()
  readonly #times: readonly string[]

  constructor(store: ObjectStore, seed: number, now: number) {
    this.store = store
    this.random = new Random(seed)
    this.now = now
    this.#times = Array.from({ length: DISTINCT_TIMES }, () => timestamp(now - this.random.below(200 * DAY)))
  }

  /** Adds a root object, or one whose place is known only by its DN. */
  addAt(dn: string, className: string, attributes: Attributes = {}): ManagedObject {
    return this.store.add(className, dn, this.#dated(this.#recipe(className), attributes))
  }

  add(parent: ManagedObject, className: string, attributes: Attributes = {}): ManagedObject {
    const recipe = this.#recipe(className)
    let rn = ''
    for (const [index, part] of recipe.rnParts.entries()) rn += index % 2 === 0 ? part : (attributes[part] ?? '')
    return this.store.addBelow(parent, className, rn, this.#dated(recipe, attributes))
  }

  /** Picks from a small set of times, so that two million objects share their strings. */
  time(): string {
    return this.random.pick(this.#times)
  }

  #dated(recipe: Recipe, attributes: Attributes): Attributes {
    return recipe.hasModTs ? { ...attributes, modTs: this.time() } : attributes
  }

  #recipe(className: string): Recipe {
    const known = this.#recipes.get(className)
    if (known) return known
    const info = this.store.table.get(className)
    if (!info) throw new Error(`${className} is not in the class table`)
    const recipe = { rnParts: info.rnFormat.split(/[{}]/), hasModTs: info.properties.has('modTs') }
    this.#recipes.set(className, recipe)
    return recipe
  }
}

/** The controllers' format: milliseconds and an offset. */
export function timestamp(time: number): string {
  return new Date(time).toISOString().replace('Z', '+00:00')
}
