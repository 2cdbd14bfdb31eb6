import type { FabricBuilder } from '../builder.ts'
import { tenantName, vrfName } from '../names.ts'
import type { FabricNode, Topology } from '../topology.ts'

/** Whom nodes hear: time servers, controllers on leaves, route reflectors, and routers outside. */
export function addNeighbours(builder: FabricBuilder, { controllers, switches }: Topology): void {
  const leaves = switches.filter(({ id }) => id < 1000)
  const spines = switches.filter(({ id }) => id > 1000)
  for (const { system } of controllers) builder.addAt(`${system.dn}/ntpq-192.0.2.123`, 'datetimeNtpq', { tally: '*' })
  for (const { system } of switches)
    builder.addAt(`${system.dn}/time`, 'datetimeClkPol', { srvStatus: 'synced_remote_server' })
  for (const [index, { id }] of controllers.entries())
    for (const leaf of leaves.slice(0, 2))
      builder.addAt(`${leaf.system.dn}/lldp/inst/if-[eth1/${30 + index}]/ctrlradj`, 'lldpCtrlrAdjEp', {
        id: String(id),
      })
  for (const leaf of leaves)
    for (const { id } of spines) addPeer(builder, leaf, 'overlay-1', `10.0.64.${id - 1000}`, 'established')
  for (const leaf of leaves.slice(0, 2)) addRouters(builder, leaf)
}

/** Border leaves speak BGP with the outside of some tenants and OSPF with that of others; one session is down. */
function addRouters(builder: FabricBuilder, leaf: FabricNode): void {
  for (const index of [3, 4, 5, 6]) {
    const tenant = tenantName(index)
    const vrf = `${tenant}:${vrfName(tenant, 0)}`
    const address = `203.0.113.${index * 4 + 2}`
    for (const second of [16, 32, 48])
      builder.addAt(`${leaf.system.dn}/uribv4/dom-${vrf}/db-rt/rt-[172.${second}.0.0/12]`, 'uribv4Route')
    const isDown = index === 4 && leaf.id % 2 === 0
    if (index % 2 === 0) addPeer(builder, leaf, vrf, address, isDown ? 'idle' : 'established')
    else
      builder.addAt(
        `${leaf.system.dn}/ospf/inst-default/dom-${vrf}/if-[eth1/${40 + index}]/adj-${address}`,
        'ospfAdjEp',
        {
          peerIp: address,
          operSt: index === 5 && leaf.id % 2 === 0 ? 'exstart' : 'full',
        },
      )
  }
}

function addPeer(builder: FabricBuilder, { system }: FabricNode, vrf: string, address: string, operSt: string): void {
  const peer = `${system.dn}/bgp/inst/dom-${vrf}/peer-[${address}/32]`
  builder.addAt(`${peer}/ent-[${address}]`, 'bgpPeerEntry', { operSt })
}
