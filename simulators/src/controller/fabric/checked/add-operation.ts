import { timestamp, type FabricBuilder } from '../builder.ts'
import type { Topology } from '../topology.ts'

const HOUR = 3_600_000
/** The release that the images in the repository are of. */
const NEXT = { text: '6.2(2e)', file: '6.2.2e' }

/** Settings of the whole fabric, a few of them not as they should be. */
const SETTINGS = [
  ['uni/exportcryptkey', 'pkiExportEncryptionKey', { strongEncryptionEnabled: 'no', keyConfigured: 'no' }],
  ['uni/fabric/comm-default/https', 'commHttps', { sslProtocols: 'TLSv1.2', globalThrottleSt: 'disabled' }],
  ['uni/fabric/comm-default/https/cph-EECDH', 'commCipher', { state: 'enabled' }],
  ['uni/fabric/comm-default/http', 'commHttp', { adminSt: 'disabled' }],
  ['uni/fabric/comm-default/telnet', 'commTelnet', { adminSt: 'disabled' }],
  ['uni/fabric/comm-default/ssh', 'commSsh', { adminSt: 'enabled', sshMacs: 'hmac-sha2-256,hmac-sha2-512' }],
  ['uni/fabric/isisDomP-default', 'isisDomPol', { redistribMetric: '32' }],
  ['uni/fabric/lbp-default', 'lbpPol', { pri: 'off' }],
  ['uni/fabric/time-default', 'datetimePol', { adminSt: 'enabled', authSt: 'disabled' }],
  ['uni/fabric/slgroup-siem/rdst-192.0.2.51', 'syslogRemoteDest', { adminState: 'enabled' }],
  ['uni/infra/epCtrlP-default', 'epControlP', { adminSt: 'disabled' }],
  ['uni/infra/epLoopProtectP-default', 'epLoopProtectP', { adminSt: 'enabled' }],
  ['uni/infra/ipAgingP-default', 'epIpAgingP', { adminSt: 'enabled' }],
  ['uni/infra/mcpInstP-default', 'mcpInstPol', { adminSt: 'disabled' }],
  ['uni/controller/setuppol/setupp-1', 'fabricSetupP', { podType: 'physical', tepPool: '10.0.0.0/16' }],
] as const

/** Images, upgrade groups, backups and settings of the whole fabric. */
export function addOperation(builder: FabricBuilder, topology: Topology): void {
  addImages(builder)
  addUpgradeGroups(builder, topology)
  const last = timestamp(builder.now - 3 * HOUR)
  builder.addAt(
    `uni/backupst/jobs-[uni/fabric/configexp-daily]/run-${last.slice(0, 19).replaceAll(':', '-')}`,
    'configJob',
    {
      type: 'export',
      operSt: 'success',
      lastStepTime: last,
    },
  )
  for (const [dn, className, attributes] of SETTINGS) builder.addAt(dn, className, attributes)
  builder.addAt('comp/prov-VMware/ctrlr-[vcenter-prod]-vcenter-01', 'compCtrlr', {
    hostOrIp: 'vcenter-01.example.com',
    operSt: 'online',
  })
  const [first] = topology.controllers
  if (first)
    builder.addAt(`${first.object.dn}/av/serial-21`, 'infraSnNode', { mbSn: 'WZP2345000K', cntrlSbstState: 'approved' })
}

function addImages(builder: FabricBuilder): void {
  const images = [
    [`aci-apic-dk9.${NEXT.file}`, `apic-${NEXT.text}`, 'NA'],
    [`aci-n9000-dk9.1${NEXT.file}`, `n9000-1${NEXT.text}`, '32'],
    [`aci-n9000-dk9.1${NEXT.file}-cs_64`, `n9000-1${NEXT.text}`, '64'],
  ] as const
  for (const [name, fullVersion, bitInfo] of images)
    builder.addAt(`fwrepo/fw-${name}`, 'firmwareFirmware', { fullVersion, bitInfo, checksum: 'a1b2c3d4e5f60718' })
}

/** Leaves by turns, as should be, and both spines together, as should not. */
function addUpgradeGroups(builder: FabricBuilder, { switches }: Topology): void {
  for (const { id, pod } of switches) {
    const group = `uni/fabric/maintgrp-${id > 1000 ? 'spines' : id % 2 === 0 ? 'even' : 'odd'}`
    if (!builder.store.get(group)) builder.addAt(group, 'maintMaintGrp', { type: 'range' })
    builder.addAt(`${group}/nodeblk-${id}`, 'fabricNodeBlk', { from_: String(id), to_: String(id) })
    if (id > 1000) builder.addAt(`uni/fabric/bgpInstP-default/rr/node-${id}`, 'bgpRRNodePEp', { podId: String(pod) })
  }
}
