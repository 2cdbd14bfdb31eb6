/** Tenant policy; notation: see parse-class-rows.ts. */
export const TENANT_CLASSES = `
fvTenant | tn-{name} | config | descr nameAlias ownerKey ownerTag |
fvCtx | ctx-{name} | config | bdEnforcedEnable? descr ipDataPlaneLearning{enabled/disabled}=enabled knwMcastAct{permit/deny}=permit nameAlias ownerKey ownerTag pcEnfDir{ingress/egress/mixed}=ingress pcEnfPref{enforced/unenforced}=enforced vrfIndex#=0 | pcEnfDirUpdated?=yes pcTag#=32770 scope#=2818048 seg#=2818048 vrfId#=0
fvBD | BD-{name} | config | OptimizeWanBandwidth? arpFlood? descr enableRogueExceptMac? epClear? epMoveDetectMode hostBasedRouting? intersiteBumTrafficAllow? intersiteL2Stretch? ipLearning?=yes ipv6McastAllow? limitIpLearnToSubnets?=yes llAddr=:: mac=00:22:BD:F8:19:FF mcastARPDrop?=yes mcastAllow? multiDstPktAct{bd-flood/drop/encap-flood}=bd-flood nameAlias ownerKey ownerTag serviceBdRoutingDisable? type{regular/fc}=regular unicastRoute?=yes unkMacUcastAct{proxy/flood}=proxy unkMcastAct{flood/opt-flood}=flood v6unkMcastAct{flood/opt-flood}=flood vmac=not-applicable | bcastP=225.0.0.16 configIssues mtu#=inherit pcTag#=16386 scope#=2818048 seg#=15826915
fvSubnet | subnet-[{ip}] | config | ctrl descr name ipDPLearning{enabled/disabled}=enabled nameAlias preferred? scope=private virtual? |
fvRsCtx | rsctx | named:fvCtx | |
fvRsBDToOut | rsBDToOut-{tnL3extOutName} | named:l3extOut | |
fvAp | ap-{name} | config | descr nameAlias ownerKey ownerTag prio{unspecified/level1/level2/level3/level4/level5/level6}=unspecified |
fvAEPg | epg-{name} | config | descr exceptionTag floodOnEncap{disabled/enabled}=disabled fwdCtrl hasMcastSource? isAttrBasedEPg? matchT{AtleastOne/AtmostOne/All/None}=AtleastOne nameAlias pcEnfPref{unenforced/enforced}=unenforced prefGrMemb{exclude/include}=exclude prio{unspecified/level1/level2/level3/level4/level5/level6}=unspecified shutdown? | configIssues configSt{not-applied/applying/applied/failed-to-apply/temp-failed-to-apply}=applied isSharedSrvMsiteEPg? pcTag#=32771 pcTagAllocSrc{idmanager/esg/mso}=idmanager scope#=2818048 triggerSt{triggerable/not_triggerable}=triggerable txId#=1729382256910270465
fvESg | esg-{name} | config | descr exceptionTag floodOnEncap{disabled/enabled}=disabled matchT{AtleastOne/AtmostOne/All/None}=AtleastOne nameAlias pcEnfPref{unenforced/enforced}=unenforced prefGrMemb{exclude/include}=exclude prio=unspecified shutdown? | configIssues configSt=applied isSharedSrvMsiteEPg? pcTagAllocSrc=idmanager triggerSt=triggerable txId#=0 pcTag#=20 scope#=2818048
fvRsBd | rsbd | named:fvBD | |
fvRsDomAtt | rsdomAtt-[{tDn}] | explicit:infraDomP | apiMode=mgmt bindingType=none classPref=encap customEpgName delimiter encap=unknown encapMode{auto/vlan/vxlan}=auto epgCos=Cos0 epgCosPref{disabled/enabled}=disabled instrImedcy{lazy/immediate}=lazy ipamDhcpOverride=0.0.0.0 ipamEnabled? ipamGateway=0.0.0.0 lagPolicyName netflowDir=both netflowPref{disabled/enabled}=disabled numPorts#=0 portAllocation=none primaryEncap=unknown primaryEncapInner=unknown resImedcy{lazy/immediate/pre-provision}=immediate secondaryEncapInner=unknown switchingMode=native untagged? vnetOnly? | configIssues mode=default triggerSt=triggerable txId#=0
fvRsPathAtt | rspathAtt-[{tDn}] | explicit:fabricPathEp | descr encap=unknown instrImedcy{lazy/immediate}=immediate mode{regular/native/untagged}=regular primaryEncap=unknown | lcC
fvRsCons | rscons-{tnVzBrCPName} | named:vzBrCP | intent{install/estimate_add/estimate_delete}=install prio=unspecified | accessPrivilege=USER ctrctUpd=ctrct deplInfo triggerSt=triggerable updateCollection?
fvRsProv | rsprov-{tnVzBrCPName} | named:vzBrCP | intent{install/estimate_add/estimate_delete}=install matchT{AtleastOne/AtmostOne/All/None}=AtleastOne prio=unspecified | accessPrivilege=USER ctrctUpd=ctrct triggerSt=triggerable updateCollection?
fvRsConsIf | rsconsIf-{tnVzCPIfName} | named:vzCPIf | prio=unspecified | deplInfo updateCollection?
fvRsNodeAtt | rsnodeAtt-[{tDn}] | explicit:fabricNode | descr encap=unknown instrImedcy{lazy/immediate}=lazy mode{regular/native/untagged}=regular | lcC
fvRtBd | rtbd-[{tDn}] | back:fvAEPg | |
fvRtCtx | rtctx-[{tDn}] | back:fvBD | |
fvRtEctx | rtl3extEctx-[{tDn}] | back:l3extOut | |
fvCEp | cep-{name} | config | id#=0 nameAlias | baseEpgDn bdDn contName contextDn encap=unknown esgUsegDn fabricPathDn fabricPathId hostingServer idepdn ip=0.0.0.0 lcC=learned mac mcastAddr=not-applicable reportingControllerName uuid vmmDn vmmSrc vrfDn
fvIp | ip-[{addr}] | config | | baseEpgDn bdDn createTs debugMACMessage esgUsegDn fabricPathDn fabricPathId flags vrfDn
fvRsCEpToPathEp | rscEpToPathEp-[{tDn}] | pointer:fabricPathEp | | lcC=learned
fvIfConn | conn-[{encap}]-[{addr}] | oper | | bdDn ctrlKnob lcC mode=regular operSt=up
fvStCEp | stcep-{mac}-type-{type} | config | encap=unknown id#=0 ip=0.0.0.0 name nameAlias |
vzBrCP | brc-{name} | config | descr intent{install/estimate_add/estimate_delete}=install nameAlias ownerKey ownerTag prio=unspecified scope{application-profile/context/global/tenant}=context targetDscp=unspecified | configIssues reevaluateAll?
vzSubj | subj-{name} | config | consMatchT{AtleastOne/AtmostOne/All/None}=AtleastOne descr nameAlias prio=unspecified provMatchT{AtleastOne/AtmostOne/All/None}=AtleastOne revFltPorts?=yes targetDscp=unspecified |
vzRsSubjFiltAtt | rssubjFiltAtt-{tnVzFilterName} | named:vzFilter | action{permit/deny}=permit directives priorityOverride=default |
vzFilter | flt-{name} | config | descr nameAlias ownerKey ownerTag | fwdId#=16 id=implicit revId#=16 txId#=0 usesIds?=yes
vzEntry | e-{name} | config | applyToFrag? arpOpc=unspecified dFromPort=unspecified dToPort=unspecified descr etherT=ip icmpv4T=unspecified icmpv6T=unspecified matchDscp=unspecified nameAlias prot=tcp sFromPort=unspecified sToPort=unspecified stateful? tcpRules |
vzCPIf | cif-{name} | config | descr nameAlias ownerKey ownerTag |
vzAny | any | config | descr matchT=AtleastOne name nameAlias prefGrMemb{disabled/enabled}=disabled | configSt=applied pcTag#=0 txId#=0 useAnyDef?=yes
vzRsAnyToCons | rsanyToCons-{tnVzBrCPName} | named:vzBrCP | intent{install/estimate_add/estimate_delete}=install prio=unspecified | deplInfo updateCollection?
vzRsAnyToProv | rsanyToProv-{tnVzBrCPName} | named:vzBrCP | intent{install/estimate_add/estimate_delete}=install matchT{AtleastOne/AtmostOne/All/None}=AtleastOne prio=unspecified | updateCollection?
vzRtCons | rtfvCons-[{tDn}] | back:fvAEPg | |
vzRtProv | rtfvProv-[{tDn}] | back:fvAEPg | |
vzRtSubjFiltAtt | rtsubjFiltAtt-[{tDn}] | back:vzSubj | |
l3extOut | out-{name} | config | descr enforceRtctrl=export mplsEnabled? nameAlias ownerKey ownerTag targetDscp=unspecified | consolidateHnl?
l3extRsEctx | rsectx | named:fvCtx | |
l3extRsL3DomAtt | rsl3DomAtt | explicit:extnwDomP | |
l3extInstP | instP-{name} | config | descr exceptionTag floodOnEncap{disabled/enabled}=disabled matchT{AtleastOne/AtmostOne/All/None}=AtleastOne nameAlias pcEnfPref{unenforced/enforced}=unenforced prefGrMemb{exclude/include}=exclude prio=unspecified targetDscp=unspecified | configIssues configSt=applied isSharedSrvMsiteEPg? mcast? pcTag#=32772 pcTagAllocSrc=idmanager scope#=2818048 triggerSt=triggerable txId#=0
l3extSubnet | extsubnet-[{ip}] | config | aggregate descr name nameAlias scope=import-security |
l3extLNodeP | lnodep-{name} | config | descr nameAlias ownerKey ownerTag tag=yellow-green targetDscp=unspecified | configIssues
l3extRsNodeL3OutAtt | rsnodeL3OutAtt-[{tDn}] | explicit:fabricNode | rtrId=0.0.0.0 rtrIdLoopBack?=yes | configIssues
l3extLoopBackIfP | lbp-[{addr}] | config | addr descr name nameAlias |
l3extLIfP | lifp-{name} | config | descr nameAlias ownerKey ownerTag prio=unspecified tag=yellow-green |
l3extRsPathL3OutAtt | rspathL3OutAtt-[{tDn}] | explicit:fabricPathEp | addr=0.0.0.0 autostate{disabled/enabled}=disabled descr encap=unknown encapScope=local ifInstT{unspecified/l3-port/sub-interface/ext-svi}=l3-port ipv6Dad{enabled/disabled}=enabled isMultiPodDirect? llAddr=:: mac=00:22:BD:F8:19:FF mode{regular/native/untagged}=regular mtu#=inherit targetDscp=unspecified |
l3extMember | mem-{side} | config | addr=0.0.0.0 descr ipv6Dad=enabled llAddr=:: name nameAlias |
ipRouteP | rt-[{ip}] | config | aggregate? descr fromPfxLen#=0 name nameAlias pref#=1 rtCtrl toPfxLen#=0 | type=rt-static
ipNexthopP | nh-[{nhAddr}] | config | descr name nameAlias pref#=unspecified type=prefix |
bgpExtP | bgpExtP | config | descr nameAlias |
ospfExtP | ospfExtP | config | areaCost#=1 areaCtrl areaId=backbone areaType{regular/stub/nssa}=regular descr multipodInternal? nameAlias |
bgpPeerP | peerP-[{addr}] | config | addrTCtrl=af-ucast adminSt{enabled/disabled}=enabled allowedSelfAsCnt#=3 ctrl ctrlExt descr name nameAlias password! peerCtrl privateASctrl ttl#=1 weight#=0 |
fvEPg | | abstract:fvAEPg,fvESg,l3extInstP | |
fvETEp | | abstract:fvCEp | |
`

export const TENANT_MONITORING = 'uni/tn-common/monepg-default'
