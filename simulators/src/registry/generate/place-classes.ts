import { Random } from '../../shared/random.ts'
import { hash } from '../model/hash.ts'
import type { ClassSpec, RelationSpec, Trait } from '../model/class-spec.ts'
import { readStatisticName, type ClassDraft } from './class-draft.ts'
import { inventProperties } from './invent-properties.ts'
import { Places } from './places.ts'

/** Places each idea: containers, superclass, RN, ends of relations. Depends only on the seed and its name. */
export function placeClasses(ideas: readonly ClassDraft[], seed: number, known: readonly ClassSpec[]): ClassSpec[] {
  const places = new Places(ideas, known)
  return ideas.map((idea) => placeClass(idea, new Random(hash(`${seed} ${idea.name}`)), places))
}

function placeClass(idea: ClassDraft, random: Random, places: Places): ClassSpec {
  const { name, label, description } = idea
  const parts = partsOf(idea, random, places)
  const propertySeed = random.below(2 ** 31)
  return {
    name,
    label,
    description,
    ...parts,
    // Computed on demand: most classes of a big model are never read individually.
    get properties() {
      return inventProperties({ ...parts, kind: idea.kind }, new Random(propertySeed))
    },
  }
}

type Parts = Omit<ClassSpec, 'name' | 'label' | 'description' | 'properties'>

function partsOf(idea: ClassDraft, random: Random, places: Places): Parts {
  const { name, kind } = idea
  const none = { rnFormat: '', parents: [], superClass: undefined, traits: new Set<Trait>(), relation: undefined }
  switch (kind) {
    case 'abstract':
      return { ...none, superClass: places.superClassOfAbstract(name, random), traits: new Set(['abstract']) }
    case 'statistic base':
      return {
        ...none,
        superClass: name.endsWith('Hist') ? 'stats:Hist' : 'stats:Curr',
        traits: new Set(['abstract', 'statistic']),
      }
    case 'statistic':
      return { ...none, ...statisticParts(name, places) }
    case 'relation':
      return { ...none, ...relationParts(name, random, places) }
    case 'target':
      return { ...none, ...targetParts(name, random, places) }
    default:
      return { ...none, ...objectParts(name, kind, random, places) }
  }
}

/** The members of a family have the same containers. */
function statisticParts(name: string, places: Places) {
  const read = readStatisticName(name)
  const family = (read?.base ?? name).replace(/Hist$/, '')
  return {
    rnFormat: read?.rnFormat ?? name,
    parents: places.statisticHolders(new Random(hash(family))),
    superClass: read && places.has(read.base) ? read.base : 'stats:Curr',
    traits: new Set<Trait>(['statistic']),
  }
}

function relationParts(name: string, random: Random, places: Places) {
  const relation = places.relation(name)
  if (!relation)
    return {
      ...objectRn(name, random),
      parents: places.holders(name, random),
      superClass: 'pol:Obj',
      traits: configTraits(random),
    }
  const isNamed = relation.type === 'named'
  return {
    rnFormat: relationRn(name, relation),
    parents: [relation.from],
    superClass: isNamed ? 'pol:NToRef' : 'reln:To',
    traits: new Set<Trait>(['config', 'relation', ...(random.chance(0.6) ? (['fault', 'health'] as const) : [])]),
    relation,
  }
}

function relationRn(name: string, { type, cardinality }: RelationSpec): string {
  const stem = `rs${name.replace(':', '').replace('Rs', '')}`
  if (type === 'explicit') return cardinality === 'n-to-1' ? stem : `${stem}-[{tDn}]`
  return stem
}

function targetParts(name: string, random: Random, places: Places) {
  const holders = places.targetHolders(name)
  return {
    rnFormat: `rt${name.replace(':', '')}-[{tDn}]`,
    parents: holders ?? places.holders(name, random),
    superClass: 'reln:From',
    traits: new Set<Trait>(['target']),
  }
}

function objectParts(name: string, kind: 'config' | 'oper', random: Random, places: Places) {
  const traits = kind === 'config' ? configTraits(random) : operTraits(random)
  return {
    ...objectRn(name, random),
    parents: places.holders(name, random),
    superClass: places.superClass(name, kind, random),
    traits,
  }
}

function objectRn(name: string, random: Random): { rnFormat: string } {
  const stem = name.replace(':', '').toLowerCase()
  const shapes = [
    stem,
    `${stem}-{name}`,
    `${stem}-{name}`,
    `${stem}-{id}`,
    `${stem}-[{addr}]`,
    `${stem}-{name}-typ-{type}`,
  ]
  return { rnFormat: random.pick(shapes) }
}

function configTraits(random: Random): ReadonlySet<Trait> {
  return new Set<Trait>(['config', ...rare(random), ...(random.chance(0.7) ? (['fault', 'health'] as const) : [])])
}

function operTraits(random: Random): ReadonlySet<Trait> {
  return new Set<Trait>(['oper', ...rare(random), ...(random.chance(0.4) ? (['fault', 'delegate'] as const) : [])])
}

function rare(random: Random): Trait[] {
  return [
    ...(random.chance(0.03) ? (['deprecated'] as const) : []),
    ...(random.chance(0.03) ? (['hidden'] as const) : []),
  ]
}
