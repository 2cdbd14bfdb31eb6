import type { ManagedObject } from './managed-object.ts'

type ClassIndex = { objects: ManagedObject[]; isStale: boolean }

/** The objects of each class, sorted by DN on demand. */
export class ClassIndexes {
  readonly #indexes = new Map<string, ClassIndex>()

  names(): Iterable<string> {
    return this.#indexes.keys()
  }

  has(className: string): boolean {
    return this.#indexes.has(className)
  }

  objects(className: string): readonly ManagedObject[] {
    const index = this.#indexes.get(className)
    if (index?.isStale) {
      index.objects = index.objects.filter(({ alive }) => alive).sort(byDn)
      index.isStale = false
    }
    return index?.objects ?? []
  }

  add(object: ManagedObject): void {
    const index = this.#indexes.get(object.layout.className) ?? { objects: [], isStale: true }
    index.objects.push(object)
    index.isStale = true
    this.#indexes.set(object.layout.className, index)
  }

  /** Dead objects are dropped on the next read. */
  noteDeath(className: string): void {
    const index = this.#indexes.get(className)
    if (index) index.isStale = true
  }

  /** Removes an object that has moved to another class. */
  take(className: string, object: ManagedObject): void {
    const index = this.#indexes.get(className)
    if (index) index.objects = index.objects.filter((one) => one !== object)
  }
}

function byDn(left: ManagedObject, right: ManagedObject): number {
  return left.dn < right.dn ? -1 : left.dn > right.dn ? 1 : 0
}
