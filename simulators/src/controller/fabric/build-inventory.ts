import type { ManagedObject } from '../model/managed-object.ts'
import { buildInterfaces } from './build-interfaces.ts'
import type { FabricBuilder } from './builder.ts'
import type { FabricNumbers } from './fabric-size.ts'
import { padded } from './names.ts'
import type { FabricNode, FabricPath, Topology } from './topology.ts'

type Role = 'controller' | 'leaf' | 'spine'

const MODELS: Readonly<Record<Role, string>> = {
  controller: 'APIC-SERVER-M3',
  leaf: 'N9K-C93180YC-FX3',
  spine: 'N9K-C9332D-GX2B',
}
const SPINE_PORTS = 32

/** Pods, nodes, their systems, interfaces and the paths they offer. */
export function buildInventory(builder: FabricBuilder, numbers: FabricNumbers, release: string): Topology {
  builder.addAt('', 'topRoot')
  const universe = builder.addAt('uni', 'polUni', { name: 'uni' })
  const topology = builder.addAt('topology', 'fabricTopology', { name: 'topology' })
  const pods = Array.from({ length: numbers.pods }, (_, index) =>
    builder.add(topology, 'fabricPod', { id: String(index + 1) }),
  )
  const nodes = planNodes(numbers).map(({ id, role }, index) => {
    const pod = role === 'controller' ? 0 : index % pods.length
    return { role, node: addNode(builder, pods[pod]!, { id, pod: pod + 1, role, release }) }
  })
  const switches = nodes.filter(({ role }) => role !== 'controller')
  const interfaces = switches.map(({ role, node }) =>
    buildInterfaces(
      builder,
      node,
      role === 'leaf' ? numbers.portsPerLeaf : SPINE_PORTS,
      role === 'leaf' ? pods[node.pod - 1] : undefined,
    ),
  )
  const leaves = switches.filter(({ role }) => role === 'leaf').map(({ node }) => node)
  const controllers = nodes.filter(({ role }) => role === 'controller').map(({ node }) => node)
  addAppliances(builder, controllers)
  return {
    universe,
    controllers,
    switches: switches.map(({ node }) => node),
    paths: [...interfaces.flatMap(({ paths }) => paths), ...addPortChannels(builder, pods, leaves)],
    deadPorts: interfaces.flatMap(({ deadPorts }) => deadPorts),
  }
}

/** Numbers controllers from 1, leaves from 101 and spines from 1001, as is customary. */
function planNodes(numbers: FabricNumbers): { id: number; role: Role }[] {
  const make = (count: number, first: number, role: Role) =>
    Array.from({ length: count }, (_, index) => ({ id: first + index, role }))
  return [
    ...make(numbers.controllers, 1, 'controller'),
    ...make(numbers.leaves, 101, 'leaf'),
    ...make(numbers.spines, 1001, 'spine'),
  ]
}

type NewNode = { readonly id: number; readonly pod: number; readonly role: Role; readonly release: string }

function addNode(builder: FabricBuilder, podObject: ManagedObject, { id, pod, role, release }: NewNode): FabricNode {
  const name = role === 'controller' ? `apic${id}` : `${role}-${id}`
  const version = role === 'controller' ? release : `n9000-1${release}`
  const serial = `FDO${2300 + pod}${padded(id, 4)}`
  const address = `10.${pod - 1}.${Math.floor(id / 200) + 64}.${(id % 200) + 1}`
  const fabricSt = role === 'controller' ? 'unknown' : 'active'
  const common = { id: String(id), name, role, serial, address, version }
  const object = builder.add(podObject, 'fabricNode', {
    ...common,
    fabricSt,
    model: MODELS[role],
    vendor: 'Cisco Systems, Inc',
  })
  const oobMgmtAddr = `192.168.${10 + pod}.${id % 250}`
  const system = builder.add(object, 'topSystem', {
    ...common,
    podId: String(pod),
    oobMgmtAddr,
    oobMgmtGateway: `192.168.${10 + pod}.254`,
    state: 'in-service',
  })
  if (role === 'controller')
    builder.add(builder.addAt(`${system.dn}/ctrlrfwstatuscont`, 'firmwareCtrlrFwStatusCont'), 'firmwareCtrlrRunning', {
      version,
    })
  else
    builder.add(builder.addAt(`${system.dn}/fwstatuscont`, 'firmwareFwStatusCont'), 'firmwareRunning', {
      version,
      peVer: version.replace('n9000-1', ''),
    })
  builder.add(system, 'healthInst', { cur: String(builder.random.between(85, 100)) })
  builder.add(system, 'eqptCh', { model: MODELS[role], ser: serial, role, vendor: 'Cisco Systems, Inc' })
  return { id, pod, name, object, system }
}

/** Every controller lists the whole cluster. */
function addAppliances(builder: FabricBuilder, controllers: readonly FabricNode[]): void {
  for (const { object, id } of controllers) {
    const list = builder.add(object, 'infraCont', { id: String(id), size: String(controllers.length) })
    for (const { id: member, name } of controllers)
      builder.add(list, 'infraWiNode', { id: String(member), nodeName: name, addr: `10.0.0.${member}` })
  }
}

/** Two consecutive leaves of a pod form a pair with a few virtual port channels. */
function addPortChannels(
  builder: FabricBuilder,
  pods: readonly ManagedObject[],
  leaves: readonly FabricNode[],
): FabricPath[] {
  return pods.flatMap((pod, podIndex) => {
    const members = leaves.filter((leaf) => leaf.pod === podIndex + 1)
    return members.flatMap((first, index) => {
      const second = members[index + 1]
      if (index % 2 === 1 || !second) return []
      const container = builder.add(pod, 'fabricProtPathEpCont', {
        nodeAId: String(first.id),
        nodeBId: String(second.id),
      })
      return [1, 2, 3, 4].map((number) => {
        const object = builder.add(container, 'fabricPathEp', {
          name: `vpc-${first.id}-${second.id}-${padded(number, 2)}`,
          lagT: 'node',
          pathT: 'leaf',
        })
        return { dn: object.dn, object, nodeId: first.id }
      })
    })
  })
}
