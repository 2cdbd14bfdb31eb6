import type { ManagedObject } from '../model/managed-object.ts'
import type { FabricBuilder } from './builder.ts'
import { segmentName } from './names.ts'
import type { FabricPath, Site, Tenant } from './topology.ts'

/** One EPG with its bridge domain, domains, contracts, static ports and endpoints. */
export function buildEpg(
  { builder, numbers, topology, domains }: Site,
  tenant: Tenant,
  common: Tenant,
  profile: ManagedObject,
  number: number,
): void {
  const serial = tenant.index * 100 + number
  const prefGrMemb = serial % 9 === 0 ? 'include' : 'exclude'
  const epg = builder.add(profile, 'fvAEPg', {
    name: segmentName(number),
    pcTag: String(32_771 + (serial % 16_000)),
    prefGrMemb,
  })
  builder.add(epg, 'healthInst', { cur: String(builder.random.between(60, 100)) })
  const bridgeDomain = tenant.bridgeDomains[number % tenant.bridgeDomains.length]
  if (bridgeDomain) relateBridgeDomain(builder, epg, bridgeDomain, tenant)
  relateDomain(builder, epg, serial % 3 === 0 ? domains.virtual : domains.physical, serial)
  relateContracts(builder, epg, number, tenant, common)
  const encap = `vlan-${100 + (serial % 1800)}`
  const paths = pickPaths(topology.paths, serial, numbers.staticPortsPerEpg)
  for (const path of paths) addStaticPort(builder, epg, path, encap)
  for (let count = 0; count < numbers.endpointsPerEpg; count++) {
    const place = { tenant: tenant.index, epg: number, number: count, encap }
    addEndpoint(builder, epg, place, paths[count % Math.max(1, paths.length)])
  }
}

function relateDomain(builder: FabricBuilder, epg: ManagedObject, domain: ManagedObject, serial: number): void {
  builder.add(epg, 'fvRsDomAtt', {
    tDn: domain.dn,
    tCl: domain.layout.className,
    resImedcy: serial % 2 === 0 ? 'lazy' : 'immediate',
  })
  builder.add(domain, 'infraRtDomAtt', { tDn: epg.dn })
}

function relateBridgeDomain(
  builder: FabricBuilder,
  epg: ManagedObject,
  bridgeDomain: ManagedObject,
  tenant: Tenant,
): void {
  const tRn = bridgeDomain.dn.slice(tenant.object.dn.length + 1)
  builder.add(epg, 'fvRsBd', {
    tnFvBDName: tRn.slice('BD-'.length),
    tDn: bridgeDomain.dn,
    tRn,
    tContextDn: tenant.object.dn,
  })
  builder.add(bridgeDomain, 'fvRtBd', { tDn: epg.dn })
}

/** Consumes one contract of its tenant and provides another; some EPGs also consume a contract of `common`. */
function relateContracts(
  builder: FabricBuilder,
  epg: ManagedObject,
  number: number,
  tenant: Tenant,
  common: Tenant,
): void {
  const { contracts } = tenant
  if (contracts.length === 0) return
  addContract(builder, epg, 'fvRsCons', contracts[number % contracts.length]!, tenant)
  addContract(builder, epg, 'fvRsProv', contracts[(number + 1) % contracts.length]!, tenant)
  const shared = common.contracts[2]
  if (shared && number % 4 === 0) addContract(builder, epg, 'fvRsCons', shared, tenant)
}

/** Contracts are referenced by name: a contract of the EPG's tenant hides one of the same name in `common`. */
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

/** Position of an endpoint in the fabric; its addresses are derived from it. */
type EndpointPlace = { readonly tenant: number; readonly epg: number; readonly number: number; readonly encap: string }

function addEndpoint(
  builder: FabricBuilder,
  epg: ManagedObject,
  place: EndpointPlace,
  path: FabricPath | undefined,
): void {
  const mac = macOf(place.tenant * 10_000 + place.epg * 50 + place.number)
  const ip = `10.${place.tenant % 250}.${place.epg}.${10 + place.number}`
  const fabricPathDn = path?.dn ?? ''
  const endpoint = builder.add(epg, 'fvCEp', { name: mac, mac, ip, encap: place.encap, fabricPathDn })
  builder.add(endpoint, 'fvIp', { addr: ip, fabricPathDn })
  if (!path) return
  builder.add(endpoint, 'fvRsCEpToPathEp', { tDn: path.dn })
  builder.add(path.object, 'fabricRtCEpToPathEp', { tDn: endpoint.dn })
}

function macOf(serial: number): string {
  const digits = serial.toString(16).toUpperCase().padStart(6, '0')
  return `00:50:56:${digits.slice(0, 2)}:${digits.slice(2, 4)}:${digits.slice(4)}`
}
