import type { ClassTable } from './class-table.ts'
import { ClassIndexes } from './class-indexes.ts'
import { joinDn, namingValues, parentDn } from './dn.ts'
import { attributeNames, makeLayout, readAttribute } from './layout.ts'
import { Layouts, type Attributes } from './layouts.ts'
import { isGhost, type Layout, type ManagedObject } from './managed-object.ts'

const GHOST = makeLayout('', [], new Map())

/** The object tree of one fabric, with lookups by DN, by class and by parent. */
export class ObjectStore {
  readonly table: ClassTable
  /** Grows with every change, so that caches can detect stale results. */
  version = 0
  /** The time given to changes while running. */
  now: () => number = Date.now
  readonly #byDn = new Map<string, ManagedObject>()
  readonly #classes = new ClassIndexes()
  readonly #layouts: Layouts
  #size = 0

  constructor(table: ClassTable) {
    this.table = table
    this.#layouts = new Layouts(table)
    this.#byDn.set('', { dn: '', layout: GHOST, values: [], parent: undefined, children: undefined, alive: true })
  }

  get size(): number {
    return this.#size
  }

  /** Adds or replaces an object, with the defaults of its class and the naming values of its DN; its children stay. */
  add(className: string, dn: string, attributes: Attributes = {}): ManagedObject {
    const info = this.table.get(className)
    const naming = info ? namingValues(info.rnFormat, dn) : {}
    const dated = info?.properties.has('modTs') ? { modTs: this.#timestamp() } : {}
    return this.#place(dn, this.#parent(dn), this.#layouts.fit(className, { ...naming, ...dated, ...attributes }, true))
  }

  /** Adds an object with exactly these attributes, as recorded answers require. */
  addExactly(className: string, dn: string, attributes: Attributes): ManagedObject {
    return this.#place(dn, this.#parent(dn), this.#layouts.fit(className, attributes, false))
  }

  /** Adds below a known parent: the fast path for generators, which set naming values and times themselves. */
  addBelow(parent: ManagedObject, className: string, rn: string, attributes: Attributes = {}): ManagedObject {
    return this.#place(joinDn(parent.dn, rn), parent, this.#layouts.fit(className, attributes, true))
  }

  update(dn: string, changes: Attributes): boolean {
    const object = this.get(dn)
    if (!object) return false
    const before = Object.fromEntries(
      attributeNames(object.layout).map((name) => [name, readAttribute(object, name) ?? '']),
    )
    const dated = before['modTs'] === undefined ? {} : { modTs: this.#timestamp() }
    this.addExactly(object.layout.className, dn, { ...before, ...dated, ...changes })
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

  /** The node of a DN, which is a ghost if only objects below it were added. */
  place(dn: string): ManagedObject | undefined {
    return this.#byDn.get(dn)
  }

  /** All objects of the class, sorted by DN. Callers must not change the array. */
  ofClass(className: string): readonly ManagedObject[] {
    return this.#classes.objects(className)
  }

  /** Concrete classes behind a name: itself, or the subclasses of an abstract one. */
  concreteClasses(className: string): readonly string[] {
    const concrete = this.table.get(className)?.concrete ?? []
    return concrete.length > 0 ? concrete : [className]
  }

  knowsClass(className: string): boolean {
    return this.table.has(className) || this.#classes.has(className)
  }

  knowsProperty(className: string, property: string): boolean {
    if (property === 'dn' || property === 'rn') return true
    return this.table.get(className)?.properties.has(property) === true || this.#layouts.hasSeen(className, property)
  }

  classCounts(): Record<string, number> {
    return Object.fromEntries([...this.#classes.names()].map((name) => [name, this.ofClass(name).length]))
  }

  /** The controllers' format: milliseconds and an offset. */
  #timestamp(): string {
    return new Date(this.now()).toISOString().replace('Z', '+00:00')
  }

  #forget(object: ManagedObject): void {
    for (const child of object.children ?? []) this.#forget(child)
    object.alive = false
    this.#byDn.delete(object.dn)
    if (isGhost(object)) return
    this.#classes.noteDeath(object.layout.className)
    this.#size--
  }

  #parent(dn: string): ManagedObject {
    const place = parentDn(dn)
    return this.#byDn.get(place) ?? this.#insert(place, this.#parent(place), GHOST, [])
  }

  #place(dn: string, parent: ManagedObject, [layout, values]: [Layout, string[]]): ManagedObject {
    this.version++
    const present = this.#byDn.get(dn)
    if (present) return this.#replace(present, layout, values)
    const object = this.#insert(dn, parent, layout, values)
    this.#enlist(object)
    return object
  }

  #replace(present: ManagedObject, layout: Layout, values: readonly string[]): ManagedObject {
    const before = present.layout.className
    present.layout = layout
    present.values = values
    if (before === layout.className) return present
    if (before !== '') {
      this.#classes.take(before, present)
      this.#size--
    }
    this.#enlist(present)
    return present
  }

  #insert(dn: string, parent: ManagedObject, layout: Layout, values: readonly string[]): ManagedObject {
    const object: ManagedObject = { dn, layout, values, parent, children: undefined, alive: true }
    this.#byDn.set(dn, object)
    if (parent.children) parent.children.push(object)
    else parent.children = [object]
    return object
  }

  #enlist(object: ManagedObject): void {
    this.#size++
    this.#classes.add(object)
  }
}
