/** What checks read beyond the classes of an ordinary query; notation: see parse-class-rows.ts. */
export const CHECKED_CLASSES = `
apContainerPol | ContainerPol | config | containerBip descr name nameAlias ownerKey ownerTag |
apPlugin | plugin-{appCtxRoot} | config | appType clusterManagerType configSt name nameAlias pluginSt pluginType role securityDomains username |
bgpPeerEntry | ent-[{addr}] | oper | | operSt
bgpRRNodePEp | node-{id} | config | descr nameAlias podId# |
bgpRtTarget | rt-[{rt}]-{type} | config | descr name nameAlias ownerKey ownerTag |
bgpRtTargetP | rtp-{af} | config | descr name nameAlias ownerKey ownerTag |
cloudsecPreSharedKey | psk-{index} | config | descr name nameAlias ownerKey ownerTag pskString! |
commCipher | cph-{id} | config | state |
compCtrlr | ctrlr-[{domName}]-{name} | oper | | hostOrIp operSt
compatSwitchHw | swhw-{name} | oper | | suppBit
configJob | run-{name} | config | ack descr nameAlias | operSt lastStepTime type
configpushShardCont | sh-{shard} | oper | | headTx# tailTx#
datetimeClkPol | time | oper | | srvStatus
datetimeNtpq | ntpq-{remote} | oper | | tally
dbgAcPath | path-{srcNodeId}-to-{dstNodeId} | oper | |
dbgacEpgSummaryTask | dbgacEpgSummaryTask-{id} | oper | | operSt startTs
epControlP | epCtrlP-{name} | config | adminSt descr holdIntvl nameAlias ownerKey ownerTag rogueEpDetectIntvl rogueEpDetectMult |
eqptExtCh | extch-{id} | oper | | model
eqptFC | fc | oper | | model ser
eqptFt | ft | oper | | operSt model ser
eqptLC | lc | oper | | model ser
eqptPortP | portpol-{id} | config | | ctrl
eqptPsu | psu | oper | | operSt model ser
eqptSpCmnBlk | spcmn | oper | | prtNum
eqptSupC | sup | oper | | model rdSt
eqptcapacityFSPartition | fspartition-{name} | oper | | used# avail# path
ethpmDOMCurrentStats | current | oper | | value# loWarn# hiWarn# loAlarm# hiAlarm#
ethpmDOMRxPwrStats | rxpower | oper | | value# loWarn# hiWarn# loAlarm# hiAlarm#
ethpmDOMTempStats | temperature | oper | | value# loWarn# hiWarn# loAlarm# hiAlarm#
ethpmDOMTxPwrStats | txpower | oper | | value# loWarn# hiWarn# loAlarm# hiAlarm#
ethpmDOMVoltStats | voltage | oper | | value# loWarn# hiWarn# loAlarm# hiAlarm#
ethpmFcot | fcot | oper | | typeName type state
fabricNodeBlk | nodeblk-{name} | config | descr from_# nameAlias to_# |
fabricRsDecommissionNode | rsdecommissionNode-[{tDn}] | explicit:fabricNode | debug removeFromController secureErase | targetId#
fabricRsOosPath | rsoosPath-[{tDn}] | explicit:fabricPathEp | lc |
fabricSetupP | setupp-{podId} | config | podType tepPool descr name nameAlias |
fcEntity | fc | oper | |
firmwareFirmware | fw-{name} | config | deleteIt latest | fullVersion description checksum bitInfo
firmwareRepoP | fwrepop | config | defaultSwitchVersion descr enforceBootscriptVersionValidation name nameAlias ownerKey ownerTag |
fvPodConnP | podConnP-{id} | config | assocIntersitePodId descr name nameAlias |
fvRogueExceptionMac | rgexpmac-{mac} | config | descr name nameAlias | -monPolDn
fvRsSecInherited | rssecInherited-[{tDn}] | explicit:fvEPg | |
fvRtEPpInfoToBD | rtvnsEPpInfoToBD-[{tDn}] | back:vnsEPpInfo | |
fvSiteConnP | siteConnP-{id} | config | bgpAsn descr name nameAlias |
fvUplinkOrderCont | uplinkorder | config | active descr name nameAlias ownerKey ownerTag standby | -monPolDn
infraRsHPathAtt | rsHPathAtt-[{tDn}] | explicit:fabricPathEp | |
infraSnNode | serial-{id} | config | adminSt nameAlias routableIpAddr | mbSn cntrlSbstState
infrazoneZone | zone-{name} | config | deplMode descr nameAlias |
isisDomPol | isisDomP-{name} | config | descr mtu nameAlias ownerKey ownerTag redistribMetric |
l3extGlobalCtxName | globalctxname | config | descr name nameAlias |
l3extRsSubnetToProfile | rssubnetToProfile-[{tnRtctrlProfileName}]-{direction} | named:rtctrlProfile | |
l3extVirtualLIfP | vlifp-[{nodeDn}]-[{encap}] | config | addr autostate descr encapScope ifInstT ipv6Dad llAddr mac mode mtu name targetDscp | tDn
lbpPol | lbp-{name} | config | descr dlbMode hashGtp mode nameAlias ownerKey ownerTag pri |
lldpCtrlrAdjEp | ctrlradj | oper | | id
maintMaintGrp | maintgrp-{name} | config | descr fwtype nameAlias ownerKey ownerTag type |
maintMaintP | maintpol-{name} | config | adminSt descr downloadSt graceful ignoreCompat internalLabel nameAlias notifCond runMode smuOperation smuOperationFlags srUpgrade srVersion version versionCheckOverride |
maintUpgJob | upgjob | oper | | dnldStatus desiredVersion
mgmtInstP | instp-{name} | config | descr nameAlias prio | configIssues configSt pcTag# pcTagAllocSrc scope#
mgmtOoB | oob-{name} | config | descr nameAlias prio |
mgmtRsInBStNode | rsinBStNode-[{tDn}] | explicit:fabricNode | addr configurationMode descr gw v6Addr v6Gw |
mgmtRsOoBCons | rsooBCons-{tnVzOOBBrCPName} | named:vzOOBBrCP | prio | deplInfo triggerSt
mgmtRsOoBProv | rsooBProv-{tnVzOOBBrCPName} | named:vzOOBBrCP | prio |
mgmtSubnet | subnet-[{ip}] | config | descr name nameAlias |
ospfAdjEp | adj-{id} | oper | | peerIp operSt
pcRsMbrIfs | rsmbrIfs-[{tDn}] | pointer:l1PhysIf | |
pkiExportEncryptionKey | exportcryptkey | config | name clearEncryptionKey descr nameAlias ownerKey ownerTag passphrase! passphraseKeyDerivationVersion strongEncryptionEnabled | keyConfigured
presListener | list-[{lstDn}] | oper | |
qosCong | cong | config | afdQueueLength algo descr ecn forwardNonEcn name nameAlias wredMaxThreshold wredMinThreshold wredProbability wredWeight |
rmonDot3Stats | dbgDot3Stats | oper | | fCSErrors# clearTs
rmonEtherStats | dbgEtherStats | oper | | cRCAlignErrors# clearTs
rtctrlCtxP | ctx-{name} | config | action descr nameAlias order |
rtctrlMatchCommFactor | commfct-{community} | config | descr name nameAlias scope |
rtctrlMatchCommTerm | commtrm-{name} | config | descr nameAlias |
rtctrlMatchRtDest | dest-[{ip}] | config | aggregate descr fromPfxLen name nameAlias toPfxLen |
rtctrlProfile | prof-{name} | config | autoContinue? descr nameAlias ownerKey ownerTag type | direction level
rtctrlRsCtxPToSubjP | rsctxPToSubjP-{tnRtctrlSubjPName} | named:rtctrlSubjP | |
rtctrlRsScopeToAttrP | rsScopeToAttrP | named:rtctrlAttrP | |
rtctrlScope | scp | config | descr name nameAlias |
rtctrlSubjP | subj-{name} | config | descr nameAlias |
svccoreCtrlr | ctrlr-{ctrlrId}-svc-{svcName}-ts-{createTime} | config | ack |
svccoreNode | node-{nodeId}-card-{cardId}-svc-{svcName}-ts-{createTime} | config | ack |
telemetryStatsServerP | stserverp-{name} | config | clusterName collectorLocation descr dstAddr dstPort fabricName isSecure nameAlias ownerKey ownerTag transportType |
vpcDom | dom-{id} | oper | | peerSt dualActiveSt
vpcIf | if-{id} | oper | | name localOperSt remoteOperSt suspVlans
vzRsSubjGraphAtt | rsSubjGraphAtt | named:vnsAbsGraph | directives |
vzRtAnyToCons | rtanyToCons-[{tDn}] | back:vzAny | |
vzRtAnyToProv | rtanyToProv-[{tDn}] | back:vzAny | |
aaaLdapProvider | ldapprovider-{name} | config | SSLValidationLevel attribute authMethod basedn descr enableSSL filter key! monitorServer monitoringPassword! monitoringUser nameAlias ownerKey ownerTag port retries rootdn timeout |
commHttp | http | config | accessControlAllowCredential accessControlAllowOrigins adminSt cliOnlyMode descr globalThrottleRate globalThrottleSt globalThrottleUnit maxRequestStatusCount name nameAlias nodeExporter port redirectSt serverHeader throttleRate throttleSt visoreAccess |
commSsh | ssh | config | adminSt descr hostkeyAlgos kexAlgos name nameAlias passwordAuth port# sshCiphers sshMacs | proto -monPolDn
commTelnet | telnet | config | adminSt descr name nameAlias port# | proto -monPolDn
datetimePol | time-{name} | config | StratumValue adminSt authSt descr masterMode nameAlias ownerKey ownerTag serverState |
epIpAgingP | ipAgingP-{name} | config | adminSt descr nameAlias ownerKey ownerTag |
epLoopProtectP | epLoopProtectP-{name} | config | action adminSt descr loopDetectIntvl loopDetectMult nameAlias ownerKey ownerTag |
eqptcapacityL2TotalUsage5min | CDeqptcapacityL2TotalUsage5min | record | | totalEpCapLast#=0 totalEpLast#=0 repIntvEnd repIntvStart
eqptcapacityMcastUsage5min | CDeqptcapacityMcastUsage5min | record | | localEpBase#=0 localEpCapBase#=0 localEpCapCum#=0 localEpCum#=0 repIntvEnd repIntvStart
eqptcapacityPGLabelUsage5min | CDeqptcapacityPGLabelUsage5min | record | | pgLblCapBase#=0 pgLblCapCum#=0 pgLblUsageBase#=0 pgLblUsageCum#=0 repIntvEnd repIntvStart
eqptcapacityPolUsage5min | CDeqptcapacityPolUsage5min | record | | polUsageBase#=0 polUsageCapBase#=0 polUsageCapCum#=0 polUsageCum#=0 repIntvEnd repIntvStart
eqptcapacityVlanUsage5min | CDeqptcapacityVlanUsage5min | record | | totalBase#=0 totalCapBase#=0 totalCapCum#=0 totalCum#=0 repIntvEnd repIntvStart
l3extRtBDToOut | rtfvBDToOut-[{tDn}] | back:fvBD | |
mcpInstPol | mcpInstP-{name} | config | adminSt ctrl descr initDelayTime key! loopDetectMult loopProtectAct nameAlias ownerKey ownerTag txFreq txFreqMsec |
syslogRemoteDest | rdst-{host} | config | adminState descr format forwardingFacility name nameAlias port protocol severity |
uribv4Nexthop | nh-[{owner}]-[{addr}]-[{if}]-[{vrf}] | oper | |
uribv4Route | rt-[{prefix}] | oper | |
vnsGraphInst | GraphInst_C-[{ctrctDn}]-G-[{graphDn}]-S-[{scopeDn}] | oper | | configSt
`

export const CHECKED_MONITORING = 'uni/fabric/monfab-default'
