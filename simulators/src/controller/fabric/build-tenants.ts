import type { ManagedObject } from '../model/managed-object.ts'
import { buildContracts } from './build-contracts.ts'
import { buildEpg } from './build-epg.ts'
import { buildExternal } from './build-external.ts'
import type { FabricBuilder } from './builder.ts'
import { appName, segmentName, tenantName, vrfName } from './names.ts'
import type { Site, Tenant } from './topology.ts'

/** Builds `common` first, because the other tenants may use its contracts. */
export function buildTenants(site: Site): void {
  const common = buildTenant(site, 0)
  fillTenant(site, common, common)
  for (let index = 1; index < site.numbers.tenants; index++) fillTenant(site, buildTenant(site, index), common)
}

/** A tenant with the VRFs, bridge domains and contracts its EPGs refer to. */
function buildTenant({ builder, numbers, topology }: Site, index: number): Tenant {
  const name = tenantName(index)
  const object = builder.add(topology.universe, 'fvTenant', { name, descr: name === 'prod' ? 'Production' : '' })
  builder.add(object, 'healthInst', { cur: String(builder.random.between(70, 100)) })
  const vrfs = times(numbers.vrfsPerTenant, (number) =>
    buildVrf(builder, object, vrfName(name, number), index * 10 + number),
  )
  const bridgeDomains = times(numbers.bridgeDomainsPerTenant, (number) =>
    buildBridgeDomain(builder, object, index, number, vrfs),
  )
  return {
    index,
    name,
    object,
    vrfs,
    bridgeDomains,
    contracts: buildContracts(builder, object, numbers.contractsPerTenant),
  }
}

function fillTenant(site: Site, tenant: Tenant, common: Tenant): void {
  const { appsPerTenant, epgsPerApp } = site.numbers
  for (let app = 0; app < appsPerTenant; app++) {
    const profile = site.builder.add(tenant.object, 'fvAp', { name: appName(app) })
    for (let epg = 0; epg < epgsPerApp; epg++) buildEpg(site, tenant, common, profile, app * epgsPerApp + epg)
  }
  buildExternal(site, tenant)
}

function times<T>(count: number, make: (number: number) => T): T[] {
  return Array.from({ length: count }, (_, number) => make(number))
}

function buildVrf(builder: FabricBuilder, tenant: ManagedObject, name: string, number: number): ManagedObject {
  const scope = String(2_097_152 + number * 32_768)
  const vrf = builder.add(tenant, 'fvCtx', {
    name,
    scope,
    seg: scope,
    pcEnfPref: builder.random.chance(0.15) ? 'unenforced' : 'enforced',
  })
  builder.add(vrf, 'vzAny', { pcTag: String(32_770 + number) })
  return vrf
}

/** Every eleventh bridge domain lacks its VRF relation, every seventh points to a missing VRF. */
function buildBridgeDomain(
  builder: FabricBuilder,
  tenant: ManagedObject,
  tenantIndex: number,
  number: number,
  vrfs: readonly ManagedObject[],
): ManagedObject {
  const { random } = builder
  const serial = tenantIndex * 1000 + number
  const isRouted = random.chance(0.8)
  const domain = builder.add(tenant, 'fvBD', {
    name: segmentName(number),
    descr: random.chance(0.2) ? `subnet of the "${segmentName(number)}" servers` : '',
    arpFlood: random.chance(0.3) ? 'yes' : 'no',
    unicastRoute: isRouted ? 'yes' : 'no',
    unkMacUcastAct: isRouted ? 'proxy' : 'flood',
    seg: String(15_000_000 + serial),
    pcTag: String(16_386 + (serial % 16_000)),
  })
  if (isRouted)
    builder.add(domain, 'fvSubnet', {
      ip: `10.${tenantIndex % 250}.${number}.1/24`,
      scope: random.pick(['private', 'public', 'public,shared']),
    })
  const place = tenantIndex * 6 + number
  if (place % 11 !== 10) relateVrf(builder, domain, tenant, place % 7 === 6 ? undefined : vrfs[number % vrfs.length])
  return domain
}

function relateVrf(
  builder: FabricBuilder,
  domain: ManagedObject,
  tenant: ManagedObject,
  vrf: ManagedObject | undefined,
): void {
  if (!vrf) {
    builder.add(domain, 'fvRsCtx', {
      tnFvCtxName: 'decommissioned',
      tDn: '',
      tRn: '',
      tContextDn: '',
      state: 'missing-target',
    })
    return
  }
  const rn = vrf.dn.slice(tenant.dn.length + 1)
  builder.add(domain, 'fvRsCtx', { tnFvCtxName: rn.slice('ctx-'.length), tDn: vrf.dn, tRn: rn, tContextDn: tenant.dn })
  builder.add(vrf, 'fvRtCtx', { tDn: domain.dn })
}
