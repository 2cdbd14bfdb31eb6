import type { ClassTable } from '../class-table.ts'
import { joinDn, parentDn } from './dn.ts'
import { attributeNames, makeLayout, readAttribute } from './layout.ts'
import type { Layout } from './layout.ts'
import { isGhost } from './managed-object.ts'
import type { ManagedObject } from './managed-object.ts'

export type Attributes = Readonly<Record<string, string>>

/** A step on the way from a class through attribute names, in the order given, to the layout of objects that have them. */
type Shape = { readonly names: readonly string[]; readonly next: Map<string, Shape>; layout: Layout | undefined }

type ClassIndex = { objects: ManagedObject[]; sorted: boolean }

const GHOST = makeLayout('', [], new Map())

/** The tree of objects of one fabric, found by DN, by class and by parent. */
export class ObjectStore {
  readonly table: ClassTable
  /** Grows with every change; whoever caches results compares it. */
  version = 0
  readonly #byDn = new Map<string, ManagedObject>()
  readonly #byClass = new Map<string, ClassIndex>()
  readonly #shapes = new Map<string, Shape>()
  readonly #seenProperties = new Map<string, Set<string>>()
  readonly #root: ManagedObject
  #size = 0

  constructor(table: ClassTable) {
    this.table = table
    this.#root = { dn: '', layout: GHOST, values: [], parent: undefined, children: undefined, alive: true }
    this.#byDn.set('', this.#root)
  }

  get size(): number {
    return this.#size
  }

  /** Adds an object with the defaults of its class, or replaces the one that has this DN; its children stay. */
  add(className: string, dn: string, attributes: Attributes = {}): ManagedObject {
    return this.#place(dn, this.#parent(dn), ...this.#shape(className, attributes, true))
  }

  /** Adds an object with exactly these attributes, as recorded answers need it. */
  addExactly(className: string, dn: string, attributes: Attributes): ManagedObject {
    return this.#place(dn, this.#parent(dn), ...this.#shape(className, attributes, false))
  }

  /** Adds below a parent at hand: the quick way for generators. */
  addBelow(parent: ManagedObject, className: string, rn: string, attributes: Attributes = {}): ManagedObject {
    return this.#place(joinDn(parent.dn, rn), parent, ...this.#shape(className, attributes, true))
  }

  update(dn: string, changes: Attributes): boolean {
    const object = this.get(dn)
    if (!object) return false
    const attributes = Object.fromEntries(attributeNames(object.layout).map((name) => [name, readAttribute(object, name) ?? '']))
    this.addExactly(object.layout.className, dn, { ...attributes, ...changes })
    return true
  }

  /** Removes the object and everything below it. */
  delete(dn: string): boolean {
    const object = this.get(dn)
    if (!object) return false
    this.#forget(object)
    const siblings = object.parent?.children
    siblings?.splice(siblings.indexOf(object), 1)
    this.version++
    return true
  }

  get(dn: string): ManagedObject | undefined {
    const object = this.#byDn.get(dn)
    return object && !isGhost(object) ? object : undefined
  }

  /** The place of a DN, also when only something below it was added. */
  place(dn: string): ManagedObject | undefined {
    return this.#byDn.get(dn)
  }

  /** All objects of the class, sorted by DN. The array belongs to the store. */
  ofClass(className: string): readonly ManagedObject[] {
    const index = this.#byClass.get(className)
    if (!index) return []
    if (!index.sorted) {
      index.objects = index.objects.filter((object) => object.alive && object.layout.className === className).sort(byDn)
      index.sorted = true
    }
    return index.objects
  }

  /** Concrete classes behind a name: itself, or the subclasses of an abstract one. */
  concreteClasses(className: string): readonly string[] {
    const concrete = this.table.get(className)?.concrete ?? []
    return concrete.length > 0 ? concrete : [className]
  }

  knowsClass(className: string): boolean {
    return this.table.has(className) || this.#byClass.has(className)
  }

