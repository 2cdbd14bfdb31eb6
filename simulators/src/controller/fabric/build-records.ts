import { readAttribute } from '../model/layout.ts'
import type { ManagedObject } from '../model/managed-object.ts'
import { timestamp, type FabricBuilder } from './builder.ts'
import type { FabricNumbers } from './fabric-size.ts'
import type { Topology } from './topology.ts'

const HOUR = 3_600_000
const FIRST_ID = 4_294_967_296

/** Faults where something is wrong, users, and the audit log of who changed what. */
export function buildRecords(builder: FabricBuilder, numbers: FabricNumbers, topology: Topology): void {
  addPortFaults(builder, topology.deadPorts)
  addRelationFaults(builder)
  addControllerFault(builder, topology)
  addUsers(builder, topology.universe)
  addAuditRecords(builder, numbers.auditRecords)
}

type FaultText = {
  code: string
  descr: string
  severity: string
  rule: string
  cause: string
  type: string
  domain: string
}

function addFault(builder: FabricBuilder, object: ManagedObject, { severity, ...fault }: FaultText): void {
  const created = builder.time()
  builder.add(object, 'faultInst', {
    ...fault,
    severity,
    origSeverity: severity,
    prevSeverity: severity,
    highestSeverity: severity,
    lc: builder.random.pick(['raised', 'raised', 'raised', 'soaking', 'retaining']),
    ack: builder.random.chance(0.2) ? 'yes' : 'no',
    created,
    lastTransition: created,
    occur: String(builder.random.between(1, 9)),
  })
}

function addPortFaults(builder: FabricBuilder, ports: readonly ManagedObject[]): void {
  for (const port of ports) {
    const reason = readAttribute(port, 'operStQual') ?? 'unknown'
    const isError = reason === 'err-disabled'
    addFault(builder, port, {
      code: isError ? 'F1394' : 'F0532',
      descr: `Port is down, reason:${reason}, used by:${isError ? 'Fabric' : 'EPG'}`,
      severity: isError ? 'major' : 'warning',
      rule: isError ? 'ethpm-if-port-down-fabric' : 'ethpm-if-port-down-infra-epg',
      cause: 'interface-physical-down',
      type: 'communications',
      domain: 'access',
    })
  }
}

/** Raises faults for relations without a target and for some static ports with a wrong VLAN. */
function addRelationFaults(builder: FabricBuilder): void {
  const orphans = builder.store
    .ofClass('fvRsCtx')
    .filter((relation) => readAttribute(relation, 'state') === 'missing-target')
  for (const relation of orphans) {
    const descr = 'Failed to form relation to MO ctx-decommissioned of class fvCtx'
    addFault(builder, relation, {
      code: 'F0952',
      descr,
      severity: 'minor',
      rule: 'fv-rs-ctx-resolve-fail',
      cause: 'resolution-failed',
      type: 'config',
      domain: 'infra',
    })
  }
  for (const [index, epg] of builder.store.ofClass('fvAEPg').entries()) {
    if (index % 20 !== 7) continue
    const descr = `Configuration failed for ${epg.dn} node 101 due to Invalid VLAN, debug message: invalid-vlan: STP Segment Id not present for Encap.`
    addFault(builder, epg, {
      code: 'F0467',
      descr,
      severity: 'critical',
      rule: 'fv-nw-issues-config-failed',
      cause: 'configuration-failed',
      type: 'config',
      domain: 'tenant',
    })
  }
}

function addControllerFault(builder: FabricBuilder, { controllers }: Topology): void {
  const first = controllers[0]
  if (!first) return
  const descr = 'Controller 2 is unhealthy because: Data Layer Partially Diverged'
  const place = builder.store.get(`${first.object.dn}/av/node-2`) ?? first.object
  addFault(builder, place, {
    code: 'F0321',
    descr,
    severity: 'critical',
    rule: 'infra-wi-node-health',
    cause: 'node-failed',
    type: 'operational',
    domain: 'infra',
  })
}

function addUsers(builder: FabricBuilder, universe: ManagedObject): void {
  const users = builder.add(universe, 'aaaUserEp')
  for (const name of ['admin', 'netops', 'readonly'])
    builder.add(users, 'aaaUser', { name, pwd: 'never-shown', email: `${name}@example.com` })
  for (const name of ['local', 'TACACS']) builder.add(users, 'aaaLoginDomain', { name })
}

function addAuditRecords(builder: FabricBuilder, count: number): void {
  const changed = [
    ...builder.store.ofClass('fvBD'),
    ...builder.store.ofClass('fvAEPg'),
    ...builder.store.ofClass('vzBrCP'),
  ]
  const log = builder.addAt('subj-[uni]', 'conditionSubj', { oDn: 'uni' })
  for (let index = 0; index < count; index++) {
    const object = builder.random.pick(changed)
    const ind = builder.random.pick(['creation', 'modification', 'modification', 'deletion'])
    builder.add(log, 'aaaModLR', {
      id: String(FIRST_ID + index),
      affected: object.dn,
      ind,
      user: builder.random.pick(['admin', 'netops', 'terraform']),
      created: timestamp(builder.now - (count - index) * HOUR),
      descr: `${object.layout.className} ${object.dn} ${ind === 'creation' ? 'created' : ind === 'deletion' ? 'deleted' : 'modified'}`,
      changeSet: ind === 'modification' ? 'descr (Old: , New: changed)' : '',
      code: `E420${4000 + (index % 50)}`,
    })
  }
}
