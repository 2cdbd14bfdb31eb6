/** Inventory, interfaces, faults, health, records, users; notation: see parse-class-rows.ts. */
export const FABRIC_CLASSES = `
topRoot | | oper | |
polUni | uni | oper | | name
compUni | comp | oper | | name
fabricTopology | topology | oper | | localPodId#=1 name
fabricPod | pod-{id} | oper | | dhcpAllocSt=assigned id#=1 lastStateModTs podType=physical
fabricInst | fabric | config | name nameAlias ownerKey ownerTag |
fabricNode | node-{id} | oper | | adSt{on/off}=on address=10.0.0.1 annotation apicType=apic delayedHeartbeat? extMngdBy fabricSt{active/commissioned/disabled/discovering/inactive/undiscovered/unknown/unsupported}=active id#=0 lastStateModTs model name nameAlias nodeType=unspecified role{controller/leaf/spine/unspecified}=leaf serial uid#=0 userdom=all vendor version
topSystem | sys | oper | | address=10.0.0.1 bootstrapState=none childAction clusterTimeDiff#=0 configIssues controlPlaneMTU#=9000 currentTime enforceSubnetCheck? etepAddr=0.0.0.0 fabricDomain=fabric1 fabricId#=1 fabricMAC=00:22:BD:F8:19:FF id#=0 inbMgmtAddr=0.0.0.0 inbMgmtGateway=0.0.0.0 lastRebootTime lastResetReason=unknown lcOwn=local modTs mode=unspecified monPolDn name nameAlias nodeType=unspecified oobMgmtAddr=0.0.0.0 oobMgmtGateway=0.0.0.0 podId#=1 remoteNetworkId#=0 remoteNode? role{controller/leaf/spine/unspecified}=leaf serial siteId#=0 state{in-service/out-of-service/requesting/initializing/invalid}=in-service systemUpTime tepPool=10.0.0.0/16 unicastXrEpLearnDisable? version
fabricPathEpCont | paths-{nodeId} | oper | | name nodeId#=0
fabricProtPathEpCont | protpaths-{nodeAId}-{nodeBId} | oper | | name nodeAId#=0 nodeBId#=0
fabricPathEp | pathep-[{name}] | oper | | lagT{link/node/not-aggregated}=not-aggregated lagUsage pathT{leaf/orphan/remote/ungrouped}=leaf
fabricRtPathAtt | rtfvPathAtt-[{tDn}] | back:fvAEPg | |
fabricRtCEpToPathEp | rtfvCEpToPathEp-[{tDn}] | back:fvCEp | |
fabricLink | lnk-{n1}-{s1}-{p1}-to-{n2}-{s2}-{p2} | oper | | linkState=ok n1#=0 n2#=0 operSt{up/down}=up p1#=0 p2#=0 s1#=1 s2#=1 wiringIssues
l1PhysIf | phys-[{id}] | oper | | accessTlvSt=unknown adminSt{up/down}=up annotation autoNeg{on/off/on-enforce}=on brkoutMap=none bw#=0 delay#=1 descr dot1qEtherType=0x8100 ethpmCfgFailedBmp extMngdBy fcotChannelNumber=Channel32 fecMode=inherit id inhBw#=unspecified isReflectiveRelayCfgSupported=Supported layer{Layer2/Layer3}=Layer2 lagId#=0 linkDebounce#=100 linkFlapErrorMax#=30 linkLog=default mdix=auto medium=broadcast mode=trunk mtu#=9000 name pathSDescr portPhyMediaType=auto portT=leaf prioFlowCtrl=auto routerMac=not-applicable snmpTrapSt=enable spanMode=not-a-span-dest speed=inherit speedLinkFlapTs switchingSt=disabled trunkLog=default uid#=0 usage=discovery userCfgdFlags userdom=all
ethpmPhysIf | phys | oper | | accessVlan=unknown allowedVlans backplaneMac=0C:75:BD:00:01:01 bundleBupId#=1 bundleIndex=unspecified cfgAccessVlan=unknown cfgNativeVlan=unknown currErrIndex#=4294967295 diags=none encap#=3 errDisTimerRunning? errVlanStatusHt#=0 errVlans hwBdId#=0 hwResourceId#=0 intfT=phy iod#=5 lastErrors=0 lastLinkStChg nativeVlan=unknown numOfSI#=0 operBitset operDceMode=edge operDuplex{auto/full/half}=full operEEERxWkTime#=0 operEEEState=not-applicable operEEETxWkTime#=0 operErrDisQual=none operFecMode=disable-fec operFlowCtrl#=0 operMdix=auto operMode=trunk operModeDetail=unknown operPhyEnSt{up/down/unknown}=up operRouterMac=0C:75:BD:00:01:01 operSpeed=10G operSt{up/down/link-up/unknown}=up operStQual{none/admin-down/link-failure/sfp-missing/err-disabled/unknown}=none operStQualCode#=0 operVlans osSum=ok portCfgWaitFlags#=0 primaryVlan=unknown resetCtr#=0 txT=unknown usage=discovery userCfgdFlags vdcId#=1
pcAggrIf | aggr-[{id}] | oper | | activePorts#=0 adminSt{up/down}=up autoNeg=on bw#=0 descr id lastBundleMbr layer=Layer2 maxActive#=16 maxLinks#=16 mode=trunk mtu#=9000 name operChannelMode=active pcId#=0 pcMode=active portT=leaf speed=inherit usage=discovery
rmonIfIn | dbgIfIn | oper | | broadcastPkts#=0 clearTs=never discards#=0 errors#=0 multicastPkts#=0 noBuffer#=0 nUcastPkts#=0 octets#=0 octetRate#=0.000000 packetRate#=0.000000 ucastPkts#=0 unknownEtype#=0 unknownProtos#=0
rmonIfOut | dbgIfOut | oper | | broadcastPkts#=0 clearTs=never discards#=0 errors#=0 multicastPkts#=0 nUcastPkts#=0 octets#=0 octetRate#=0.000000 packetRate#=0.000000 qlen#=0 ucastPkts#=0
eqptIngrTotal5min | CDeqptIngrTotal5min | record | | bytesAvg#=0 bytesCum#=0 bytesLast#=0 bytesMax#=0 bytesMin#=0 bytesRate#=0.000000 cnt#=30 pktsCum#=0 pktsRate#=0.000000 repIntvEnd repIntvStart
eqptIngrBytes5min | CDeqptIngrBytes5min | record | | cnt#=30 repIntvEnd repIntvStart unicastCum#=0 unicastRate#=0.000000
procSysCPU5min | CDprocSysCPU5min | record | | idleAvg#=0.000000 kernelAvg#=0.000000 repIntvEnd repIntvStart userAvg#=0.000000
lldpInst | inst | oper | | adminSt{enabled/disabled}=enabled ctrl holdTime#=120 infraVlan#=3967 initDelayTime#=2 name operErr optTlvSel sysDesc txFreq#=30
lldpIf | if-[{id}] | oper | | adminRxSt{enabled/disabled}=enabled adminSt=enabled adminTxSt{enabled/disabled}=enabled descr id name operRxSt{up/down}=up operTxSt{up/down}=up portDesc portMode=normal portVlan=unspecified sysDesc wiringIssues
lldpAdjEp | adj-{id} | oper | | capability chassisIdT=mac chassisIdV enCap id#=1 mgmtId#=0 mgmtIp=unspecified mgmtPortMac=unspecified name portDesc portIdT=if-name portIdV portVlan=unspecified stQual sysDesc sysName ttl#=120
cdpAdjEp | adj-{index} | oper | | cap devId index#=0 nativeVlan=unspecified platId portId sysLoc sysName ver
eqptCh | ch | oper | | descr id#=1 model operSt{online/offline}=online rev=0 role=leaf ser vendor
eqptcapacityEntity | eqptcapacity | oper | | name
vlanCktEp | vlan-[{encap}] | oper | | adminSt=active bdUsage=0 classPrefOperSt=encap createTs ctrl enfPref=hw epUpSeqNum#=0 epgDn fabEncap fwdCtrl id#=0 mode=CE name operSt{up/down}=up pcTag#=0 type=ckt-vlan
firmwareFwStatusCont | fwstatuscont | oper | |
firmwareCtrlrFwStatusCont | ctrlrfwstatuscont | oper | |
conditionSubj | subj-[{oDn}] | oper | |
firmwareRunning | running | oper | | biosVer internalLabel ksFile mode=normal peVer tsFile type=switch version
firmwareCtrlrRunning | ctrlrrunning | oper | | internalLabel mode=normal type=controller version
infraCont | av | oper | | adminState fbDmNm=fabric1 id#=1 name size#=3
infraWiNode | node-{id} | oper | | addr=10.0.0.1 adminSt{in-service/out-of-service}=in-service apicMode=active chassis cntrlSbstState=approved failoverStatus=idle health{fully-fit/partial-data-unavail/never-known/unavailable}=fully-fit id#=1 mbSn mutnTs name nodeName operSt{available/unavailable}=available podId#=1 targetMbSn
faultInst | fault-{code} | oper | | ack? alert? annotation cause changeSet code created delegated? descr domain{access/external/framework/infra/management/security/tenant}=infra extMngdBy highestSeverity{cleared/critical/info/major/minor/warning}=warning lastTransition lc{raised/raised-clearing/retaining/soaking/soaking-clearing}=raised occur#=1 origSeverity{cleared/critical/info/major/minor/warning/squelched}=warning prevSeverity{cleared/critical/info/major/minor/warning}=warning rule severity{cleared/critical/info/major/minor/warning}=warning subject title type{communications/config/environmental/equipment/operational}=operational uid#=0 userdom=all
faultDelegate | fd-[{affected}]-fault-{code} | oper | | ack? cause changeSet code created descr domain=infra highestSeverity=warning lastTransition lc{raised/raised-clearing/retaining/soaking/soaking-clearing}=raised occur#=1 origSeverity=warning prevSeverity=warning rule severity{cleared/critical/info/major/minor/warning}=warning subject type=operational
faultRecord | fr-{id} | record | | ack? affected cause changeSet code created delegated? descr domain=infra highestSeverity=warning id#=0 ind=creation lc=raised modTs occur#=1 origSeverity=warning prevSeverity=warning rule severity=warning subject type=operational
eventRecord | rec-{id} | record | | affected cause changeSet code created descr id#=0 ind{creation/deletion/modification/special/state-transition}=state-transition modTs severity=info trig=oper txId#=0 user=internal
aaaModLR | mod-{id} | record | | affected cause=transition changeSet clientTag code created descr id#=0 ind{creation/deletion/modification/special/state-transition}=modification modTs sessionId severity=info trig=config txId#=0 user=admin
healthInst | health | oper | | chng#=0 cur#=100 maxSev{cleared/critical/info/major/minor/warning}=cleared prev#=100 twScore#=100 updTs
ctrlrInst | controller | config | name nameAlias ownerKey ownerTag |
aaaUserEp | userext | config | descr name nameAlias ownerKey ownerTag pwdStrengthCheck?=yes |
aaaUser | user-{name} | config | accountStatus{active/inactive}=active certAttribute clearPwdHistory? descr email expiration=never expires? firstName lastName nameAlias ownerKey ownerTag phone pwd! pwdLifeTime#=no-password-expire pwdUpdateRequired? | unixUserId#=15374
aaaLoginDomain | logindomain-{name} | config | descr nameAlias ownerKey ownerTag |
commHttps | https | config | accessControlAllowCredential=enabled accessControlAllowOrigins adminSt{enabled/disabled}=enabled cliOnlyMode=disabled clientCertAuthState=disabled descr dhParam=none globalThrottleRate#=10000 globalThrottleSt{enabled/disabled}=disabled globalThrottleUnit=r maxRequestStatusCount#=0 name nameAlias nodeExporter=disabled port#=443 referer serverHeader=enabled sslProtocols=TLSv1.2,TLSv1.3 throttleRate#=2 throttleSt{enabled/disabled}=enabled visoreAccess=enabled | proto=tcp
pkiKeyRing | keyring-{name} | config | cert descr eccCurve=none key! keyType=RSA modulus=mod2048 nameAlias ownerKey ownerTag regen? tp adminState=completed | certValidUntil certificateDecodeInformation creator=USER expState=notSet
snmpCommunityP | community-{name} | config | descr nameAlias |
tagAnnotation | annotationKey-[{key}] | config | value | -annotation -extMngdBy -monPolDn
tagTag | tagKey-{key} | config | value | -annotation -extMngdBy -monPolDn
monEPGPol | monepg-{name} | config | descr nameAlias ownerKey ownerTag |
faultInfo | | abstract:faultInst,faultDelegate | |
fabricAPathEp | | abstract:fabricPathEp | |
l1EthIf | | abstract:l1PhysIf | |
`

export const FABRIC_MONITORING = 'uni/fabric/monfab-default'
