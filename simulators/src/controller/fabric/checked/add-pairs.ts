import { readAttribute } from '../../model/layout.ts'
import type { ManagedObject } from '../../model/managed-object.ts'
import type { FabricBuilder } from '../builder.ts'
import type { FabricNode, Topology } from '../topology.ts'

/** vPC pairs: their policy, and the domain, interfaces and port channels of each member. */
export function addPairs(builder: FabricBuilder, { switches }: Topology): void {
  const nodes = new Map(switches.map((node) => [String(node.id), node]))
  for (const [index, container] of builder.store.ofClass('fabricProtPathEpCont').entries()) {
    const ids = ['nodeAId', 'nodeBId'].map((name) => readAttribute(container, name) ?? '')
    const id = String(index + 1)
    const pair = `uni/fabric/protpol/expgep-vpc-${ids.join('-')}`
    builder.addAt(pair, 'fabricExplicitGEp', { id })
    const paths = container.children ?? []
    for (const member of ids.flatMap((one) => nodes.get(one) ?? [])) {
      builder.addAt(`${pair}/nodepep-${member.id}`, 'fabricNodePEp', { podId: String(member.pod) })
      addMember(builder, member, id, paths)
    }
  }
}

function addMember(builder: FabricBuilder, node: FabricNode, id: string, paths: readonly ManagedObject[]): void {
  const domain = `${node.system.dn}/vpc/inst/dom-${id}`
  builder.addAt(domain, 'vpcDom', { peerSt: 'up', dualActiveSt: 'no' })
  const ports = (node.system.children ?? []).filter(({ dn }) => readState(builder, dn) === 'up')
  for (const [index, path] of paths.entries()) {
    const port = ports[index]
    if (!port) continue
    const name = readAttribute(path, 'name') ?? ''
    builder.addAt(`${domain}/if-${index + 1}`, 'vpcIf', { name, localOperSt: 'up', remoteOperSt: 'up' })
    const channel = builder.add(node.system, 'pcAggrIf', { id: `po${index + 1}`, name, activePorts: '1' })
    builder.add(channel, 'pcRsMbrIfs', { tDn: port.dn })
  }
}

function readState({ store }: FabricBuilder, port: string): string | undefined {
  const state = store.get(`${port}/phys`)
  return state && readAttribute(state, 'operSt')
}
