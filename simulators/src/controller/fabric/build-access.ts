import type { ManagedObject } from '../model/managed-object.ts'
import type { FabricBuilder } from './builder.ts'
import { padded } from './names.ts'
import type { Domains, FabricNode, Topology } from './topology.ts'

/** VLAN pools, domains, entity profiles, switch and interface profiles: what connects ports to tenants. */
export function buildAccess(builder: FabricBuilder, { universe, switches }: Topology): Domains {
  const infra = builder.add(universe, 'infraInfra')
  const domains = addDomains(builder, universe, infra)
  const profiles = builder.add(infra, 'infraFuncP')
  const entities = addEntityProfiles(builder, infra, domains)
  addInterfacePolicies(builder, infra)
  const groups = entities.map((entity, index) => addPolicyGroup(builder, profiles, entity, index))
  for (const leaf of switches.filter(({ id }) => id < 1000)) addLeafProfiles(builder, infra, leaf, groups)
  return domains
}

function addDomains(builder: FabricBuilder, universe: ManagedObject, infra: ManagedObject): Domains {
  const provider = builder.add(universe, 'vmmProvP', { vendor: 'VMware' })
  const virtual = builder.add(provider, 'vmmDomP', { name: 'vcenter-prod', enableAVE: 'no' })
  builder.add(virtual, 'vmmCtrlrP', { name: 'vcenter-01', hostOrIp: 'vcenter-01.example.com', rootContName: 'DC-1' })
  builder.add(virtual, 'vmmUsrAccP', { name: 'svc-apic', usr: 'svc-apic@vsphere.local', pwd: 'never-shown' })
  const physical = builder.add(universe, 'physDomP', { name: 'baremetal' })
  const external = builder.add(universe, 'l3extDomP', { name: 'wan' })
  addPool(builder, infra, physical, { name: 'static-hosts', allocMode: 'static', low: 100, high: 1999 })
  addPool(builder, infra, virtual, { name: 'vmm-dynamic', allocMode: 'dynamic', low: 2000, high: 2999 })
  addPool(builder, infra, external, { name: 'wan-links', allocMode: 'static', low: 3000, high: 3099 })
  // Unused and overlapping the first pool: the kind of mistake operators look for.
  addPool(builder, infra, undefined, { name: 'legacy-overlap', allocMode: 'static', low: 150, high: 250 })
  return { physical, virtual, external }
}

type VlanPool = { readonly name: string; readonly allocMode: string; readonly low: number; readonly high: number }

function addPool(
  builder: FabricBuilder,
  infra: ManagedObject,
  domain: ManagedObject | undefined,
  { name, allocMode, low, high }: VlanPool,
): void {
  const pool = builder.add(infra, 'fvnsVlanInstP', { name, allocMode })
  const middle = Math.floor((low + high) / 2)
  builder.add(pool, 'fvnsEncapBlk', { from: `vlan-${low}`, to: `vlan-${middle}` })
  builder.add(pool, 'fvnsEncapBlk', { from: `vlan-${middle + 1}`, to: `vlan-${high}`, role: 'external' })
  if (!domain) return
  builder.add(domain, 'infraRsVlanNs', { tDn: pool.dn })
  builder.add(pool, 'fvnsRtVlanNs', { tDn: domain.dn, tCl: domain.layout.className })
}

function addEntityProfiles(builder: FabricBuilder, infra: ManagedObject, domains: Domains): ManagedObject[] {
  const uses: [string, ManagedObject[]][] = [
    ['hosts', [domains.physical]],
    ['hypervisors', [domains.virtual, domains.physical]],
    ['routers', [domains.external]],
  ]
  return uses.map(([name, targets]) => {
    const entity = builder.add(infra, 'infraAttEntityP', { name })
    for (const target of targets) {
      builder.add(entity, 'infraRsDomP', { tDn: target.dn, tCl: target.layout.className })
      builder.add(target, 'infraRtDomP', { tDn: entity.dn })
    }
    return entity
  })
}

function addInterfacePolicies(builder: FabricBuilder, infra: ManagedObject): void {
  for (const name of ['lldp-on', 'lldp-off'])
    builder.add(infra, 'lldpIfPol', { name, adminTxSt: name.endsWith('on') ? 'enabled' : 'disabled' })
  for (const name of ['cdp-on', 'cdp-off'])
    builder.add(infra, 'cdpIfPol', { name, adminSt: name.endsWith('on') ? 'enabled' : 'disabled' })
  for (const speed of ['inherit', '10G', '25G']) builder.add(infra, 'fabricHIfPol', { name: `link-${speed}`, speed })
  builder.add(infra, 'infraSetPol', { domainValidation: 'yes', enforceSubnetCheck: 'yes' })
}

function addPolicyGroup(
  builder: FabricBuilder,
  profiles: ManagedObject,
  entity: ManagedObject,
  index: number,
): ManagedObject {
  const isBundle = index === 1
  const name = `${entity.dn.slice(entity.dn.lastIndexOf('-') + 1)}-ports`
  const group = builder.add(profiles, isBundle ? 'infraAccBndlGrp' : 'infraAccPortGrp', { name })
  builder.add(group, 'infraRsAttEntP', { tDn: entity.dn })
  builder.add(entity, 'infraRtAttEntP', { tDn: group.dn, tCl: group.layout.className })
  builder.add(group, 'infraRsLldpIfPol', {
    tnLldpIfPolName: 'lldp-on',
    tDn: 'uni/infra/lldpIfP-lldp-on',
    tRn: 'lldpIfP-lldp-on',
    tContextDn: 'uni/infra',
  })
  return group
}

function addLeafProfiles(
  builder: FabricBuilder,
  infra: ManagedObject,
  leaf: FabricNode,
  groups: readonly ManagedObject[],
): void {
  const node = builder.add(infra, 'infraNodeP', { name: leaf.name })
  const selector = builder.add(node, 'infraLeafS', { name: leaf.name, type: 'range' })
  builder.add(selector, 'infraNodeBlk', { name: `blk-${leaf.id}`, from_: String(leaf.id), to_: String(leaf.id) })
  const ports = builder.add(infra, 'infraAccPortP', { name: `${leaf.name}-ports` })
  builder.add(node, 'infraRsAccPortP', { tDn: ports.dn })
  builder.add(ports, 'infraRtAccPortP', { tDn: node.dn })
  for (const [index, group] of groups.entries()) {
    const name = `p-${padded(index * 16 + 1, 2)}-${padded(index * 16 + 16, 2)}`
    const range = builder.add(ports, 'infraHPortS', { name, type: 'range' })
    builder.add(range, 'infraPortBlk', {
      name: 'block1',
      fromPort: String(index * 16 + 1),
      toPort: String(index * 16 + 16),
    })
    builder.add(range, 'infraRsAccBaseGrp', { tDn: group.dn, tCl: group.layout.className })
    builder.add(group, 'infraRtAccBaseGrp', { tDn: range.dn })
  }
}
