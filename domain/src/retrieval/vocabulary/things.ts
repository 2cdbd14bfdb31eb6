/**
 * What operators call the objects of a fabric: terms, then the classes they mean, the most likely first. Terms are
 * written in the singular and without hyphens; `bridge domain` also matches `Bridge-Domains` and `bridgedomain`.
 */
export const THINGS = `
tenant, customer                                             | fvTenant
vrf, vrf instance, context, private network, routing table context
                                                             | fvCtx
routing table, route, rib, learned route                     | uribv4Route uribv4Nexthop
next hop                                                     | ipNexthopP uribv4Nexthop
bridge domain, bd, broadcast domain, layer 2 domain          | fvBD
subnet, gateway, default gateway, gateway address, anycast gateway, svi address, prefix
                                                             | fvSubnet
application profile, app profile, application, ap, anp       | fvAp
endpoint group, epg, application epg, group                  | fvAEPg
esg, endpoint security group, security group                 | fvESg
esg selector, tag selector                                   | fvTagSelector fvEPSelector fvESg
useg, microsegmentation, attribute epg, microsegment         | fvCrtrn fvAEPg
endpoint, host, server, client, workload, station            | fvCEp fvIp
endpoint ip, ip address, ip, address                         | fvIp fvCEp
mac address, mac                                             | fvCEp epmMacEp
static endpoint, silent host                                 | fvStCEp
endpoint on leaf, local endpoint, learned endpoint           | epmMacEp epmIpEp fvCEp
contract, policy between epg, permission between epg         | vzBrCP vzSubj
imported contract, contract interface, exported contract     | vzCPIf vzRsIf fvRsConsIf
consumer, consumed contract, consume, consuming, consumed    | fvRsCons vzBrCP
provider, provided contract, provide, providing, provided    | fvRsProv vzBrCP
taboo, taboo contract, deny contract                         | vzTaboo vzTSubj
subject, contract subject                                    | vzSubj
filter, contract filter, access list, acl                    | vzFilter vzEntry vzRsSubjFiltAtt
filter entry, filter rule, rule, ace, tcp port, udp port, l4 port, protocol port, destination port, source port
                                                             | vzEntry vzFilter
vzany, any epg, all epg of vrf                               | vzAny vzRsAnyToProv vzRsAnyToCons
zoning rule, security rule, policy cam, tcam rule, deployed rule
                                                             | actrlRule
out of band contract, oob contract                           | vzOOBBrCP mgmtRsOoBCons
preferred group                                              | fvAEPg vzAny
service graph, l4 l7 graph, graph template, pbr graph        | vnsAbsGraph vzRsSubjGraphAtt vnsGraphInst
firewall, load balancer, l4 l7 device, service device, logical device
                                                             | vnsLDevVip vnsCDev
pbr, policy based redirect, redirect policy, redirect        | vnsSvcRedirectPol vnsRedirectDest
l3out, l3 out, layer 3 out, external routed network, external connection, routed outside
                                                             | l3extOut
external epg, external network, ext epg, l3out epg, outside epg, external endpoint group
                                                             | l3extInstP l3extSubnet
external subnet, external prefix, external route classification
                                                             | l3extSubnet l3extInstP
l3out node, border leaf, border node, logical node profile, router id
                                                             | l3extRsNodeL3OutAtt l3extLNodeP
l3out interface, l3out path, logical interface profile, l3out svi, l3out port, routed interface
                                                             | l3extRsPathL3OutAtt l3extLIfP
l2out, l2 out, external bridged network                      | l2extOut l2extInstP
static route                                                 | ipRouteP ipNexthopP
route map, route profile, route control, route control profile
                                                             | rtctrlProfile rtctrlCtxP rtctrlSubjP
match rule, match prefix, prefix list                        | rtctrlMatchRtDest rtctrlSubjP
route tag                                                    | l3extRouteTagPol
bgp, bgp session, bgp neighbor, bgp neighbour, bgp peering   | bgpPeerEntry bgpPeer bgpPeerP
bgp peer, bgp peer policy, bgp peer profile, configured bgp  | bgpPeerP bgpPeerEntry bgpPeer
bgp timer                                                    | bgpCtxPol
route reflector, bgp rr                                      | bgpRRNodePEp bgpInstPol
autonomous system, as number, asn                            | bgpAsP bgpLocalAsnP bgpInst
ospf, ospf neighbor, ospf neighbour, ospf adjacency          | ospfAdjEp ospfIf
ospf area, ospf configuration, ospf l3out                    | ospfExtP ospfIfP
eigrp                                                        | eigrpExtP eigrpIfPol
bfd                                                          | bfdSess bfdIfP
hsrp                                                         | hsrpGroupP hsrpIfP
pim, multicast                                               | pimIf pimExtP igmpSnoopPol
igmp, igmp snooping                                          | igmpSnoopPol
isis, is is                                                  | isisAdjEp isisIf
coop                                                         | coopPol coopEpRec
arp, arp entry, arp table, arp cache                         | arpAdjEp
static port, static path, static binding, static port binding, path binding, path attachment, deployed port, statically, statically
  deployed
                                                             | fvRsPathAtt fabricPathEp
static leaf, node binding                                    | fvRsNodeAtt
epg domain, domain association, domain attachment, domain binding
                                                             | fvRsDomAtt
epg on aaep, aaep deployment                                 | infraRsFuncToEpg infraGeneric infraAttEntityP
vlan, encap, encapsulation, dot1q                            | vlanCktEp fvRsPathAtt fvnsEncapBlk
vlan pool, encap pool                                        | fvnsVlanInstP fvnsEncapBlk
vlan range, encap block, vlan block                          | fvnsEncapBlk fvnsVlanInstP
vxlan pool                                                   | fvnsVxlanInstP fvnsEncapBlk
multicast pool, multicast address pool                       | fvnsMcastAddrInstP
aaep, aep, attachable entity profile, attachable access entity profile, attached entity
                                                             | infraAttEntityP
physical domain, phys domain, physdom                        | physDomP
domain                                                       | physDomP vmmDomP l3extDomP
l3 domain, external routed domain, routed domain             | l3extDomP
l2 domain                                                    | l2extDomP
vmm domain, virtual domain, vcenter, vmware domain, hypervisor domain, virtual switch domain, vswitch
                                                             | vmmDomP vmmCtrlrP
vmm, vmm controller, vcenter controller                      | vmmCtrlrP vmmDomP compCtrlr
virtual machine, vm, guest                                   | compVm compVNic
hypervisor, esx host, esxi                                   | compHv
port group, portgroup                                        | vmmEpPD
interface policy group, leaf policy group, policy group, port policy group
                                                             | infraAccPortGrp infraAccBndlGrp
vpc policy group, port channel policy group, pc policy group, bundle policy group
                                                             | infraAccBndlGrp
interface profile, leaf interface profile                    | infraAccPortP infraHPortS
switch profile, leaf profile, leaf switch profile            | infraNodeP infraLeafS infraNodeBlk
switch policy group                                          | infraAccNodePGrp
interface selector, port selector, access port selector      | infraHPortS infraPortBlk
port block, interface block                                  | infraPortBlk infraHPortS
interface override, port override                            | infraHPathS infraRsHPathAtt
fex, fabric extender                                         | eqptExtCh infraFexP
link level policy, speed policy, link policy                 | fabricHIfPol infraRsHIfPol
lldp policy, lldp interface policy                           | lldpIfPol infraRsLldpIfPol
cdp policy, cdp interface policy                             | cdpIfPol infraRsCdpIfPol
lacp policy, port channel policy, lag policy, port channel mode
                                                             | lacpLagPol infraRsLacpPol
mcp, mcp policy, miscabling protocol                         | mcpIfPol mcpInstPol mcpIf
storm control, storm control policy                          | stormctrlIfPol infraRsStormctrlIfPol
spanning tree, stp, bpdu guard, bpdu filter, bpdu            | stpIfPol stpIf
macsec                                                       | macsecIfPol macsecParamPol
port security                                                | l2PortSecurityPol
netflow                                                      | netflowMonitorPol netflowExporterPol netflowRecordPol
qos, quality of service, qos class                           | qosClass qosInstPol qosCustomPol
policer, data plane policing, rate limit                     | qosDppPol
copp, control plane policing                                 | coppIfPol coppProtoClassP
span, span session, port mirror, mirroring, erspan           | spanSrcGrp spanSrc spanDest
interface, port, physical interface, physical port, ethernet port, front panel port, switch port, nic
                                                             | ethpmPhysIf l1PhysIf
interface configuration, port configuration                  | l1PhysIf
fabric port, uplink, fabric interface, uplink port           | l1PhysIf ethpmPhysIf fabricLink
port channel, po, lag, bundle, aggregated interface, link aggregation, port channel interface
                                                             | pcAggrIf ethpmAggrIf
member port, port channel member, bundle member              | pcRsMbrIfs pcAggrIf
lacp, lacp neighbor                                          | lacpAdjEp lacpIf
vpc, virtual port channel, vpc interface, mlag               | vpcIf vpcDom
vpc domain, vpc peer, vpc peering                            | vpcDom fabricExplicitGEp
vpc pair, vpc protection group, explicit protection group, vpc group
                                                             | fabricExplicitGEp fabricNodePEp
path, path endpoint, fabric path                             | fabricPathEp
loopback, loopback interface                                 | l3LbRtdIf l3extLoopBackIfP
svi, vlan interface                                          | sviIf
sub interface, subinterface                                  | l3EncRtdIf
tunnel, tunnel interface, vtep, tep                          | tunnelIf
management interface, mgmt interface, mgmt port              | mgmtMgmtIf
transceiver, sfp, optic, optical module, qsfp, dom           | ethpmFcot
link, fabric link, cable, cabling, wiring                    | fabricLink lldpAdjEp
link to external device, loose link, unmanaged link          | fabricLooseLink fabricLooseNode
lldp, lldp neighbor, lldp neighbour, connected device, neighbor, neighbour
                                                             | lldpAdjEp lldpIf
cdp, cdp neighbor, cdp neighbour                             | cdpAdjEp cdpIf
leaf, leaf switch, tor                                       | fabricNode topSystem
spine, spine switch                                          | fabricNode topSystem
switch, node, fabric node, device, member                    | fabricNode topSystem
node registration, fabric membership, registered node, discovered node, undiscovered node
                                                             | fabricNodeIdentP dhcpClient
controller, apic, cluster, apic cluster, cluster member      | infraWiNode fabricNode infraCont
pod, multi pod                                               | fabricPod
fabric                                                       | fabricTopology fabricInst
uptime, reboot, reload, restarted, restart, last reboot      | topSystem
chassis, serial number, hardware, model                      | eqptCh fabricNode
line card, linecard, module, io module                       | eqptLC
supervisor, sup                                              | eqptSupC
fabric module, fabric card                                   | eqptFC
power supply, psu, power supply unit, power                  | eqptPsu
fan, fan tray                                                | eqptFt eqptFan
temperature, sensor, overheating, heat, hot                  | eqptTemp5min eqptSensor
cpu, processor, cpu usage, cpu load, cpu utilization         | procSysCPU5min procEntity
memory, ram, memory usage                                    | procSysMem5min procEntity
disk, storage, ssd, flash, disk space, file system           | eqptStorage eqptFlash
tcam, tcam usage, capacity, hardware table, scale limit      | eqptcapacityPolUsage5min eqptcapacityVlanUsage5min eqptcapacityEntity
statistic, counter, traffic, throughput, bandwidth, utilization, rate
                                                             | eqptIngrTotal5min eqptEgrTotal5min rmonIfIn
interface error, error counter, crc error, input error, crc, port error
                                                             | rmonEtherStats rmonIfIn rmonIfOut eqptIngrErrPkts5min
drop, dropped packet, packet drop, discard, packet loss      | rmonIfIn rmonIfOut eqptEgrDropPkts5min
fault, alarm, alert, problem, issue, warning                 | faultInst
fault history, cleared fault, past fault, old fault, fault record
                                                             | faultRecord
fault count, number of fault                                 | faultSummary faultCounts
health, health score, health of                              | healthInst
fabric health, overall health                                | fabricHealthTotal fabricOverallHealth5min
tenant health                                                | fvOverallHealth15min healthInst
event, event log, state change, transition                   | eventRecord
audit log, audit, change log, change history, configuration change, config change, audit trail, change record
                                                             | aaaModLR
who changed, who deleted, who created, who modified, who removed, who added, who configured, what changed, changed by, deleted by,
  created by, modified by, change, modification, deletion
                                                             | aaaModLR
login, logon, session log, logged in, log in, sign in, session
                                                             | aaaSessionLR
firmware, software version, image, version, release, software
                                                             | firmwareRunning firmwareCtrlrRunning
firmware repository, available firmware, firmware image      | firmwareFirmware
upgrade, upgrade status, upgrade job                         | maintUpgJob maintMaintP
maintenance group, upgrade group, update group               | maintMaintGrp maintMaintP
maintenance mode, graceful insertion, decommissioned, decommission
                                                             | fabricRsDecommissionNode fabricNode
out of service port, port out of service, disabled port, blacklisted port
                                                             | fabricRsOosPath l1PhysIf
license, licence, smart license, entitlement                 | licenseEntitlement licenseManager
certificate, ssl certificate, tls certificate, key ring, keyring
                                                             | pkiKeyRing
certificate authority, ca certificate, trust point           | pkiTP
dhcp, dhcp relay, dhcp relay policy, dhcp server             | dhcpRelayP dhcpRsProv dhcpLbl
dhcp label                                                   | dhcpLbl
dns, dns server, name server, dns provider                   | dnsProv dnsProfile dnsDomain
ntp, ntp server, time server, ntp provider, clock, time source
                                                             | datetimeNtpProv datetimePol datetimeNtpq
snmp, snmp policy                                            | snmpPol snmpCommunityP snmpTrapFwdServerP
snmp community, community string                             | snmpCommunityP
snmp user                                                    | snmpUserP
snmp trap, trap destination, trap receiver, trap             | snmpTrapDest snmpTrapFwdServerP
syslog, syslog server, log server, log collector, remote syslog, syslog destination
                                                             | syslogRemoteDest syslogGroup syslogSrc
call home, callhome                                          | callhomeGroup callhomeDest
monitoring policy                                            | monEPGPol monInfraPol monFabricPol
backup, configuration export, config export, backup job, export
                                                             | configExportP configJob
remote location, backup server, remote path                  | fileRemotePath
snapshot, configuration snapshot, config snapshot            | configSnapshot
rollback, config rollback, restore                           | configRollbackP configImportP
scheduler, schedule, maintenance window                      | trigSchedP trigRecurrWindowP
user, account, local user, admin account, administrator      | aaaUser
role, user role, privilege                                   | aaaUserRole aaaRole
security domain                                              | aaaDomain aaaUserDomain
login domain, authentication, authentication realm, aaa      | aaaLoginDomain aaaDefaultAuth
tacacs, tacacs server                                        | aaaTacacsPlusProvider
radius, radius server                                        | aaaRadiusProvider
ldap, ldap server, active directory                          | aaaLdapProvider
ssh key                                                      | aaaSshAuth
https, web access, rest access, http                         | commHttps commHttp
ssh, ssh access                                              | commSsh
telnet                                                       | commTelnet
password policy, password strength                           | aaaPwdProfile aaaUserEp
out of band, oob, management address, oob address, management ip
                                                             | mgmtRsOoBStNode topSystem
in band, inband, in band management                          | mgmtRsInBStNode mgmtInB
annotation, tag, label                                       | tagAnnotation tagTag
alias                                                        | tagAliasInst
rogue endpoint, endpoint flapping, endpoint move, endpoint loop protection
                                                             | epControlP epLoopProtectP
endpoint retention, aging, endpoint aging                    | fvEpRetPol
port tracking                                                | infraPortTrackPol
fabric wide setting, enforce subnet check, overlapping vlan validation, enforce domain validation, domain validation
                                                             | infraSetPol
ip sla, track list, track member                             | fvIPSLAMonitoringPol fvTrackList fvTrackMember
floating svi, floating l3out                                 | l3extVirtualLIfP
`
