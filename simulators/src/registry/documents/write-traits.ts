import { type ClassSpec, splitName } from '../model/class-spec.ts'
import { hash } from '../model/hash.ts'
import type { ModelGraph } from '../model/model-graph.ts'

/** Flags, access, faults, events and statistics of a class document. */
export function writeTraits(graph: ModelGraph, spec: ClassSpec, children: readonly string[]): object {
  const { name, traits } = spec
  const statistics = children.filter((child) => graph.specs.get(child)?.traits.has('statistic'))
  const isConfigurable = traits.has('config')
  const isRelation = traits.has('relation')
  const id = hash(name)
  return {
    writeAccess: isConfigurable ? ['admin', `${areaOf(name)}-connectivity`] : [],
    readAccess: ['admin', 'ops', `${areaOf(name)}-connectivity`],
    faults: traits.has('fault') ? { [`F${1000 + (id % 8000)}`]: `flt${upperFirst(name)}ConfigurationFailed` } : {},
    events: isConfigurable ? events(name, id) : {},
    stats: Object.fromEntries(
      statistics.map((child) => [child, { comment: [graph.specs.get(child)?.description ?? ''] }]),
    ),
    versions: `${1 + (id % 5)}.${id % 3}(1${'abcdefgh'.charAt(id % 8)})-`,
    isAbstract: traits.has('abstract'),
    isConfigurable: isConfigurable && !traits.has('abstract'),
    isContextRoot: traits.has('root'),
    isNxosConverged: false,
    isDeprecated: traits.has('deprecated'),
    isHidden: traits.has('hidden'),
    isEncrypted: false,
    isExportable: isConfigurable,
    isPersistent: !traits.has('statistic'),
    isSubjectToQuota: isConfigurable && !isRelation,
    isObservable: traits.has('health') || traits.has('fault'),
    hasStats: statistics.length > 0,
    isStat: traits.has('statistic'),
    isFaultable: traits.has('fault'),
    isDomainable: false,
    isHealthScorable: traits.has('health'),
    shouldCollectHealthStats: false,
    healthCollectionSource: 'faults',
    hasEventRules: false,
    abstractionLayer: isRelation ? 'regular' : isConfigurable ? 'logical' : 'ambiguous',
    apicNxProcessing: false,
    monitoringPolicySource: 'Parent',
    isCreatableDeletable: isConfigurable && !isFixedRelation(spec) ? 'always' : 'never',
    platformFlavors: traits.has('cloud') ? ['capic'] : [],
    moCategory: category(spec),
  }
}

function category({ traits, relation, name }: ClassSpec): string {
  if (relation) return 'RelationshipToLocal'
  if (traits.has('target')) return 'RelationshipFromLocal'
  if (traits.has('statistic')) return 'Stats'
  return name.startsWith('fault:') ? 'Faults' : 'Regular'
}

/** A named relation that always exists, such as that to the VRF, is neither created nor deleted. */
function isFixedRelation({ relation, rnFormat }: ClassSpec): boolean {
  return relation?.type === 'named' && !rnFormat.includes('{')
}

function events(name: string, id: number): Record<string, string> {
  const actions = ['creation', 'modification', 'deletion']
  return Object.fromEntries(
    actions.map((action, index) => [`E${4_200_000 + (id % 90_000) * 3 + index}`, `${action}||${name}`]),
  )
}

function areaOf(name: string): string {
  const [pkg] = splitName(name)
  if (/^(infra|phys|vmm|lacp|cdp)/.test(pkg)) return 'access'
  return /^(fabric|top|eqpt|l1|ethpm)/.test(pkg) ? 'fabric' : 'tenant'
}

function upperFirst(name: string): string {
  return name
    .split(':')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
}
