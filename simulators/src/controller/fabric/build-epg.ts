import type { ManagedObject } from '../model/managed-object.ts'
import type { Domains } from './build-access.ts'
import type { Tenant } from './build-tenants.ts'
import type { FabricBuilder } from './builder.ts'
import type { FabricNumbers } from './fabric-size.ts'
import { segmentName } from './names.ts'
import type { FabricPath, Topology } from './topology.ts'

/** One EPG with bridge domain, domains, contracts, static ports and endpoints. */
export function buildEpg(
  builder: FabricBuilder,
  numbers: FabricNumbers,
  topology: Topology,
  domains: Domains,
  tenant: Tenant,
  profile: ManagedObject,
  number: number,
  common: Tenant | undefined,
): void {
  const serial = tenant.index * 100 + number
  const epg = builder.add(profile, 'fvAEPg', {
    name: segmentName(number),
    pcTag: String(32_771 + (serial % 16_000)),
    prefGrMemb: serial % 9 === 0 ? 'include' : 'exclude',
  })
  builder.add(epg, 'healthInst', { cur: String(builder.random.between(60, 100)) })
  const bridgeDomain = tenant.bridgeDomains[number % tenant.bridgeDomains.length]!
  relateBridgeDomain(builder, epg, bridgeDomain, tenant)
  const domain = serial % 3 === 0 ? domains.virtual : domains.physical
  builder.add(epg, 'fvRsDomAtt', { tDn: domain.dn, tCl: domain.layout.className, resImedcy: serial % 2 === 0 ? 'lazy' : 'immediate' })
  builder.add(domain, 'infraRtDomAtt', { tDn: epg.dn })
  relateContracts(builder, epg, number, tenant, common)
  const encap = `vlan-${100 + (serial % 1800)}`
  const paths = pickPaths(topology.paths, serial, numbers.staticPortsPerEpg)
  for (const path of paths) addStaticPort(builder, epg, path, encap)
  for (let endpoint = 0; endpoint < numbers.endpointsPerEpg; endpoint++) {
    addEndpoint(builder, epg, tenant, number, endpoint, paths[endpoint % Math.max(1, paths.length)], encap)
  }
}

function relateBridgeDomain(builder: FabricBuilder, epg: ManagedObject, bridgeDomain: ManagedObject, tenant: Tenant): void {
  const tRn = bridgeDomain.dn.slice(tenant.object.dn.length + 1)
  builder.add(epg, 'fvRsBd', { tnFvBDName: tRn.slice('BD-'.length), tDn: bridgeDomain.dn, tRn, tContextDn: tenant.object.dn })
  builder.add(bridgeDomain, 'fvRtBd', { tDn: epg.dn })
}

/** Consumes one contract of its own tenant and provides another; some also consume what `common` offers. */
function relateContracts(builder: FabricBuilder, epg: ManagedObject, number: number, tenant: Tenant, common: Tenant | undefined): void {
  const { contracts } = tenant
  if (contracts.length === 0) return
  addContract(builder, epg, 'fvRsCons', contracts[number % contracts.length]!, tenant)
  addContract(builder, epg, 'fvRsProv', contracts[(number + 1) % contracts.length]!, tenant)
  const shared = common?.contracts[2]
  if (shared && number % 4 === 0) addContract(builder, epg, 'fvRsCons', shared, tenant)
}

/** Contracts are named, not pointed to: a name of the own tenant hides the one of `common`. */
function addContract(
  builder: FabricBuilder,
  epg: ManagedObject,
  className: 'fvRsCons' | 'fvRsProv',
  contract: ManagedObject,
  tenant: Tenant,
): void {
  const tRn = contract.dn.slice(contract.dn.indexOf('/brc-') + 1)
  const own = builder.store.get(`${tenant.object.dn}/${tRn}`) ?? contract
  const relation = { tnVzBrCPName: tRn.slice('brc-'.length), tDn: own.dn, tRn, tContextDn: own.parent?.dn ?? '' }
  builder.add(epg, className, relation)
  builder.add(own, className === 'fvRsCons' ? 'vzRtCons' : 'vzRtProv', { tDn: epg.dn })
}

function pickPaths(paths: readonly FabricPath[], serial: number, count: number): FabricPath[] {
  const start = serial * 13
  return Array.from({ length: Math.min(count, paths.length) }, (_, index) => paths[(start + index) % paths.length]!)
}

function addStaticPort(builder: FabricBuilder, epg: ManagedObject, path: FabricPath, encap: string): void {
  builder.add(epg, 'fvRsPathAtt', { tDn: path.dn, encap })
  builder.add(path.object, 'fabricRtPathAtt', { tDn: epg.dn })
}

function addEndpoint(
  builder: FabricBuilder,
  epg: ManagedObject,
  tenant: Tenant,
  epgNumber: number,
  number: number,
  path: FabricPath | undefined,
  encap: string,
): void {
  const serial = tenant.index * 10_000 + epgNumber * 50 + number
  const digits = serial.toString(16).toUpperCase().padStart(6, '0')
  const mac = `00:50:56:${digits.slice(0, 2)}:${digits.slice(2, 4)}:${digits.slice(4)}`
  const ip = `10.${tenant.index % 250}.${epgNumber}.${10 + number}`
  const fabricPathDn = path?.dn ?? ''
  const endpoint = builder.add(epg, 'fvCEp', { name: mac, mac, ip, encap, fabricPathDn })
  builder.add(endpoint, 'fvIp', { addr: ip, fabricPathDn })
  if (!path) return
  builder.add(endpoint, 'fvRsCEpToPathEp', { tDn: path.dn })
  builder.add(path.object, 'fabricRtCEpToPathEp', { tDn: endpoint.dn })
}
