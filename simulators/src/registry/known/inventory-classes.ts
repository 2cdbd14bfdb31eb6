/** Fabric policies and hardware. Notation: see `parseTable`. */
export const INVENTORY_CLASSES = `
eqpt:Ch | Chassis | ch | top:System | | oper fault delegate | ; id#=1 model operSt{online/offline}=online rev=0 role=leaf ser vendor | The case of a switch or controller.
eqpt:Fan | Equipment Fan | fan-{id} | eqpt:Ft | | oper fault delegate | | One fan of a fan tray.
eqpt:Ft | Fan Tray | ft | eqpt:FtSlot | | oper fault delegate | ; model operSt{fail/ok/removed/unknown}=ok ser | A tray of fans.
eqpt:FtSlot | Fan Tray Slot | ftslot-{id} | eqpt:Ch | | oper fault delegate | | A slot for a fan tray.
eqpt:LC | Line Module | lc | eqpt:LCSlot | | oper fault delegate | ; model operSt=online ser | A line card.
eqpt:LCSlot | Line Module Slot | lcslot-{id} | eqpt:Ch | | oper fault delegate | | A slot for a line card.
eqpt:Psu | Power Supply Unit | psu | eqpt:PsuSlot | | oper fault delegate | ; model operSt{fail/on/shut/unknown}=on ser | A power supply.
eqpt:PsuSlot | Power Supply Slot | psuslot-{id} | eqpt:Ch | | oper fault delegate | | A slot for a power supply.
eqpt:Sensor | Equipment Sensor | sensor-{id} | eqpt:SupC,eqpt:LC,eqpt:Psu | | oper fault delegate | | A sensor for heat, current or voltage.
eqpt:Storage | Storage Equipment | p-[{mount}]-f-[{fileSystem}] | eqpt:Ch | | oper fault delegate | | A file system of a node.
eqpt:SupC | Supervisor Module | sup | eqpt:SupCSlot | | oper fault delegate | ; model operSt=online rdSt{active/standby/unknown}=active ser | A supervisor card.
eqpt:SupCSlot | Supervisor Slot | supslot-{id} | eqpt:Ch | | oper fault delegate | | A slot for a supervisor card.
eqptcapacity:Entity | Equipment Capacity Entity | eqptcapacity | top:System | | oper fault delegate | | How full the tables of a switch are.
ethpm:AggrIf | Aggregated Interface | aggrif | pc:AggrIf | | oper fault delegate | | State of a port channel.
ethpm:Fcot | Fcot | fcot | ethpm:PhysIf | | oper fault delegate | ; actualType state{inserted/removed}=removed type{qsfp/sfp/unknown}=unknown typeName | The transceiver in a port.
ethpm:PhysIf | Physical Interface Runtime State (ethpm) | phys | l1:PhysIf | | oper fault delegate | ; accessVlan=unknown allowedVlans backplaneMac=0C:75:BD:00:01:01 bundleBupId#=1 bundleIndex=unspecified cfgAccessVlan=unknown cfgNativeVlan=unknown currErrIndex#=4294967295 diags=none encap#=3 errDisTimerRunning? errVlanStatusHt#=0 errVlans hwBdId#=0 hwResourceId#=0 intfT=phy iod#=5 lastErrors=0 lastLinkStChg nativeVlan=unknown numOfSI#=0 operBitset operDceMode=edge operDuplex{auto/full/half}=full operEEERxWkTime#=0 operEEEState=not-applicable operEEETxWkTime#=0 operErrDisQual=none operFecMode=disable-fec operFlowCtrl#=0 operMdix=auto operMode=trunk operModeDetail=unknown operPhyEnSt{up/down/unknown}=up operRouterMac=0C:75:BD:00:01:01 operSpeed=10G operSt{up/down/link-up/unknown}=up operStQual{none/admin-down/link-failure/sfp-missing/err-disabled/unknown}=none operStQualCode#=0 operVlans osSum=ok portCfgWaitFlags#=0 primaryVlan=unknown resetCtr#=0 txT=unknown usage=discovery userCfgdFlags vdcId#=1 | State of a physical port: speed, link and reason when down.
ethpm:PortCap | Port Capability | portcap | l1:PhysIf | | oper fault delegate | | What a port can do.
fabric:ExplicitGEp | VPC Explicit Protection Group | expgep-{name} | fabric:ProtPol | naming:NamedObject | config fault | id#=0 | Two leaf switches that form a vPC pair.
fabric:ExtPathEpCont | Extended Fabric Path Ep Container | extpaths-{extChId} | fabric:PathEpCont,fabric:ProtPathEpCont | | oper fault delegate | | Holds the paths of a fabric extender.
fabric:FuncP | Function Profile | funcprof | fabric:Inst | naming:NamedObject | config | | Holds policy groups of the fabric.
fabric:HIfPol | Link Level Policy | hintfpol-{name} | infra:Infra | fabric:IntfPol | config health delegate | autoNeg{off/on/on-enforce}=on dfeDelayMs#=0 emiRetrain{disable/enable}=disable fecMode{auto-fec/cl74-fc-fec/cl91-rs-fec/cons16-rs-fec/disable-fec/ieee-rs-fec/inherit/kp-fec}=inherit linkDebounce#=100 portPhyMediaType{auto/sfp-10g-tx}=auto speed{100G/100M/10G/1G/2.5G/200G/25G/400G}=inherit ; creator{SYSTEM/USER}=USER | Speed, negotiation and link timers of interfaces.
fabric:HealthTotal | | health | fabric:Topology,fabric:Pod | | oper fault delegate | | The health of fabric, pod or nodes as a whole.
fabric:Inst | Fabric Instance | fabric | pol:Uni | naming:NamedObject | config fault | | Holds the fabric policies.
fabric:LePortP | Leaf Fabric Interface Profile | leportp-{name} | fabric:Inst | naming:NamedObject | config | | Fabric ports of leaf switches.
fabric:LeafP | Leaf Switch Profile | leprof-{name} | fabric:Inst | naming:NamedObject | config | | Leaf switches with common fabric settings.
fabric:LeafS | Switch Association | leaves-{name}-typ-{type} | fabric:LeafP | naming:NamedObject | config | | Selects leaf switches for fabric settings.
fabric:Link | Fabric Link | lnk-{n1}-{s1}-{p1}-to-{n2}-{s2}-{p2} | fabric:LinkCont | | oper fault delegate | ; linkState=ok n1#=0 n2#=0 operSt{up/down}=up p1#=0 p2#=0 s1#=1 s2#=1 wiringIssues | A cable between two switches.
fabric:LinkCont | Container of Fabric Links | lnkcnt-{n} | fabric:Topology,fabric:Pod | | oper fault delegate | | Holds cables between switches.
fabric:Node | Fabric Node | node-{id} | fabric:Pod | | config fault | ; adSt{on/off}=on address=10.0.0.1 apicType=apic delayedHeartbeat? fabricSt{active/commissioned/disabled/discovering/inactive/undiscovered/unknown/unsupported}=active id#=0 lastStateModTs model name nodeType=unspecified role{controller/leaf/spine/unspecified}=leaf serial vendor version | A switch or controller of the fabric.
fabric:NodeBlk | Node Block | nodeblk-{name} | fabric:LeafS,fabric:SpineS,firmware:FwGrp,maint:MaintGrp | naming:NamedObject | config | from_ to_ | A range of node ids.
fabric:NodeIdentP | Fabric Node Member | nodep-{serial} | fabric:NodeIdentPol | naming:NamedObject | config fault | extPoolId fabricId nodeId nodeType podId role | Gives the switch with a serial number its id, name and role.
fabric:NodeIdentPol | Fabric Membership Policy | nodeidentpol | ctrlr:Inst | naming:NamedObject | config | | Holds the nodes that belong to the fabric.
fabric:NodePEp | Node Policy End Point | nodepep-{id} | fabric:ExplicitGEp | naming:NamedObject | config fault | podId#=1 ; peerIp=0.0.0.0 | A member of a vPC pair.
fabric:PathEp | Fabric Path End-point | pathep-[{name}] | fabric:PathEpCont,fabric:ProtPathEpCont,fabric:ExtPathEpCont | | oper fault delegate | ; lagT{link/node/not-aggregated}=not-aggregated lagUsage pathT{leaf/orphan/remote/ungrouped}=leaf | A port, port channel or vPC that endpoints hang at.
fabric:PathEpCont | Fabric Path End-point Container | paths-{nodeId} | fabric:Pod | | oper fault delegate | ; nodeId#=0 | Holds the paths of one switch.
fabric:Pod | Fabric Pod | pod-{id} | fabric:Topology | | oper fault delegate | ; dhcpAllocSt=assigned id#=1 lastStateModTs podType=physical | A spine and leaf network that is managed as one.
fabric:PodBlk | Pod Block | podblk-{name} | fabric:PodS | naming:NamedObject | config | from_ to_ | A range of pod ids.
fabric:PodP | Pod Profile | podprof-{name} | fabric:Inst | naming:NamedObject | config | | Pods that are configured together.
fabric:PodPGrp | Pod Policy Group | podpgrp-{name} | fabric:FuncP | naming:NamedObject | config | | Settings of pods.
fabric:PodS | Pod Selector | pods-{name}-typ-{type} | fabric:PodP | naming:NamedObject | config | | Selects pods.
fabric:ProtPathEpCont | Fabric Protected Path End-point Container | protpaths-{nodeAId}-{nodeBId} | fabric:Pod | | oper fault delegate | ; nodeAId#=0 nodeBId#=0 | Holds the vPC paths of two switches.
fabric:ProtPol | Virtual Port Channel Security Policy | protpol | fabric:Inst | naming:NamedObject | config | pairT{explicit/consecutive/reciprocal}=explicit | How vPC pairs are found.
fabric:SpineP | Spine Switch Profile | spprof-{name} | fabric:Inst | naming:NamedObject | config | | Spine switches with common fabric settings.
fabric:SpineS | Spine Selector | spines-{name}-typ-{type} | fabric:SpineP | naming:NamedObject | config | | Selects spine switches for fabric settings.
fabric:Topology | Fabric Topology | topology | top:Root | | oper fault delegate root | ; localPodId#=1 | Holds pods, nodes and links.
firmware:CtrlrFwStatusCont | Fw Status Container | ctrlrfwstatuscont | top:System | | oper fault delegate | | Holds the firmware state of a controller.
firmware:CtrlrRunning | Running Status | ctrlrrunning | firmware:CtrlrFwStatusCont | | oper fault delegate | ; internalLabel mode=normal type=controller version | The release a controller runs.
firmware:FwGrp | Firmware Group | fwgrp-{name} | fabric:Inst | naming:NamedObject | config | type | Nodes that run the same release.
firmware:FwP | Firmware Policy | fwpol-{name} | fabric:Inst | naming:NamedObject | config | effectiveOnReboot ignoreCompat internalLabel srUpgrade srVersion version versionCheckOverride | A release nodes shall run.
firmware:FwStatusCont | Fw Status Container | fwstatuscont | top:System | | oper fault delegate | | Holds the firmware state of a switch.
firmware:Running | Running Status | running | firmware:FwStatusCont | | oper fault delegate | ; biosVer internalLabel ksFile mode=normal peVer tsFile type=switch version | The release a switch runs.
l1:PhysIf | Layer 1 Physical Interface Configuration | phys-[{id}] | top:System | | oper fault delegate | ; accessTlvSt=unknown adminSt{up/down}=up autoNeg{on/off/on-enforce}=on brkoutMap=none bw#=0 delay#=1 descr dot1qEtherType=0x8100 ethpmCfgFailedBmp fcotChannelNumber=Channel32 fecMode=inherit id inhBw#=unspecified isReflectiveRelayCfgSupported=Supported lagId#=0 layer{Layer2/Layer3}=Layer2 linkDebounce#=100 linkFlapErrorMax#=30 linkLog=default mdix=auto medium=broadcast mode=trunk mtu#=9000 pathSDescr portPhyMediaType=auto portT=leaf prioFlowCtrl=auto routerMac=not-applicable snmpTrapSt=enable spanMode=not-a-span-dest speed=inherit speedLinkFlapTs switchingSt=disabled trunkLog=default usage=discovery userCfgdFlags | A physical port with its configuration.
mgmt:ExtMgmtEntity | External Entities | extmgmt-{name} | fv:Tenant | naming:NamedObject | config | | Networks that manage the fabric from outside.
mgmt:Grp | Managed Node Connectivity Group | grp-{name} | infra:FuncP | naming:NamedObject | config | | How managed nodes are connected.
mgmt:InB | In-Band Management EPg | inb-{name} | mgmt:MgmtP | fv:CEPg | config fault | encap exceptionTag floodOnEncap matchT prefGrMemb prio | In-band management endpoints.
mgmt:InstP | External Management Network Instance Profile | instp-{name} | mgmt:ExtMgmtEntity | fv:ATg | config fault health delegate | prio{level1/level2/level3/level4/level5/level6/unspecified}=unspecified ; configIssues[allow-useg-inconsistent/bd-id-not-allocated/bd-not-present/context-id-not-allocated/context-not-present/dynamic-port-binding-deprecated/encap-assignment/esg-association-contract-inheritance-present]=none configSt{applied/applying/failed-to-apply/not-applied/temp-failed-to-apply}=not-applied pcTag# pcTagAllocSrc{esg/idmanager/mso}=idmanager scope#=0 | Outside management networks that are treated alike.
mgmt:MgmtIf | Management Interface | mgmt-[{id}] | top:System | | oper fault delegate | | The management port of a node.
mgmt:MgmtP | Management Profile | mgmtp-{name} | fv:Tenant | naming:NamedObject | config | | Holds in-band and out-of-band management.
mgmt:NodeGrp | Node Management Address | mgmtnodegrp-{name} | infra:Infra | naming:NamedObject | config | type | Nodes with management addresses.
mgmt:OoB | Out-Of-Band Management EPg | oob-{name} | mgmt:MgmtP | naming:NamedObject | config fault | prio | Out-of-band management endpoints.
mgmt:RsInBStNode | Inband Static Node | rsinBStNode-[{tDn}] | mgmt:InB | reln:To | explicit n-to-m mgmt:InB>fabric:Node fabric:RtInBStNode | addr configurationMode gw v6Addr v6Gw | Points to one Fabric Node for the In-Band Management EPg.
mgmt:RsMgmtBD | Bridge Domain | rsmgmtBD | mgmt:InB | reln:To | named n-to-1 mgmt:InB>fv:BD fv:RtMgmtBD fault | tnFvBDName | Names the Bridge Domain of the In-Band Management EPg.
mgmt:RsOoBCons | Out-Of-Band Contract | rsooBCons-{tnVzOOBBrCPName} | mgmt:InstP | pol:NToRef | named n-to-m mgmt:InstP>vz:OOBBrCP vz:RtOoBCons fault health | prio{level1/level2/level3/level4/level5/level6/unspecified}=unspecified ; deplInfo[No_Matching_Provider/No_Subjects/None/Not_Associated_To_Context/PCTag_Not_Allocated] triggerSt{not_triggerable/triggerable}=not_triggerable | Names one Out-Of-Band Contract for the External Management Network Instance Profile.
mgmt:RsOoBStNode | Out-of-band Static Node | rsooBStNode-[{tDn}] | mgmt:OoB | reln:To | explicit n-to-m mgmt:OoB>fabric:Node fabric:RtOoBStNode | addr configurationMode gw v6Addr v6Gw | Points to one Fabric Node for the Out-Of-Band Management EPg.
pc:AggrIf | Aggregated Interface | aggr-[{id}] | top:System | | oper fault delegate | ; activePorts#=0 adminSt{up/down}=up autoNeg=on bw#=0 id lastBundleMbr layer=Layer2 maxActive#=16 maxLinks#=16 mode=trunk mtu#=9000 name operChannelMode=active pcId#=0 pcMode=active portT=leaf speed=inherit usage=discovery | A port channel of a switch.
pc:RsMbrIfs | Layer 1 Physical Interface Configuration | rsmbrIfs-[{tDn}] | pc:AggrIf | reln:To | explicit n-to-m pc:AggrIf>l1:PhysIf l1:RtMbrIfs | | Points to one Layer 1 Physical Interface Configuration for the Aggregated Interface.
proc:Entity | Process Entity | proc | top:System | | oper fault delegate | | Processes of a node.
rmon:EtherStats | Ethernet Stats | dbgEtherStats | l1:PhysIf,pc:AggrIf | | oper fault delegate | ; cRCAlignErrors#=0 clearTs=never | Ethernet counters of an interface.
rmon:IfIn | Interface Input Counters | dbgIfIn | l1:PhysIf,pc:AggrIf | | oper fault delegate | ; broadcastPkts#=0 clearTs=never discards#=0 errors#=0 multicastPkts#=0 noBuffer#=0 nUcastPkts#=0 octets#=0 octetRate#=0.000000 packetRate#=0.000000 ucastPkts#=0 unknownEtype#=0 unknownProtos#=0 | Counters of what an interface received.
rmon:IfOut | Interface Output Counters | dbgIfOut | l1:PhysIf,pc:AggrIf | | oper fault delegate | ; broadcastPkts#=0 clearTs=never discards#=0 errors#=0 multicastPkts#=0 nUcastPkts#=0 octets#=0 octetRate#=0.000000 packetRate#=0.000000 qlen#=0 ucastPkts#=0 | Counters of what an interface sent.
svi:If | Routed Vlan Interface | svi-[{id}] | top:System | | oper fault delegate | | A routed interface of a VLAN.
tunnel:If | Tunnel Interface | tunnel-[{id}] | top:System | | oper fault delegate | | A tunnel to another node.
vpc:Dom | vPC Domain | dom-{id} | vpc:Inst | | oper fault delegate | ; dualActiveSt?=no peerSt{down/up}=up | A vPC domain of a switch.
vpc:Entity | VPC Entity | vpc | top:System | | oper fault delegate | | vPC on a switch.
vpc:If | vPC Interface | if-{id} | vpc:Dom | | oper fault delegate | ; localOperSt{down/up}=up name remoteOperSt{down/up}=up suspVlans | A vPC interface of a switch.
vpc:Inst | VPC Instance | inst | vpc:Entity | | oper fault delegate | | The vPC process of a switch.
`
