/** Access policy: switch and interface profiles, domains, pools; notation: see parse-class-rows.ts. */
export const ACCESS_CLASSES = `
infraInfra | infra | config | nameAlias ownerKey ownerTag |
infraFuncP | funcprof | config | descr name nameAlias ownerKey ownerTag |
infraNodeP | nprof-{name} | config | descr nameAlias ownerKey ownerTag | creator=USER
infraLeafS | leaves-{name}-typ-{type} | config | descr nameAlias ownerKey ownerTag type{ALL/range}=range | creator=USER
infraNodeBlk | nodeblk-{name} | config | descr from_#=1 nameAlias to_#=1 | -monPolDn
infraRsAccPortP | rsaccPortP-[{tDn}] | explicit:infraAccPortP | |
infraAccPortP | accportprof-{name} | config | descr nameAlias ownerKey ownerTag | creator=USER nodeId#=0
infraHPortS | hports-{name}-typ-{type} | config | descr nameAlias ownerKey ownerTag type{ALL/range}=range | creator=USER
infraPortBlk | portblk-{name} | config | descr fromCard#=1 fromPort#=1 nameAlias toCard#=1 toPort#=1 |
infraSubPortBlk | subportblk-{name} | config | descr fromCard#=1 fromPort#=1 fromSubPort#=1 nameAlias toCard#=1 toPort#=1 toSubPort#=1 |
infraRsAccBaseGrp | rsaccBaseGrp | explicit:infraAccPortGrp | fexId#=101 |
infraAccPortGrp | accportgrp-{name} | config | descr nameAlias ownerKey ownerTag |
infraAccBndlGrp | accbundle-{name} | config | descr lagT{link/node/fc-link}=node nameAlias ownerKey ownerTag |
infraRsAttEntP | rsattEntP | explicit:infraAttEntityP | |
infraRsLldpIfPol | rslldpIfPol | named:lldpIfPol | |
infraRsCdpIfPol | rscdpIfPol | named:cdpIfPol | |
infraRsHIfPol | rshIfPol | named:fabricHIfPol | |
lldpIfPol | lldpIfP-{name} | config | adminRxSt{enabled/disabled}=enabled adminTxSt{enabled/disabled}=enabled descr nameAlias ownerKey ownerTag portDCBXPVer=CEE | creator=USER
cdpIfPol | cdpIfP-{name} | config | adminSt{enabled/disabled}=enabled descr nameAlias ownerKey ownerTag | creator=USER
fabricHIfPol | hintfpol-{name} | config | autoNeg{off/on/on-enforce}=on descr dfeDelayMs#=0 emiRetrain{disable/enable}=disable fecMode=inherit linkDebounce#=100 nameAlias ownerKey ownerTag portPhyMediaType=auto speed=inherit | creator=USER
infraAttEntityP | attentp-{name} | config | descr nameAlias ownerKey ownerTag | configIssues creator=USER
infraRsDomP | rsdomP-[{tDn}] | explicit:infraADomP | |
infraRtDomP | rtdomP-[{tDn}] | back:infraAttEntityP | |
infraRtAttEntP | rtattEntP-[{tDn}] | back:infraAccPortGrp | |
infraRtAccBaseGrp | rtaccBaseGrp-[{tDn}] | back:infraHPortS | |
infraRtAccPortP | rtaccPortP-[{tDn}] | back:infraNodeP | |
infraRtDomAtt | rtfvDomAtt-[{tDn}] | back:fvAEPg | |
infraSetPol | settings | config | descr domainValidation? enableRemoteLeafDirect? enforceSubnetCheck? name nameAlias opflexpUseSsl?=yes ownerKey ownerTag reallocateGipo? restrictInfraVLANTraffic? unicastXrEpLearnDisable? validateOverlappingVlans? |
fvnsVlanInstP | vlanns-[{name}]-{allocMode} | config | allocMode{dynamic/inherit/static}=static descr nameAlias ownerKey ownerTag | configIssues
fvnsEncapBlk | from-[{from}]-to-[{to}] | config | allocMode{dynamic/inherit/static}=inherit descr name nameAlias role{external/internal}=external | -monPolDn
fvnsUcastAddrBlk | fromaddr-[{from}]-toaddr-[{to}] | config | descr name nameAlias | -monPolDn
fvnsAddrInst | addrinst-{name} | config | addr=0.0.0.0 addrType=regular descr nameAlias ownerKey ownerTag skipGwVal? | -monPolDn
fvnsRtVlanNs | rtinfraVlanNs-[{tDn}] | back:physDomP | |
infraRsVlanNs | rsvlanNs | explicit:fvnsVlanInstP | |
physDomP | phys-{name} | config | nameAlias ownerKey ownerTag |
l3extDomP | l3dom-{name} | config | nameAlias ownerKey ownerTag |
vmmProvP | vmmp-{vendor} | config | nameAlias ownerKey ownerTag |
vmmDomP | dom-{name} | config | accessMode{read-write/read-only}=read-write arpLearning=disabled aveTimeOut#=30 configInfraPg? ctrlKnob=epDpVerify customSwitchName delimiter enableAVE? enableTag? enableVmFolder? encapMode=unknown enfPref{hw/sw/unknown}=hw epInventoryType=on-link epRetTime#=0 hvAvailMonitor? mcastAddr=0.0.0.0 mode=default nameAlias ownerKey ownerTag prefEncapMode=unspecified | configIssues lagPolicyName txId#=0 uniqueId#=0
vmmCtrlrP | ctrlr-{name} | config | dvsVersion=unmanaged hostOrIp inventoryTrigSt=untriggered mode=default msftConfigErrMsg nameAlias port#=0 rootContName scope=vm seqNum#=0 statsMode{disabled/enabled}=disabled |
vmmUsrAccP | usracc-{name} | config | descr nameAlias ownerKey ownerTag pwd! usr | -monPolDn
fabricExplicitGEp | expgep-{name} | config | id#=0 |
fabricNodePEp | nodepep-{id} | config | descr name nameAlias podId#=1 | peerIp=0.0.0.0
fabricProtPol | protpol | config | descr name nameAlias ownerKey ownerTag pairT{explicit/consecutive/reciprocal}=explicit |
infraDomP | | abstract:physDomP,vmmDomP | |
infraADomP | | abstract:physDomP,vmmDomP,l3extDomP | |
infraAccBaseGrp | | abstract:infraAccPortGrp,infraAccBndlGrp | |
extnwDomP | | abstract:l3extDomP | |
`

export const ACCESS_MONITORING = 'uni/infra/moninfra-default'
