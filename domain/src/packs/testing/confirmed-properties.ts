/** Why a check may name a property that the metadata kept with the tests lacks. */
type Confirmed = { readonly reason: string; readonly properties: string }

/**
 * The metadata is complete for some 140 classes that users configure, and has the settable properties of the other
 * ones. What a fabric reports is missing, so each property of that kind which a check names is listed here. One class a
 * line, then its properties.
 */
const CONFIRMED: readonly Confirmed[] = [
  {
    reason: 'published tools read it from controllers under this name',
    properties: `
bgpPeerEntry addr operSt
compatSwitchHw suppBit
configJob lastStepTime operSt type
eqptCh model
eqptExtCh model
eqptFC model ser
eqptFt model operSt ser
eqptLC model ser
eqptPortP ctrl
eqptPsu model operSt ser
eqptSpCmnBlk prtNum
eqptSupC model rdSt
eqptcapacityL2TotalUsage5min totalEpCapLast totalEpLast
eqptcapacityMcastUsage5min localEpBase localEpCapBase localEpCapCum localEpCum
eqptcapacityPolUsage5min polUsageBase polUsageCapBase polUsageCapCum polUsageCum
eqptcapacityVlanUsage5min totalBase totalCapBase totalCapCum totalCum
ethpmDOMCurrentStats hiAlarm hiWarn loAlarm loWarn value
ethpmDOMRxPwrStats hiAlarm hiWarn loAlarm loWarn value
ethpmDOMTempStats hiAlarm hiWarn loAlarm loWarn value
ethpmDOMTxPwrStats hiAlarm hiWarn loAlarm loWarn value
ethpmDOMVoltStats hiAlarm hiWarn loAlarm loWarn value
ethpmFcot state type typeName
ethpmPhysIf operSpeed operSt operStQual usage
fabricNode serial version
fabricRsDecommissionNode targetId
faultDelegate affected changeSet code descr lc
faultInst ack created severity
faultRecord affected code severity
firmwareFirmware bitInfo checksum description fullVersion
fvCEp encap lcC mac
healthInst cur
infraSnNode cntrlSbstState
infraWiNode addr health operSt
l1PhysIf adminSt descr fecMode id usage
lldpAdjEp portIdV
lldpCtrlrAdjEp id
maintUpgJob desiredVersion dnldStatus
ospfAdjEp operSt peerIp
pcAggrIf id name
pkiExportEncryptionKey keyConfigured
rmonDot3Stats clearTs fCSErrors
rmonEtherStats cRCAlignErrors clearTs
topSystem name
uribv4Nexthop addr if owner
uribv4Route prefix
vlanCktEp encap epgDn name operSt
vpcDom dualActiveSt id peerSt
vpcIf localOperSt name remoteOperSt suspVlans`,
  },
  {
    reason: 'the public checks before an upgrade, or their recordings, have it under this name',
    properties: `
compCtrlr domName hostOrIp operSt
configpushShardCont headTx tailTx
datetimeClkPol srvStatus
datetimeNtpq tally
dbgacEpgSummaryTask operSt startTs
eqptcapacityFSPartition avail path used
presListener lstDn
procMemUsage Total`,
  },
  {
    reason: 'seen in recorded answers that are not kept with the tests',
    properties: `
fvCEp vrfDn`,
  },
  {
    reason: 'seen nowhere else: where a controller lacks it, the check says so by an error',
    properties: `
eqptcapacityPGLabelUsage5min pgLblCapBase pgLblCapCum pgLblUsageBase pgLblUsageCum
infraSnNode mbSn`,
  },
]

/** `fvCEp.vrfDn` and so on. */
export const confirmedProperties = (): readonly string[] =>
  CONFIRMED.flatMap(({ properties }) =>
    properties
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [className, ...names] = line.split(' ')
        return names.map((name) => `${className}.${name}`)
      }),
  )
