import type { Random } from '../../shared/random.ts'
import { hash } from '../model/hash.ts'
import { type ClassSpec, type RelationSpec, splitName } from '../model/class-spec.ts'
import type { ClassDraft } from './class-draft.ts'

/** Containers of the first classes of a package. */
const HUBS = [
  'pol:Uni',
  'fv:Tenant',
  'infra:Infra',
  'top:System',
  'fabric:Topology',
  'fabric:Inst',
  'vmm:DomP',
  'l3ext:Out',
  'fv:AEPg',
]
const FIRST_OF_PACKAGE = 3
/** Keeps chains of containers about as short as in the real model. */
const FANOUT = 8
const CARDINALITIES = ['n-to-1', 'n-to-m', 'n-to-m', '1-to-1', '1-to-m']

/** Possible places of a generated class, chosen by package and position so that equal seeds give equal models. */
export class Places {
  readonly #all: ReadonlySet<string>
  readonly #objects: readonly string[]
  readonly #configurable: readonly string[]
  readonly #inPackage: ReadonlyMap<string, readonly string[]>
  readonly #abstract: ReadonlyMap<string, readonly string[]>
  readonly #position: ReadonlyMap<string, number>
  readonly #hubs: readonly string[]
  readonly #relations: ReadonlyMap<string, RelationSpec>
  readonly #byTarget: ReadonlyMap<string, RelationSpec>

  constructor(ideas: readonly ClassDraft[], known: readonly ClassSpec[]) {
    this.#all = new Set([...known, ...ideas].map(({ name }) => name))
    const knownObjects = known
      .filter(({ traits }) => traits.has('config') && !traits.has('relation'))
      .map(({ name }) => name)
    const objects = ideas.filter(({ kind }) => kind === 'config' || kind === 'oper')
    this.#objects = [...knownObjects, ...objects.map(({ name }) => name)]
    this.#configurable = [...knownObjects, ...objects.filter(({ kind }) => kind === 'config').map(({ name }) => name)]
    this.#inPackage = byPackage(objects)
    const abstract = byPackage(ideas.filter(({ kind }) => kind === 'abstract'))
    this.#abstract = abstract
    this.#position = new Map(
      [...this.#inPackage, ...abstract].flatMap(([, names]) => names.map((name, index) => [name, index] as const)),
    )
    this.#hubs = HUBS.filter((hub) => this.#all.has(hub))
    this.#relations = new Map(this.#pairs(ideas).map((relation) => [relation.source, relation]))
    this.#byTarget = new Map([...this.#relations.values()].map((relation) => [relation.target, relation]))
  }

  has(name: string): boolean {
    return this.#all.has(name)
  }

  /** Mostly one container, from the same package; some classes have more, some contain themselves or each other. */
  holders(name: string, random: Random): string[] {
    const siblings = this.#inPackage.get(splitName(name)[0]) ?? []
    const position = this.#position.get(name) ?? siblings.length
    const first = position < FIRST_OF_PACKAGE ? random.pick(this.#hubs) : siblings[Math.floor(position / FANOUT)]!
    const others = Array.from({ length: random.chance(0.3) ? random.between(1, 6) : 0 }, () =>
      random.pick(this.#objects),
    )
    return [...new Set([first, ...others, ...(random.chance(0.01) ? [name] : [])])].filter(
      (holder) => holder !== name || position > 0,
    )
  }

  statisticHolders(random: Random): string[] {
    return [...new Set(Array.from({ length: random.between(30, 110) }, () => random.pick(this.#objects)))]
  }

  superClass(name: string, kind: 'config' | 'oper', random: Random): string | undefined {
    const abstract = this.#abstract.get(splitName(name)[0]) ?? []
    if (abstract.length > 0 && random.chance(0.6)) return random.pick(abstract)
    return kind === 'config'
      ? random.pick(['pol:Def', 'pol:Comp', 'pol:Obj'])
      : random.pick([undefined, 'naming:NamedObject'])
  }

  /** An earlier abstract class of the package, so that inheritance has no cycles. */
  superClassOfAbstract(name: string, random: Random): string {
    const siblings = this.#abstract.get(splitName(name)[0]) ?? []
    const position = this.#position.get(name) ?? 0
    return position > 0 && random.chance(0.3)
      ? siblings[Math.floor(position / 4)]!
      : random.pick(['pol:Obj', 'pol:Def', 'naming:NamedObject'])
  }

  relation(name: string): RelationSpec | undefined {
    return this.#relations.get(name)
  }

  targetHolders(name: string): string[] | undefined {
    const relation = this.#byTarget.get(name)
    return relation && [relation.to]
  }

  /** Pairs each `fv:RsX` with the first free `…:RtX`. */
  #pairs(ideas: readonly ClassDraft[]): RelationSpec[] {
    const targets = Map.groupBy(
      ideas.filter(({ kind }) => kind === 'target'),
      ({ name }) => splitName(name)[1].slice('Rt'.length),
    )
    return ideas.flatMap(({ name, kind }) => {
      const target = kind === 'relation' ? targets.get(splitName(name)[1].slice('Rs'.length))?.shift()?.name : undefined
      return target === undefined ? [] : [this.#relate(name, target)]
    })
  }

  #relate(source: string, target: string): RelationSpec {
    const pick = (salt: string, names: readonly string[]) => names[hash(salt + source) % names.length]!
    const ownPackage = this.#inPackage.get(splitName(source)[0])
    return {
      type: hash(source) % 3 === 0 ? 'explicit' : 'named',
      cardinality: pick('cardinality', CARDINALITIES),
      from: pick('from', ownPackage ?? this.#configurable),
      to: pick('to', this.#inPackage.get(splitName(target)[0]) ?? this.#configurable),
      source,
      target,
    }
  }
}

function byPackage(ideas: readonly ClassDraft[]): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(ideas, ({ name }) => splitName(name)[0])
  return new Map([...groups].map(([pkg, members]) => [pkg, members.map(({ name }) => name)]))
}
