import type { Random } from '../../shared/random.ts'
import { type ClassSpec, type PropertySpec, namingProperties, wireName } from '../model/class-spec.ts'
import { parseProperty } from '../model/parse-property.ts'
import { measuresOf } from '../model/statistics.ts'
import type { DraftKind } from './class-draft.ts'

/** Properties common in the real model, in the table's notation. */
const USUAL = `
adminSt{enabled/disabled}=enabled operSt{up/down/unknown}=unknown operQual mode{regular/native/untagged}=regular prio{unspecified/level1/level2/level3}=unspecified
encap@encap=unknown addr@ip=0.0.0.0 mac@mac mtu#=1500 ctrl[pim/igmp/nd] scope#=0 pcTag#=any type{static/dynamic}=static createTs@date=never operStQual
usage#=0 tgtDn@dn bdDn@dn epgDn@dn nodeId#=0 podId#=1 issues[none/cfg-fault/hw-fault] version vendor model serial speed{1G/10G/25G/100G/inherit}=inherit
vrfName ifId peerIp@ip asn# weight#=0 ttl#=1 timeout#=300 retries#=3 password! key! allowLearn? isShared? isDefault? flood?=yes limit#=0 threshold@float
status2 reason[none/timeout/refused] hash guid oid hostName osVer numUp# numDown# lastChange@date qosClass dscp{unspecified/AF11/EF}=unspecified
`
  .trim()
  .split(/\s+/)

/** Chosen so that a model of 18,000 classes has about 350,000 properties, counting inherited ones in each class. */
const OWN: Readonly<Record<DraftKind, readonly [number, number]>> = {
  config: [3, 11],
  oper: [2, 12],
  abstract: [1, 4],
  relation: [0, 3],
  target: [0, 0],
  statistic: [0, 0],
  'statistic base': [1, 2],
}

type Shape = Pick<ClassSpec, 'rnFormat' | 'relation'> & { readonly kind: DraftKind }

/** Properties a generated class declares: naming properties, the ends of a relation, and some common ones. */
export function inventProperties({ rnFormat, relation, kind }: Shape, random: Random): PropertySpec[] {
  const isSettable = kind === 'config' || kind === 'relation' || kind === 'abstract'
  const [fewest, most] = OWN[kind]
  const count = random.between(fewest, most)
  if (kind === 'statistic base')
    return Array.from({ length: count }, (_, index) =>
      measuresOf(`${random.pick(['pkts', 'bytes', 'drops'])}${index}`),
    ).flat()
  const naming = namingProperties(rnFormat).map((name) => parseProperty(name === 'tDn' ? 'tDn@dn' : name, isSettable))
  const own = Array.from({ length: count }, () => parseProperty(random.pick(USUAL), isSettable && random.chance(0.7)))
  const end = relation?.type === 'named' ? [parseProperty(`tn${upperFirst(wireName(relation.to))}Name`, true)] : []
  const all = [...own, ...naming, ...end, ...targetClass(relation?.to)]
  return [...new Map(all.map((property) => [property.name, property])).values()]
}

function targetClass(to: string | undefined): PropertySpec[] {
  return to === undefined ? [] : [parseProperty(`tCl{${wireName(to)}/unspecified}=${wireName(to)}`, false)]
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
