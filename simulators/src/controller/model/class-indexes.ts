import type { ManagedObject } from './managed-object.ts'

type ClassIndex = { objects: ManagedObject[]; needsCare: boolean }

/** The objects of each class, sorted by DN when somebody asks for them. */
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
    if (index?.needsCare) {
      index.objects = index.objects.filter(({ alive }) => alive).sort(byDn)
      index.needsCare = false
    }
    return index?.objects ?? []
  }

  add(object: ManagedObject): void {
    const index = this.#indexes.get(object.layout.className) ?? { objects: [], needsCare: true }
    index.objects.push(object)
    index.needsCare = true
    this.#indexes.set(object.layout.className, index)
  }

  /** A dead object is dropped the next time somebody looks. */
  noteDeath(className: string): void {
    const index = this.#indexes.get(className)
    if (index) index.needsCare = true
  }

  /** Takes out an object that lives on in another class. */
  take(className: string, object: ManagedObject): void {
    const index = this.#indexes.get(className)
    if (index) index.objects = index.objects.filter((one) => one !== object)
  }
}

function byDn(left: ManagedObject, right: ManagedObject): number {
  return left.dn < right.dn ? -1 : left.dn > right.dn ? 1 : 0
}
