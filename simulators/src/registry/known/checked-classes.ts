/** What a fabric reports about itself and only checks of it read. Notation: see `parseTable`. */
export const CHECKED_CLASSES = `
action:Cont | Actions | action | top:Root | | oper | | Holds tasks of the controllers.
ap:PluginContr | Plugin Container | pluginContr | top:Root | | oper | | Holds the apps of the controllers.
ap:Plugin | Information about APIC app | plugin-{appCtxRoot} | ap:PluginContr | | oper fault delegate | ; name pluginSt{active/inactive}=inactive version | An app of the controllers.
ap:PluginPolContr | Plugin Policy Container | pluginPolContr | top:Root | | oper | | Holds policies of apps.
ap:ContainerPol | Global plugin policies | ContainerPol | ap:PluginPolContr | naming:NamedObject | config | containerBip=172.17.0.1/16 | The network in which apps run.
bgp:RtTargetP | Route Target Profile | rtp-{af} | fv:Ctx | naming:NamedObject | config | | Route targets of a VRF, for one kind of address.
bgp:RtTarget | Route Target | rt-[{rt}]-{type} | bgp:RtTargetP | naming:NamedObject | config | | A route target that a VRF imports or exports.
cloudsec:IfPol | Cloudsec Interface Policy | cloudsecifp-{name} | fv:Tenant | naming:NamedObject | config | | How traffic between sites is encrypted.
cloudsec:PreSharedKey | Cloudsec Pre-Shared Key | psk-{index} | cloudsec:IfPol | naming:NamedObject | config | | A key for traffic between sites.
comm:Cipher | HTTP SSL Cipher Configuration | cph-{id} | comm:Https | naming:NamedObject | config | state{disabled/enabled}=enabled | A cipher of the web server.
comm:Http | HTTP Service | http | comm:Pol | comm:Web | config delegate | adminSt{disabled/enabled}=disabled port#=80 | The web server without encryption.
compat:Cat | Compatibility Catalog | compcat-{name} | fabric:Inst | naming:NamedObject | oper | | What works with what.
compat:SwitchHw | Switch Hardware Model | swhw-{name} | compat:Cat | | oper | ; suppBit=32 | A model of switch.
config:BackupStatusCont | Backup Status Container | backupst | pol:Uni | | oper | | Holds the jobs of backups.
config:JobCont | Job Container | jobs-[{pDn}] | config:BackupStatusCont | | oper | | Jobs of one policy.
config:Job | Job Instance | run-{name} | config:JobCont | | oper fault delegate | ; fileName lastStepTime@date operSt{failed/notstarted/running/success}=notstarted type{export/import}=export | One run of a backup.
configpush:Cont | Configuration Push Container | configpush | top:Root | | oper | | What still has to be pushed.
configpush:ShardCont | Configuration of a Shard | sh-{shard} | configpush:Cont | | oper | ; headTx#=0 tailTx#=0 | What a shard still has to push.
datetime:ClkPol | Date Time Policy | time | top:System | | oper fault delegate | ; adminSt srvStatus=unknown | The clock of a switch.
datetime:Ntpq | Ntp Concrete Details | ntpq-{remote} | top:System | | oper | ; delay offset stratum#=2 tally | A time server as a controller sees it.
dbg:AcPath | Atomic Counter for a Path | path-{srcNodeId}-to-{dstNodeId} | top:System | | oper | | Counts packets between two nodes.
dbgac:EpgSummaryTask | EPG Summary Task | dbgacEpgSummaryTask-{id} | action:Cont | | oper | ; operSt=success startTs@date | A task that sums up atomic counters.
ep:IpAgingP | IP Aging Policy | ipAgingP-{name} | infra:Infra | naming:NamedObject | config | adminSt{disabled/enabled}=disabled | Whether addresses of endpoints age on their own.
eqpt:ExtCh | FEX | extch-{id} | eqpt:Ch | | oper fault delegate | ; model operSt=online ser | A fabric extender.
eqpt:FCSlot | Fabric Module Slot | fcslot-{id} | eqpt:Ch | | oper fault delegate | | A slot for a fabric module.
eqpt:FC | Fabric Module | fc | eqpt:FCSlot | | oper fault delegate | ; model operSt=online ser | A fabric module of a modular switch.
eqpt:PortP | Port Policy | portpol-{id} | eqpt:LC | naming:NamedObject | oper | ; ctrl | Whether a port is an uplink.
eqpt:SpBlk | Sprom Block | spblk | eqpt:SupC,eqpt:LC | | oper | | What the maker wrote into a part.
eqpt:SpCmnBlk | Sprom Common Block | spcmn | eqpt:SpBlk | | oper | ; prtNum serNum | The number of a part.
eqptcapacity:FSPartition | File System Partition | fspartition-{name} | eqptcapacity:Entity | | oper fault delegate | ; avail#=0 memAlert=normal path used#=0 | How full a file system is.
eqptcapacity:L2TotalUsage5min | Total MAC entries in 5 minutes | CDeqptcapacityL2TotalUsage5min | eqptcapacity:Entity | | statistic | ; totalEpCapLast#=0 totalEpLast#=0 | How many MAC addresses a switch holds.
eqptcapacity:McastUsage5min | Multicast entries in 5 minutes | CDeqptcapacityMcastUsage5min | eqptcapacity:Entity | | statistic | ; localEpBase#=0 localEpCapBase#=0 localEpCapCum#=0 localEpCum#=0 | How many multicast groups a switch holds.
eqptcapacity:PGLabelUsage5min | Labels in 5 minutes | CDeqptcapacityPGLabelUsage5min | eqptcapacity:Entity | | statistic | ; pgLblCapBase#=0 pgLblCapCum#=0 pgLblUsageBase#=0 pgLblUsageCum#=0 | How many labels a switch holds.
eqptcapacity:PolUsage5min | Policy entries in 5 minutes | CDeqptcapacityPolUsage5min | eqptcapacity:Entity | | statistic | ; polUsageBase#=0 polUsageCapBase#=0 polUsageCapCum#=0 polUsageCum#=0 | How many rules a switch holds.
ethpm:DOMStats | DOM Statistics | domstats | ethpm:PhysIf | | oper fault delegate | | What a transceiver measures.
ethpm:DOMCurrentStats | Current | current | ethpm:DOMStats | | oper fault delegate | ; alert=none hiAlarm@float hiWarn@float loAlarm@float loWarn@float value@float | The current of a laser.
ethpm:DOMRxPwrStats | Optical RX Power | rxpower | ethpm:DOMStats | | oper fault delegate | ; alert=none hiAlarm@float hiWarn@float loAlarm@float loWarn@float value@float | Light that a port receives.
ethpm:DOMTempStats | Temperature | temperature | ethpm:DOMStats | | oper fault delegate | ; alert=none hiAlarm@float hiWarn@float loAlarm@float loWarn@float value@float | The heat of a transceiver.
ethpm:DOMTxPwrStats | Optical TX Power | txpower | ethpm:DOMStats | | oper fault delegate | ; alert=none hiAlarm@float hiWarn@float loAlarm@float loWarn@float value@float | Light that a port sends.
ethpm:DOMVoltStats | Voltage | voltage | ethpm:DOMStats | | oper fault delegate | ; alert=none hiAlarm@float hiWarn@float loAlarm@float loWarn@float value@float | The voltage of a transceiver.
fabric:OOServicePol | Out-of-Service Policy | outofsvc | fabric:Inst | naming:NamedObject | config | | What is out of service.
fabric:RsDecommissionNode | Decommission Node | rsdecommissionNode-[{tDn}] | fabric:OOServicePol | reln:To | explicit n-to-m fabric:OOServicePol>fabric:Node fabric:RtDecommissionNode | debug?=no removeFromController?=no ; targetId#=0 | Takes a node out of service.
fabric:RsOosPath | Out of Service Fabric Path | rsoosPath-[{tDn}] | fabric:OOServicePol | reln:To | explicit n-to-m fabric:OOServicePol>fabric:PathEp fabric:RtOosPath | lc | Takes a port out of service.
fabric:SetupPol | Fabric Setup Policy | setuppol | ctrlr:Inst | naming:NamedObject | config | | Holds the pods.
fabric:SetupP | Fabric Setup Policy for a POD | setupp-{podId} | fabric:SetupPol | naming:NamedObject | config | tepPool | A pod and its addresses.
fc:Entity | Entity Object | fc | top:System | | oper fault delegate | | Fibre Channel on a switch.
firmware:Repo | Firmware Repository | fwrepo | top:Root | | oper | | Images on the controllers.
firmware:Firmware | Firmware | fw-{name} | firmware:Repo | | oper fault delegate | ; bitInfo=NA checksum description fullVersion isoname type{catalog/controller/switch}=switch version | An image.
firmware:RepoP | Firmware repository profile | fwrepop | fabric:Inst | naming:NamedObject | config | defaultSwitchVersion enforceBootscriptVersionValidation?=no | What new switches run.
fv:RtEPpInfoToBD | Service VDev EPP Information | rtvnsEPpInfoToBD-[{tDn}] | fv:BD | | oper | ; tCl tDn@dn | A service device that uses a bridge domain.
fv:SiteConnP | Intersite Anycast DTEP IP for a POD | siteConnP-{id} | fv:FabricExtConnP | naming:NamedObject | config | | A connection to another site.
fv:SlaDef | IP SLA Monitoring Policy Def Mo | slaDefPol-{name} | pol:Uni | naming:NamedObject | oper | | A policy of IP SLA as switches get it.
infra:AssocEncapInstDef | Assocociated stpEncapInstDef | assocencap-[{tDn}] | infra:AccPortGrp | | oper | ; tDn@dn | VLANs of a policy group.
infra:ImplicitSetPol | Implicit Fabric-Wide Settings Policy | implicitSettings-[{infraDn}] | pol:Uni | | oper | | Settings as switches get them.
infra:RsConnectivityProfile | Relation to Access Policy Group | rsconnectivityProfile | infra:AccPortP | | oper | ; tCl tDn@dn | What a port of a switch uses.
infra:RsConnectivityProfileOpt | Relation to Access Policy Group Optimized | rsconnectivityProfileOpt | infra:AccPortP | | oper | ; tCl tDn@dn | The same in its newer form.
infra:RsToEncapInstDef | Spanning Tree Encap NameSpace | rstoEncapInstDef-[{tDn}] | infra:AccPortGrp | | oper | ; tCl | Names VLANs.
infra:RsToImplicitSetPol | To ImplicitSetPol | rstoImplicitSetPol | infra:NodeP | | oper | ; tCl tDn@dn | Names the settings of a switch.
infra:RsToInterfacePolProfile | Leaf Interface Profile | rstoInterfacePolProfile-[{tDn}] | infra:NodeP | | oper | ; tCl | Names the profile of an interface.
infra:RsToInterfacePolProfileOpt | Leaf Interface Profile | rstoInterfacePolProfileOpt-[{tDn}] | infra:NodeP | | oper | ; tCl | The same in its newer form.
infra:SnNode | Serial Number of Cluster Element | serial-{id} | infra:Cont | | oper fault | ; cntrlSbstState=approved mbSn oobIpAddr | A standby controller.
infrazone:ZoneP | Infrastructure Zone Policy | zonep-{name} | infra:Infra | naming:NamedObject | config | | Holds zones.
infrazone:Zone | Infrastructure Zone | zone-{name} | infrazone:ZoneP | naming:NamedObject | config | deplMode{disabled/enabled/triggered}=enabled | Nodes whose configuration can be held back.
l3ext:GlobalCtxName | Global VRF Name | globalctxname | fv:Ctx | naming:NamedObject | config | | The name of a VRF outside of the fabric.
l3ext:RsSubnetToProfile | Route Control Profile | rssubnetToProfile-[{tnRtctrlProfileName}]-{direction} | l3ext:Subnet | pol:NToRef | named n-to-m l3ext:Subnet>rtctrl:Profile rtctrl:RtSubnetToProfile | | Names the Route Control Profile of the Subnet.
l3ext:VirtualLIfP | Logical Interface Profile | vlifp-[{nodeDn}]-[{encap}] | l3ext:LIfP | naming:NamedObject | config | addr ifInstT mtu=inherit | An interface that follows a virtual router.
lbp:Pol | Load Balance Policy | lbp-{name} | fabric:Inst | naming:NamedObject | config | dlbMode hashGtp?=no mode pri{off/on}=off | How traffic is spread over links.
lldp:CtrlrAdjEp | Controller Adjacency | ctrlradj | lldp:If | | oper fault delegate | ; id#=0 infraVlan verified?=yes | The controller behind a port.
maint:UpgJob | Maintenance Upgrade Job for a Node | upgjob | firmware:FwStatusCont | | oper fault delegate | ; desiredVersion dnldPercent#=0 dnldStatus=notscheduled upgradeStatus=notscheduled | The upgrade of a switch.
mgmt:RsOoBProv | Out-Of-Band Contract | rsooBProv-{tnVzOOBBrCPName} | mgmt:OoB | pol:NToRef | named n-to-m mgmt:OoB>vz:OOBBrCP vz:RtOoBProv | prio | Names an Out-Of-Band Contract that the EPG provides.
mgmt:Subnet | External Subnet | subnet-[{ip}] | mgmt:InstP | naming:NamedObject | config | | A network that may manage the fabric.
pki:ExportEncryptionKey | AES Encryption Passphrase and Keys for Config Export (and Import) | exportcryptkey | pol:Uni | naming:NamedObject | config | passphrase! strongEncryptionEnabled?=no ; keyConfigured?=no | Encrypts secrets in backups.
pres:Listener | Listener | list-[{lstDn}] | pol:Uni | | oper | | Who hears of changes.
proc:Sys | System Process Information | procsys | top:System | | oper | | Processes and memory of a node.
proc:MemUsage | System Process Memory | memusage-{id} | proc:Sys | | oper | ; Free#=0 Total#=0 Used#=0 | The memory of a node.
qos:Cong | QOS Congestion Policy | cong | qos:Class | naming:NamedObject | config | algo{tail-drop/wred}=tail-drop ecn | What happens in a full queue.
rmon:Dot3Stats | Dot3 Stats | dbgDot3Stats | l1:PhysIf,pc:AggrIf | | oper fault delegate | ; alignmentErrors#=0 clearTs@date=never fCSErrors#=0 | Errors of an interface.
rtctrl:MatchCommFactor | Match Community Factor | commfct-{community} | rtctrl:MatchCommTerm | naming:NamedObject | config | scope | A community that a route must have.
rtctrl:Scope | Route Context Scope | scp | rtctrl:CtxP | naming:NamedObject | config | | What is set on routes.
rtctrl:RsScopeToAttrP | Attribute Profile | rsScopeToAttrP | rtctrl:Scope | pol:NToRef | named n-to-1 rtctrl:Scope>rtctrl:AttrP rtctrl:RtScopeToAttrP | | Names the Action Rule Profile of the Route Context Scope.
svccore:Ctrlr | Core of a Controller | ctrlr-{ctrlrId}-svc-{svcName}-ts-{createTime} | pol:Uni | | oper | ; collectionTime@date | A core file of a controller.
svccore:Node | Fabric Node Core | node-{nodeId}-card-{cardId}-svc-{svcName}-ts-{createTime} | pol:Uni | | oper | ; collectionTime@date | A core file of a switch.
telemetry:Servers | Telemetry Servers | servers | fabric:Inst | naming:NamedObject | config | | Holds servers that collect.
telemetry:StatsServerP | Stats Server Info Streaming Stats | stserverp-{name} | telemetry:Servers | naming:NamedObject | config | collectorLocation{apic/none/standalone}=none | A server that collects statistics.
vns:GraphInst | L4-L7 Service Graph Instance | GraphInst_C-[{ctrctDn}]-G-[{graphDn}]-S-[{scopeDn}] | fv:Tenant | | oper fault delegate | ; configSt=applied | A service graph on a contract.
vns:AdjacencyDefCont | Adjacency Definition Container | adjCont-[{svcRedirectPolDn}] | pol:Uni | | oper | | Where traffic is redirected to, as switches get it.
vns:SvcRedirEcmpBucketCons | Bucket of Redirected Traffic | svcredirecmpcons-[{consDn}] | pol:Uni | | oper | | How redirected traffic is spread.
`
