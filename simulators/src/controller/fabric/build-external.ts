import type { ManagedObject } from '../model/managed-object.ts'
import type { FabricBuilder } from './builder.ts'
import type { Site, Tenant, Topology } from './topology.ts'

/** One routed outside per tenant, with two border leaves. */
export function buildExternal({ builder, topology, domains }: Site, tenant: Tenant): void {
  const vrf = tenant.vrfs[0]
  if (!vrf) return
  const outside = builder.add(tenant.object, 'l3extOut', { name: 'wan' })
  const tRn = vrf.dn.slice(tenant.object.dn.length + 1)
  builder.add(outside, 'l3extRsEctx', {
    tnFvCtxName: tRn.slice('ctx-'.length),
    tDn: vrf.dn,
    tRn,
    tContextDn: tenant.object.dn,
  })
  builder.add(vrf, 'fvRtEctx', { tDn: outside.dn })
  builder.add(outside, 'l3extRsL3DomAtt', { tDn: domains.external.dn, tCl: 'l3extDomP' })
  builder.add(outside, tenant.index % 2 === 0 ? 'bgpExtP' : 'ospfExtP')
  addNetworks(builder, outside, tenant)
  addBorder(builder, outside, topology, tenant)
}

function addNetworks(builder: FabricBuilder, outside: ManagedObject, tenant: Tenant): void {
  const everything = builder.add(outside, 'l3extInstP', { name: 'internet' })
  builder.add(everything, 'l3extSubnet', { ip: '0.0.0.0/0' })
  const branches = builder.add(outside, 'l3extInstP', { name: 'branches' })
  for (const third of [0, 64])
    builder.add(branches, 'l3extSubnet', {
      ip: `172.${16 + (tenant.index % 16)}.${third}.0/18`,
      scope: 'import-security,shared-security',
    })
}

function addBorder(builder: FabricBuilder, outside: ManagedObject, topology: Topology, tenant: Tenant): void {
  const nodes = builder.add(outside, 'l3extLNodeP', { name: 'border' })
  const interfaces = builder.add(nodes, 'l3extLIfP', { name: 'uplinks' })
  for (const leaf of topology.switches.filter(({ id }) => id < 1000).slice(0, 2)) {
    const router = `192.0.2.${(tenant.index % 250) + 1}`
    const node = builder.add(nodes, 'l3extRsNodeL3OutAtt', { tDn: leaf.object.dn, rtrId: router })
    const route = builder.add(node, 'ipRouteP', { ip: `198.51.100.${leaf.id % 100}/32` })
    builder.add(route, 'ipNexthopP', { nhAddr: `203.0.113.${leaf.id % 100}` })
    const tDn = `topology/pod-${leaf.pod}/paths-${leaf.id}/pathep-[eth1/${40 + (tenant.index % 8)}]`
    builder.add(interfaces, 'l3extRsPathL3OutAtt', {
      tDn,
      addr: `203.0.113.${tenant.index % 250}/30`,
      encap: `vlan-${3000 + (tenant.index % 100)}`,
      ifInstT: 'sub-interface',
      mtu: '9000',
    })
  }
}