  knowsProperty(className: string, property: string): boolean {
    if (property === 'dn' || property === 'rn') return true
    return this.table.get(className)?.properties.has(property) === true || this.#seenProperties.get(className)?.has(property) === true
  }

  classCounts(): Record<string, number> {
    return Object.fromEntries([...this.#byClass.keys()].map((name) => [name, this.ofClass(name).length]))
  }

  #forget(object: ManagedObject): void {
    for (const child of object.children ?? []) this.#forget(child)
    object.alive = false
    this.#byDn.delete(object.dn)
    if (isGhost(object)) return
    this.#dirty(object.layout.className)
    this.#size--
  }

  #dirty(className: string): void {
    const index = this.#byClass.get(className)
    if (index) index.sorted = false
  }

  #parent(dn: string): ManagedObject {
    const place = parentDn(dn)
    return this.#byDn.get(place) ?? this.#insert({ dn: place, layout: GHOST, values: [] }, this.#parent(place))
  }

  #place(dn: string, parent: ManagedObject, layout: Layout, values: readonly string[]): ManagedObject {
    this.version++
    const present = this.#byDn.get(dn)
    if (present) return this.#replace(present, layout, values)
    const object = this.#insert({ dn, layout, values }, parent)
    this.#enlist(object)
    return object
  }

  #replace(present: ManagedObject, layout: Layout, values: readonly string[]): ManagedObject {
    const before = present.layout.className
    present.layout = layout
    present.values = values
    if (before === layout.className) return present
    if (before !== '') {
      this.#dirty(before)
      this.#size--
    }
    this.#enlist(present)
    return present
  }

  #insert(content: Pick<ManagedObject, 'dn' | 'layout' | 'values'>, parent: ManagedObject): ManagedObject {
    const object: ManagedObject = { ...content, parent, children: undefined, alive: true }
    this.#byDn.set(content.dn, object)
    if (parent.children) parent.children.push(object)
    else parent.children = [object]
    return object
  }

  #enlist(object: ManagedObject): void {
    this.#size++
    const index = this.#byClass.get(object.layout.className)
    if (!index) {
      this.#byClass.set(object.layout.className, { objects: [object], sorted: true })
      return
    }
    index.objects.push(object)
    index.sorted = false
  }

  /** Objects whose attributes come in the same order share a layout; found without building a key, millions of times. */
  #shape(className: string, attributes: Attributes, withDefaults: boolean): [Layout, string[]] {
    let shape = this.#classShape(withDefaults ? className : `=${className}`)
    const values: string[] = []
    for (const name in attributes) {
      if (name === 'dn' || name === 'rn' || this.#isSecret(className, name)) continue
      shape = nextShape(shape, name)
      values.push(attributes[name]!)
    }
    shape.layout ??= this.#newLayout(className, shape.names, withDefaults)
    return [shape.layout, values]
  }

  #classShape(key: string): Shape {
    const known = this.#shapes.get(key)
    if (known) return known
    const shape: Shape = { names: [], next: new Map(), layout: undefined }
    this.#shapes.set(key, shape)
    return shape
  }

  /** Write-only properties are forgotten at once: they are never shown. */
  #isSecret(className: string, name: string): boolean {
    return this.table.get(className)?.properties.get(name)?.secure === true
  }

  #newLayout(className: string, slots: readonly string[], withDefaults: boolean): Layout {
    const constants = new Map<string, string>()
    for (const { name, secure, defaultValue } of withDefaults ? (this.table.get(className)?.properties.values() ?? []) : []) {
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
}

function nextShape(shape: Shape, name: string): Shape {
  const known = shape.next.get(name)
  if (known) return known
  const next: Shape = { names: [...shape.names, name], next: new Map(), layout: undefined }
  shape.next.set(name, next)
  return next
}

function byDn(left: ManagedObject, right: ManagedObject): number {
  return left.dn < right.dn ? -1 : left.dn > right.dn ? 1 : 0
}
