import { readAttribute } from '../../model/layout.ts'
import type { FabricBuilder } from '../builder.ts'
import type { FabricNode, Topology } from '../topology.ts'

const GIGABYTES_32 = 32_830_000
const GIGABYTES_24 = 24_560_000

/** Sensors of a transceiver: the value it has, and the range it should be in. */
const OPTICS = [
  ['rxpower', 'ethpmDOMRxPwrStats', '-2.4', '-9.9', '0.5'],
  ['txpower', 'ethpmDOMTxPwrStats', '-2.1', '-7.3', '0.5'],
  ['temperature', 'ethpmDOMTempStats', '34.5', '0', '70'],
  ['voltage', 'ethpmDOMVoltStats', '3.28', '3.13', '3.46'],
  ['current', 'ethpmDOMCurrentStats', '6.8', '2', '11'],
] as const

/** CRC and FCS errors by the place of a port: frames damaged somewhere before it, and some damaged on its own link. */
const ERRORS = new Map([
  [20, [1371, 0]],
  [90, [42, 42]],
])

/** Modules, power, fans, disks and memory of switches, and what their ports count and measure. */
export function addHardware(builder: FabricBuilder, { switches }: Topology): void {
  const leaves = switches.filter(({ id }) => id < 1000)
  const [weak, full, small] = [leaves[2], leaves[1], leaves[3]]
  for (const node of switches) {
    addModules(builder, node, node === weak)
    const parts = `${node.system.dn}/eqptcapacity`
    builder.addAt(parts, 'eqptcapacityEntity')
    const used = node === full ? 7_560_000 : 3_600_000
    builder.addAt(`${parts}/fspartition-bootflash`, 'eqptcapacityFSPartition', {
      path: '/bootflash',
      used: String(used),
      avail: String(12_000_000 - used),
    })
    addTables(builder, parts, node === small)
    // Its RN is in no list of classes, so the table lacks the class.
    builder.store.addExactly('procMemUsage', `${node.system.dn}/procsys/memusage-sup`, {
      Total: String(node === small ? GIGABYTES_24 : GIGABYTES_32),
    })
  }
  addPorts(builder)
}

/** How full the tables of a switch are. */
function addTables(builder: FabricBuilder, parts: string, isNearlyFull: boolean): void {
  const place = (name: string) => [`${parts}/CDeqptcapacity${name}5min`, `eqptcapacity${name}5min`] as const
  builder.addAt(...place('PolUsage'), { polUsageCum: isNearlyFull ? '58900' : '6120', polUsageCapCum: '65536' })
  builder.addAt(...place('VlanUsage'), { totalCum: '412', totalCapCum: '3960' })
  builder.addAt(...place('McastUsage'), { localEpCum: '35', localEpCapCum: '8192' })
  builder.addAt(...place('PGLabelUsage'), { pgLblUsageCum: '12', pgLblCapCum: '4096' })
  builder.addAt(...place('L2TotalUsage'), { totalEpLast: '230', totalEpCapLast: '24576' })
}

function addModules(builder: FabricBuilder, { system }: FabricNode, isWeak: boolean): void {
  const chassis = `${system.dn}/ch`
  const model = readAttribute(system.parent ?? system, 'model') ?? ''
  const serial = readAttribute(system, 'serial') ?? ''
  builder.addAt(`${chassis}/supslot-1/sup`, 'eqptSupC', { model, rdSt: 'active' })
  builder.addAt(`${chassis}/lcslot-1/lc`, 'eqptLC', { model, ser: serial })
  for (const slot of [1, 2])
    builder.addAt(`${chassis}/psuslot-${slot}/psu`, 'eqptPsu', {
      model: 'NXA-PAC-500W-PE',
      ser: `${serial}P${slot}`,
      operSt: isWeak && slot === 2 ? 'shut' : 'on',
    })
  for (const slot of [1, 2, 3, 4])
    builder.addAt(`${chassis}/ftslot-${slot}/ft`, 'eqptFt', {
      model: 'NXA-SFAN-35CFM-PE',
      ser: `${serial}F${slot}`,
      operSt: 'ok',
    })
}

/** Counters of all ports; transceivers of those that are up and among the first few of a switch. */
function addPorts(builder: FabricBuilder): void {
  const up = builder.store.ofClass('ethpmPhysIf').filter((state) => readAttribute(state, 'operSt') === 'up')
  let measured = 0
  for (const [index, { parent: port, dn }] of up.entries()) {
    if (!port) continue
    const [crc = 0, fcs = 0] = ERRORS.get(index) ?? []
    builder.add(port, 'rmonEtherStats', { cRCAlignErrors: String(crc), clearTs: 'never' })
    builder.add(port, 'rmonDot3Stats', { fCSErrors: String(fcs), clearTs: 'never' })
    if (/\[eth1\/[1-4]\]/.test(dn)) addOptic(builder, dn, measured++ === 0)
  }
}

function addOptic(builder: FabricBuilder, port: string, isDim: boolean): void {
  builder.addAt(`${port}/fcot`, 'ethpmFcot', { type: 'sfp', state: 'inserted', typeName: '10Gbase-SR' })
  for (const [rn, className, value, loWarn, hiWarn] of OPTICS)
    builder.addAt(`${port}/domstats/${rn}`, className, {
      value: isDim && rn === 'rxpower' ? '-11.7' : value,
      ...{ loWarn, hiWarn, loAlarm: String(Number(loWarn) - 3), hiAlarm: String(Number(hiWarn) + 3) },
    })
}
