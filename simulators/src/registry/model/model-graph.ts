import type { ClassSpec, RelationSpec, Trait } from './class-spec.ts'
import { RelationIndex } from './relation-index.ts'

/** All classes of a model and how they are connected. References to classes outside the model are ignored. */
export class ModelGraph {
  readonly specs: ReadonlyMap<string, ClassSpec>
  readonly relations: RelationIndex
  readonly #subClasses = new Map<string, string[]>()
  readonly #children = new Map<string, string[]>()
  /** Generic children by the trait their container needs; `*` means every concrete class but statistics and records. */
  readonly #generic = new Map<string, string[]>()
  readonly #containers = new Map<string, readonly string[]>()
  readonly #genericHolders = new Map<string, readonly string[]>()

  constructor(specs: readonly ClassSpec[]) {
    this.specs = new Map(specs.map((spec) => [spec.name, spec]))
    for (const { name, superClass } of specs) if (superClass !== undefined) append(this.#subClasses, superClass, name)
    this.relations = new RelationIndex(specs.flatMap(({ relation }) => relation ?? []))
    for (const spec of specs) this.#addToParents(spec)
  }

  /** Superclasses, nearest first. */
  superClasses(name: string): string[] {
    const found: string[] = []
    for (let next = this.#superClass(name); next !== undefined; next = this.#superClass(next)) found.push(next)
    return found
  }

  /** Direct subclasses. */
  subClasses(name: string): readonly string[] {
    return this.#subClasses.get(name) ?? []
  }

  /** Classes that can have objects: this one and its subclasses. */
  concrete(name: string): string[] {
    const below = this.subClasses(name).flatMap((subClass) => this.concrete(subClass))
    return this.specs.get(name)?.traits.has('abstract') === false ? [name, ...below] : below
  }

  containers(name: string): readonly string[] {
    const known = this.#containers.get(name)
    if (known) return known
    const parents = this.specs.get(name)?.parents ?? []
    const containers = [...new Set(parents.flatMap((parent) => this.#holders(parent)))]
    this.#containers.set(name, containers)
    return containers
  }

  contained(name: string): string[] {
    const spec = this.specs.get(name)
    if (!spec) return []
    const generic = [...this.#generic]
      .filter(([trait]) => holdsGeneric(spec, trait))
      .flatMap(([, children]) => children)
    return [...new Set([...(this.#children.get(name) ?? []), ...generic])].sort()
  }

  /** Relations whose source is the class or one of its superclasses. */
  relationsFrom(name: string): RelationSpec[] {
    return [name, ...this.superClasses(name)].flatMap((one) => this.relations.bySource(one))
  }

  /** Relations whose target is the class or one of its superclasses. */
  relationsTo(name: string): RelationSpec[] {
    return [name, ...this.superClasses(name)].flatMap((one) => this.relations.byTarget(one))
  }

  isGeneric(name: string): boolean {
    return this.specs.get(name)?.parents.some((parent) => parent.startsWith('*')) ?? false
  }

  #superClass(name: string): string | undefined {
    const superClass = this.specs.get(name)?.superClass
    return superClass !== undefined && this.specs.has(superClass) ? superClass : undefined
  }

  #addToParents(spec: ClassSpec): void {
    for (const parent of spec.parents) {
      if (parent.startsWith('*')) append(this.#generic, parent, spec.name)
      else for (const holder of this.#holders(parent)) append(this.#children, holder, spec.name)
    }
  }

  #holders(parent: string): readonly string[] {
    if (!parent.startsWith('*')) return this.concrete(parent)
    const known = this.#genericHolders.get(parent)
    if (known) return known
    const holders = [...this.specs.values()].filter((spec) => holdsGeneric(spec, parent)).map(({ name }) => name)
    this.#genericHolders.set(parent, holders)
    return holders
  }
}

const BARE: readonly Trait[] = ['abstract', 'statistic', 'record']

function holdsGeneric({ traits, name }: ClassSpec, group: string): boolean {
  if (BARE.some((trait) => traits.has(trait)) || name === 'top:Root') return false
  return group === '*' || traits.has(group.slice(1) as Trait)
}

function append(map: Map<string, string[]>, key: string, value: string): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}
