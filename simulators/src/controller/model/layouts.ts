import type { ClassTable } from './class-table.ts'
import { makeLayout } from './layout.ts'
import type { Layout } from './managed-object.ts'

export type Attributes = Readonly<Record<string, string>>

/** A node of the tree that leads from a class, through its attribute names in order, to the layout of such objects. */
type Shape = { readonly names: readonly string[]; readonly next: Map<string, Shape>; layout: Layout | undefined }

/** The layouts of one store: objects of a class with the same attributes in the same order share one. */
export class Layouts {
  readonly #table: ClassTable
  readonly #classes = new Map<string, Shape>()
  readonly #seenProperties = new Map<string, Set<string>>()

  constructor(table: ClassTable) {
    this.#table = table
  }

  /** Layout and values of an object. Walks a tree instead of building a key, because it runs millions of times. */
  fit(className: string, attributes: Attributes, withDefaults: boolean): [Layout, string[]] {
    const properties = this.#table.get(className)?.properties
    let shape = this.#classShape(withDefaults ? className : `=${className}`)
    const values: string[] = []
    for (const name in attributes) {
      // Write-only properties are dropped: they are never shown.
      if (name === 'dn' || name === 'rn' || properties?.get(name)?.secure) continue
      shape = nextShape(shape, name)
      values.push(attributes[name]!)
    }
    shape.layout ??= this.#newLayout(className, shape.names, withDefaults)
    return [shape.layout, values]
  }

  /** Has any object of the class had this property? */
  hasSeen(className: string, property: string): boolean {
    return this.#seenProperties.get(className)?.has(property) === true
  }

  #newLayout(className: string, slots: readonly string[], withDefaults: boolean): Layout {
    const constants = new Map<string, string>()
    for (const { name, secure, defaultValue } of withDefaults
      ? (this.#table.get(className)?.properties.values() ?? [])
      : []) {
      if (!secure && !slots.includes(name)) constants.set(name, defaultValue)
    }
    this.#remember(className, slots)
    return makeLayout(className, slots, constants)
  }

  #remember(className: string, names: readonly string[]): void {
    const seen = this.#seenProperties.get(className) ?? new Set()
    for (const name of names) seen.add(name)
    this.#seenProperties.set(className, seen)
  }

  #classShape(key: string): Shape {
    const known = this.#classes.get(key)
    if (known) return known
    const shape: Shape = { names: [], next: new Map(), layout: undefined }
    this.#classes.set(key, shape)
    return shape
  }
}

function nextShape(shape: Shape, name: string): Shape {
  const known = shape.next.get(name)
  if (known) return known
  const next: Shape = { names: [...shape.names, name], next: new Map(), layout: undefined }
  shape.next.set(name, next)
  return next
}
