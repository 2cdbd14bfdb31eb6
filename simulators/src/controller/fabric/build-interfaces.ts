import type { ManagedObject } from '../model/managed-object.ts'
import type { FabricBuilder } from './builder.ts'
import type { FabricNode, FabricPath } from './topology.ts'

type Interfaces = { readonly paths: FabricPath[]; readonly deadPorts: ManagedObject[] }

const SPEEDS: readonly string[] = ['10G', '25G', '25G', '40G', '100G']

/** The ports of one switch; a leaf's ports also become paths in its pod, for EPGs to bind to. */
export function buildInterfaces(
  builder: FabricBuilder,
  node: FabricNode,
  ports: number,
  pod: ManagedObject | undefined,
): Interfaces {
  const found: Interfaces = { paths: [], deadPorts: [] }
  const container = pod && builder.add(pod, 'fabricPathEpCont', { nodeId: String(node.id) })
  for (let number = 1; number <= ports; number++) {
    const id = `eth1/${number}`
    addPort(builder, node.system, id, container !== undefined, found)
    if (!container) continue
    const object = builder.add(container, 'fabricPathEp', { name: id })
    found.paths.push({ dn: object.dn, object, nodeId: node.id })
  }
  addNeighbours(builder, node, ports)
  return found
}

function addPort(builder: FabricBuilder, system: ManagedObject, id: string, isLeaf: boolean, found: Interfaces): void {
  const { random } = builder
  const isShut = random.chance(0.1)
  const isUp = !isShut && random.chance(0.85)
  const port = builder.add(system, 'l1PhysIf', {
    id,
    adminSt: isShut ? 'down' : 'up',
    portT: isLeaf ? 'leaf' : 'fab',
    usage: isLeaf ? (isUp ? 'epg' : 'discovery') : 'fabric',
    descr: isUp && isLeaf ? `host ${random.between(1, 400)}` : '',
  })
  const state = builder.add(port, 'ethpmPhysIf', {
    operSt: isUp ? 'up' : 'down',
    operStQual: isUp ? 'none' : isShut ? 'admin-down' : random.pick(['link-failure', 'sfp-missing', 'err-disabled']),
    operSpeed: isUp ? random.pick(SPEEDS) : 'unknown',
    operVlans: isUp && isLeaf ? `${random.between(100, 200)}-${random.between(201, 300)}` : '',
    lastLinkStChg: builder.time(),
  })
  if (!isUp && !isShut) found.deadPorts.push(state)
  addCounters(builder, port, isUp)
}

function addCounters(builder: FabricBuilder, port: ManagedObject, isUp: boolean): void {
  const { random } = builder
  const traffic = isUp ? random.below(2 ** 40) : 0
  const errors = isUp && random.chance(0.1) ? String(random.between(1, 5000)) : '0'
  builder.add(port, 'rmonIfIn', { octets: String(traffic), ucastPkts: String(Math.floor(traffic / 700)), errors })
  builder.add(port, 'rmonIfOut', {
    octets: String(Math.floor(traffic * 0.8)),
    ucastPkts: String(Math.floor(traffic / 900)),
  })
}

/** The last two ports of a switch see a neighbour. */
function addNeighbours(builder: FabricBuilder, node: FabricNode, ports: number): void {
  const list = builder.addAt(`${node.system.dn}/lldp/inst`, 'lldpInst', { name: node.name })
  for (const number of [ports - 1, ports]) {
    const id = `eth1/${number}`
    const port = builder.add(list, 'lldpIf', { id })
    const neighbour = node.id < 1000 ? 1001 + (number % 2) : 101 + (number % 2)
    builder.add(port, 'lldpAdjEp', {
      id: '1',
      sysName: `${neighbour > 1000 ? 'spine' : 'leaf'}-${neighbour}`,
      sysDesc: `topology/pod-${node.pod}/node-${neighbour}`,
      portDesc: `topology/pod-${node.pod}/paths-${neighbour}/pathep-[${id}]`,
    })
  }
}
