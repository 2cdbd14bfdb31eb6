/** Protocols and tables of switches. Notation: see `parseTable`. */
export const PROTOCOL_CLASSES = `
actrl:Entity | Access Control Entity | actrl | top:System | | oper fault delegate | | Access control on a switch.
actrl:Flt | Access Control Filter | filt-{id} | actrl:Entity | | oper fault delegate | | A filter as deployed on a switch.
actrl:Inst | Access Control Instance | inst | actrl:Entity | | oper fault delegate | | The access control process of a switch.
actrl:Rule | Rule | rule-{scopeId}-s-{sPcTag}-d-{dPcTag}-f-{fltId} | actrl:Scope | | oper fault delegate | | A rule that permits or denies traffic between two groups on a switch.
actrl:Scope | Access Control Scope | scope-{id} | actrl:Entity | | oper fault delegate | | The rules of one VRF.
arp:AdjEp | Adjacency | adj-[{ifId}]-[{ip}] | arp:Db | | oper fault delegate | | A neighbour learned with ARP.
arp:Db | Database | db-{type} | arp:Dom | | oper fault delegate | | A table of ARP neighbours.
arp:Dom | This Object Holds Per ARP Domain (vrf) Information | dom-{name} | arp:Inst | naming:NamedObject | config | | ARP in one VRF of a switch.
arp:Entity | ARP Entity | arp | top:System | naming:NamedObject | config | | ARP on a switch.
arp:If | ARP Interface | if-[{id}] | arp:Dom | naming:NamedObject | config | ctrl deleteAdjOnMacDelete duplicateIpDetectionForUnnumberedSvi gratuitousHsrpDup gratuitousRequest gratuitousUpdate localProxyArp localProxyArpNoHwFlood proxyArp refreshTimerForMacDelete timeout | ARP on an interface.
arp:Inst | ARP Instance | inst | arp:Entity | naming:NamedObject | config | adjLoggingLevel allowStaticArpOutsideSubnet arpUnnumSviSwReplication cacheLimit cacheSyslogRate evpn_timeout ipAdjRouteDistance ipArpCos loggingLevel offListTimeout rarpFabricFwding rarpFabricFwdingRate suppression_timeout timeout | The ARP process of a switch.
bgp:AsP | Autonomous System Profile | as | bgp:InstPol,bgp:PeerP | naming:NamedObject | config | asn | A BGP autonomous system number.
bgp:Dom | Domain | dom-{name} | bgp:Inst | | oper fault delegate | | BGP in one VRF of a switch.
bgp:Entity | BGP Entity | bgp | top:System | | oper fault delegate | | BGP on a switch.
bgp:Inst | BGP Instance | inst | bgp:Entity | | oper fault delegate | | The BGP process of a switch.
bgp:InstPol | BGP Route Reflector Policy | bgpInstP-{name} | fabric:Inst | naming:NamedObject | config | | BGP inside the fabric.
bgp:Peer | BGP Peer | peer-[{addr}] | bgp:Dom | | oper fault delegate | | A BGP neighbour as configured on a switch.
bgp:PeerEntry | BGP Peer Entry | ent-[{addr}] | bgp:Peer | | oper fault delegate | ; operSt{active/connect/established/idle/open-confirm/open-sent}=idle | The state of a BGP neighbour.
bgp:RRNodePEp | Route Reflector Node Policy Ep | node-{id} | bgp:RRP | | config | podId | A spine that reflects routes.
bgp:RRP | Route Reflector Profile | rr | bgp:InstPol | naming:NamedObject | config | | Which spines reflect routes.
cdp:AdjEp | CDP Adjacency | adj-{index} | cdp:If | | oper fault delegate | ; cap devId index#=0 nativeVlan=unspecified platId portId sysLoc sysName ver | A neighbour seen with CDP.
cdp:Entity | CDP Entity | cdp | top:System | | oper fault delegate | | CDP on a switch.
cdp:If | CDP Interface | if-[{id}] | cdp:Inst | | oper fault delegate | | CDP on an interface of a switch.
cdp:Inst | CDP Instance | inst | cdp:Entity | | oper fault delegate | | The CDP process of a switch.
epm:Db | Database | db-{type} | vlan:CktEp,l2:BD,l3:Ctx | | oper fault delegate | | A table of learned endpoints.
epm:IpEp | IP Endpoint | ip-[{addr}] | epm:Db | | oper fault delegate | | An IP address of an endpoint, learned by a switch.
epm:MacEp | MAC Endpoint | mac-{addr} | epm:Db | | oper fault delegate | | A MAC address of an endpoint, learned by a switch.
extdev:SDWanVpnEntry | WAN SLA VPN | sdwanvpnentry-{name} | extdev:GroupP | | oper fault delegate | | A VPN of a wide area network that a VRF can be mapped to.
ipv4:Addr | IPv4 Address | addr-[{addr}] | ipv4:If | | oper fault delegate | | An IPv4 address of an interface.
ipv4:Dom | IPv4 Domain | dom-{name} | ipv4:Inst | | oper fault delegate | | IPv4 in one VRF of a switch.
ipv4:Entity | IPv4 Entity | ipv4 | top:System | | oper fault delegate | | IPv4 on a switch.
ipv4:If | IPv4 Interface | if-[{id}] | ipv4:Dom | | oper fault delegate | | IPv4 on an interface.
ipv4:Inst | IPv4 Instance | inst | ipv4:Entity | | oper fault delegate | | The IPv4 process of a switch.
isis:AdjEp | IS-IS Neighbor | adj-{type}-adj-{sysId} | isis:If | | oper fault delegate | | An IS-IS neighbour.
isis:Dom | IS-IS Domain | dom-{name} | isis:Inst | | oper fault delegate | | An IS-IS domain of a switch.
isis:DomPol | ISIS Domain Policy | isisDomP-{name} | fabric:Inst | naming:NamedObject | config | mtu redistribMetric | IS-IS inside the fabric.
isis:Entity | IS-IS Entity | isis | top:System | | oper fault delegate | | IS-IS on a switch.
isis:If | IS-IS Interface | if-[{id}] | isis:Dom | | oper fault delegate | | IS-IS on an interface.
isis:Inst | IS-IS Instance | inst-{name} | isis:Entity | | oper fault delegate | | The IS-IS process of a switch.
l2:BD | Bridge Domain | bd-[{fabEncap}] | l3:Ctx | | oper fault delegate | | A bridge domain as deployed on a switch.
l2ext:DomDef | L2 Domain Profile Definition | l2dom-{name} | fv:EpPCont | extnw:DomP | oper fault delegate | | An outside layer 2 domain, as resolved.
l3:Ctx | Context | ctx-[{encap}] | top:System | | oper fault delegate | | A VRF as deployed on a switch.
l3:EncRtdIf | Encapsulated Routed Interface | encrtd-[{id}] | top:System | | oper fault delegate | | A routed subinterface.
l3:LbRtdIf | Routed Loopback Interface | lb-[{id}] | top:System | | oper fault delegate | | A loopback interface.
l3ext:ConsLblDef | External Connectivity Consumer Label Definition | conslbl-{name} | l3ext:InstPDef | | oper fault delegate | | A consumer label of outside connectivity, as resolved.
l3ext:DomDef | Outside L3 Domain | l3dom-{name} | fv:EpPCont | extnw:DomP | oper fault delegate | | An outside layer 3 domain, as resolved.
l3ext:InstPDef | External Network Instance Profile Def | instPdef-{name} | fv:EpPCont | extnw:EPg | oper fault delegate | | A group of outside networks, as resolved.
lacp:Entity | LACP Entity | lacp | top:System | | oper fault delegate | | LACP on a switch.
lacp:If | LACP Interface | if-[{id}] | lacp:Inst | | oper fault delegate | | LACP on an interface.
lacp:Inst | LACP Instance | inst | lacp:Entity | | oper fault delegate | | The LACP process of a switch.
lldp:AdjEp | LLDP Adjacency Endpoint | adj-{id} | lldp:If | | oper fault delegate | ; capability chassisIdT=mac chassisIdV enCap id#=1 mgmtId#=0 mgmtIp=unspecified mgmtPortMac=unspecified portDesc portIdT=if-name portIdV portVlan=unspecified stQual sysDesc sysName ttl#=120 | A neighbour seen with LLDP.
lldp:Entity | LLDP Entity | lldp | top:System | | oper fault delegate | | LLDP on a switch.
lldp:If | LLDP Interface | if-[{id}] | lldp:Inst | | oper fault delegate | ; adminRxSt{enabled/disabled}=enabled adminSt=enabled adminTxSt{enabled/disabled}=enabled id operRxSt{up/down}=up operTxSt{up/down}=up portDesc portMode=normal portVlan=unspecified sysDesc wiringIssues | LLDP on an interface of a switch.
lldp:Inst | LLDP Instance | inst | lldp:Entity | | oper fault delegate | ; adminSt{enabled/disabled}=enabled ctrl holdTime#=120 infraVlan#=3967 initDelayTime#=2 operErr optTlvSel sysDesc txFreq#=30 | The LLDP process of a switch.
ospf:AdjEp | OSPF Neighbor | adj-{id} | ospf:If | | oper fault delegate | ; operSt{attempt/down/exchange/exstart/full/init/loading/two-way}=down peerIp | An OSPF neighbour.
ospf:Dom | OSPF Domain | dom-{name} | ospf:Inst | | oper fault delegate | | OSPF in one VRF of a switch.
ospf:Entity | OSPF Entity | ospf | top:System | | oper fault delegate | | OSPF on a switch.
ospf:If | OSPF Interface | if-[{id}] | ospf:Dom | | oper fault delegate | | OSPF on an interface of a switch.
ospf:Inst | OSPF Instance | inst-{name} | ospf:Entity | | oper fault delegate | | The OSPF process of a switch.
pim:Dom | PIM Domain | dom-{name} | pim:Inst | | oper fault delegate | | PIM in one VRF of a switch.
pim:Entity | PIM Entity | pim | top:System | | oper fault delegate | | Multicast routing on a switch.
pim:If | PIM Interface | if-[{id}] | pim:Dom | | oper fault delegate | | PIM on an interface.
pim:Inst | PIM Instance | inst | pim:Entity | | oper fault delegate | | The PIM process of a switch.
stp:Entity | STP Entity | stp | top:System | | oper fault delegate | | Spanning tree on a switch.
stp:If | STP Interface | if-[{id}] | stp:Inst | | oper fault delegate | | Spanning tree on an interface.
stp:Inst | STP Instance | inst | stp:Entity | | oper fault delegate | | The spanning tree process of a switch.
uribv4:Db | Database | db-{type} | uribv4:Dom | | oper fault delegate | | A table of routes.
uribv4:Dom | Domain | dom-{name} | uribv4:Entity | | oper fault delegate | | IPv4 routes of one VRF of a switch.
uribv4:Entity | IPv4 Unicast Routing Information Base Entity | uribv4 | top:System | | oper fault delegate | | The IPv4 routing tables of a switch.
uribv4:Nexthop | Nexthop Record | nh-[{owner}]-[{addr}]-[{if}]-[{vrf}] | uribv4:Route | | oper fault delegate | | A next hop of a route.
uribv4:Route | Route | rt-[{prefix}] | uribv4:Db | | oper fault delegate | | An IPv4 route of a switch.
vlan:CktEp | Vlan | vlan-[{encap}] | l2:BD | | oper fault delegate | ; adminSt=active bdUsage=0 classPrefOperSt=encap createTs ctrl enfPref=hw epUpSeqNum#=0 epgDn fabEncap fwdCtrl id#=0 mode=CE name operSt{up/down}=up pcTag#=0 type=ckt-vlan | A VLAN as deployed on a switch.
`
