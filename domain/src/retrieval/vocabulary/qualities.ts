/**
 * What operators say about objects: terms, then properties (`fvBD.arpFlood`), each with the operator and the value that
 * the words mean, if they mean one. Of the classes, those that the question names are taken; if it names none, the
 * first. Indented lines continue the one above.
 */
export const QUALITIES = `
down, offline, not up, failed, dead, lost, broken, flapping, not working, not established, not connected, unreachable, disconnected |
  ethpmPhysIf.operSt eq down; l1PhysIf.adminSt eq down; pcAggrIf.adminSt eq down; ethpmAggrIf.operSt eq down;
  vpcIf.localOperSt eq down; fabricNode.fabricSt ne active; fabricLink.operSt eq down; fabricLink.linkState ne ok;
  bgpPeerEntry.operSt ne established; ospfAdjEp.operSt ne full; isisAdjEp.operSt ne up; tunnelIf.operSt eq down;
  eqptPsu.operSt ne ok; eqptFt.operSt ne ok; eqptFan.operSt ne ok; eqptLC.operSt ne online; infraWiNode.operSt ne available;
  compCtrlr.operSt ne online; vpcDom.peerSt ne up; sviIf.operSt eq down; fvIfConn.operSt eq down; bfdSess.operSt ne up
up, online, running, active, working, connected, established |
  ethpmPhysIf.operSt eq up; l1PhysIf.adminSt eq up; pcAggrIf.adminSt eq up; ethpmAggrIf.operSt eq up; vpcIf.localOperSt eq up;
  fabricNode.fabricSt eq active; fabricLink.operSt eq up; bgpPeerEntry.operSt eq established; ospfAdjEp.operSt eq full;
  tunnelIf.operSt eq up; eqptPsu.operSt eq ok; infraWiNode.operSt eq available
shut, shutdown, shut down, administratively down, admin down, admin shut |
  l1PhysIf.adminSt eq down; pcAggrIf.adminSt eq down; fvAEPg.shutdown eq yes; bgpPeerP.adminSt eq disabled; fabricRsOosPath.lc;
  ethpmPhysIf.operStQual
not shut, admin up, administratively up, no shut |
  l1PhysIf.adminSt eq up; pcAggrIf.adminSt eq up
err disabled, errdisabled, error disabled, err disable |
  ethpmPhysIf.operStQual; l1PhysIf.adminSt
enabled, switched on, turned on |
  lldpIfPol.adminRxSt eq enabled; cdpIfPol.adminSt eq enabled; mcpIfPol.adminSt eq enabled; commTelnet.adminSt eq enabled;
  commSsh.adminSt eq enabled; commHttp.adminSt eq enabled; commHttps.adminSt eq enabled; snmpPol.adminSt eq enabled;
  datetimePol.adminSt eq enabled; spanSrcGrp.adminSt eq enabled; infraPortTrackPol.adminSt eq on; epControlP.adminSt eq enabled;
  igmpSnoopPol.adminSt eq enabled; bgpPeerP.adminSt eq enabled; macsecIfPol.adminSt eq enabled; fvBD.unicastRoute eq yes;
  mcpInstPol.adminSt eq enabled; aaaUser.accountStatus eq active
disabled, switched off, turned off, deactivated, inactive |
  lldpIfPol.adminRxSt eq disabled; cdpIfPol.adminSt eq disabled; mcpIfPol.adminSt eq disabled; commTelnet.adminSt eq disabled;
  snmpPol.adminSt eq disabled; datetimePol.adminSt eq disabled; spanSrcGrp.adminSt eq disabled; infraPortTrackPol.adminSt eq off;
  epControlP.adminSt eq disabled; igmpSnoopPol.adminSt eq disabled; bgpPeerP.adminSt eq disabled; aaaUser.accountStatus eq inactive;
  l1PhysIf.adminSt eq down; fabricNode.fabricSt ne active; mcpInstPol.adminSt eq disabled; syslogRemoteDest.adminState eq disabled
leaf, leaf switch, tor |
  fabricNode.role eq leaf; topSystem.role eq leaf
spine, spine switch |
  fabricNode.role eq spine; topSystem.role eq spine
controller, apic |
  fabricNode.role eq controller; topSystem.role eq controller
border leaf, border node |
  fabricNode.role eq leaf
critical |
  faultInst.severity eq critical; faultRecord.severity eq critical; eventRecord.severity eq critical;
  faultSummary.severity eq critical
major |
  faultInst.severity eq major; faultRecord.severity eq major; eventRecord.severity eq major
minor |
  faultInst.severity eq minor; faultRecord.severity eq minor
warning severity, warning |
  faultInst.severity eq warning; faultRecord.severity eq warning
severity, severe |
  faultInst.severity; faultRecord.severity; eventRecord.severity
acknowledged, acked |
  faultInst.ack eq yes
unacknowledged, not acknowledged, unacked |
  faultInst.ack eq no
cleared, resolved, fixed |
  faultInst.lc; faultRecord.lc; faultRecord.severity eq cleared
soaking |
  faultInst.lc eq soaking
raised, open, current |
  faultInst.lc eq raised
unhealthy, bad health, low health, poor health, degraded, degrading, health below, health under, health lower |
  healthInst.cur lt 90; fabricHealthTotal.cur lt 90; infraWiNode.health ne fully-fit; fvOverallHealth15min.healthLast
health, health score, health of |
  healthInst.cur; fabricHealthTotal.cur; infraWiNode.health
deleted, removed, deletion, who deleted, deleted by, who removed |
  aaaModLR.ind eq deletion; eventRecord.ind eq deletion
created, added, creation, who created, created by, who added, new |
  aaaModLR.ind eq creation; aaaModLR.created; eventRecord.created
changed, modified, edited, modification, who changed, who modified, changed by, what changed |
  aaaModLR.ind eq modification; aaaModLR.changeSet; aaaModLR.affected; aaaModLR.user; aaaModLR.created
failed login, login failure, failed logon, login attempt, wrong password |
  aaaSessionLR.descr contains fail; aaaSessionLR.trig
recent, recently, yesterday, today, last week, last day, last hour, last night, latest, last, since, hour ago, day ago, week ago, this
  week, this morning, ago |
  aaaModLR.created; faultInst.created; eventRecord.created; faultRecord.created; aaaSessionLR.created; configSnapshot.createTime;
  fvCEp.modTs; ethpmPhysIf.lastLinkStChg; topSystem.lastRebootTime; configJob.executeTime
by user, user name |
  aaaModLR.user; aaaSessionLR.user
unenforced, not enforced, unenforced mode, policy not enforced, no enforcement |
  fvCtx.pcEnfPref eq unenforced; fvAEPg.pcEnfPref eq unenforced
enforced, enforcement, isolation enforced, isolated, isolation, intra epg isolation |
  fvAEPg.pcEnfPref eq enforced; fvCtx.pcEnfPref eq enforced
deny, denied, blocking, block, blocked, denying |
  vzRsSubjFiltAtt.action eq deny; actrlRule.action contains deny; pimRouteMapEntry.action eq deny; vzRsDenyRule.directives
permit, permitted, allow, allowed, permit all, allow all, permit any, any any |
  vzRsSubjFiltAtt.action eq permit; vzEntry.etherT eq unspecified; vzEntry.prot eq unspecified; actrlRule.action contains permit
log directive, logging |
  vzRsSubjFiltAtt.directives contains log
tcp, tcp port |
  vzEntry.prot eq tcp; vzEntry.dFromPort; vzEntry.dToPort
udp, udp port |
  vzEntry.prot eq udp; vzEntry.dFromPort; vzEntry.dToPort
icmp, ping |
  vzEntry.prot eq icmp
destination port, tcp port, udp port, l4 port |
  vzEntry.dFromPort; vzEntry.dToPort
stateful |
  vzEntry.stateful eq yes
global scope, scope global, globally scoped |
  vzBrCP.scope eq global
scope, contract scope |
  vzBrCP.scope; fvSubnet.scope; l3extSubnet.scope
reverse port, reverse filter port, reverse filter |
  vzSubj.revFltPorts
in preferred group, preferred group, preferred group member, preferred group include |
  fvAEPg.prefGrMemb eq include; vzAny.prefGrMemb eq enabled; l3extInstP.prefGrMemb eq include
arp flooding, arp flood |
  fvBD.arpFlood eq yes
flood, flooding |
  fvBD.arpFlood eq yes; fvBD.unkMacUcastAct eq flood; fvBD.multiDstPktAct; fvAEPg.floodOnEncap eq enabled
unknown unicast, unknown unicast flooding, unicast flooding, hardware proxy |
  fvBD.unkMacUcastAct eq flood
flood in encap, flood on encap, flood on encapsulation |
  fvAEPg.floodOnEncap eq enabled
unicast routing, routed, routing enabled, l2 only, layer 2 only, unicast routing disabled, without routing, no routing |
  fvBD.unicastRoute eq no
limit ip learning, ip learning, subnet check, limit ip learning to subnet, limit endpoint learning |
  fvBD.limitIpLearnToSubnets eq no; fvBD.ipLearning
multicast, igmp, mcast |
  fvBD.mcastAllow eq yes
mac address of bd, custom mac |
  fvBD.mac
public, advertised, advertised externally, advertise, advertised outside, external advertisement |
  fvSubnet.scope contains public
shared, leaked, shared between vrf, route leaking, leaking, shared service |
  fvSubnet.scope contains shared; l3extSubnet.scope contains shared-rtctrl; l3extSubnet.scope contains shared-security
private scope |
  fvSubnet.scope eq private
primary, preferred, primary address |
  fvSubnet.preferred eq yes; datetimeNtpProv.preferred eq yes; dnsProv.preferred eq yes
virtual ip |
  fvSubnet.virtual eq yes
default route, 0 0 0 0, quad zero, all zero |
  l3extSubnet.ip eq 0.0.0.0/0; ipRouteP.ip eq 0.0.0.0/0; uribv4Route.prefix eq 0.0.0.0/0
duplicate, overlapping, overlap, duplicated, twice, double, conflict, conflicting, same |
  fvSubnet.ip; l3extSubnet.ip; fvIp.addr; fvCEp.mac; fvCEp.ip; fvRsPathAtt.encap; fvnsEncapBlk.from; fvnsEncapBlk.to;
  l3extRsNodeL3OutAtt.rtrId
mtu, jumbo, frame size, packet size |
  l1PhysIf.mtu; l3extRsPathL3OutAtt.mtu; l2InstPol.fabricMtu
speed, 10g, 1g, 25g, 40g, 100g, gigabit, link speed, negotiated |
  ethpmPhysIf.operSpeed; l1PhysIf.speed; fabricHIfPol.speed
duplex, half duplex |
  ethpmPhysIf.operDuplex
autoneg, auto negotiation, autonegotiation |
  l1PhysIf.autoNeg; fabricHIfPol.autoNeg
fec |
  fabricHIfPol.fecMode; l1PhysIf.fecMode
trunk, access mode, access port, tagged, untagged, native, 802 1p, port mode |
  fvRsPathAtt.mode; l1PhysIf.mode
immediacy, immediate, on demand, lazy, deployment immediacy, resolution immediacy, pre provision |
  fvRsPathAtt.instrImedcy; fvRsDomAtt.instrImedcy; fvRsDomAtt.resImedcy
static allocation, static pool |
  fvnsVlanInstP.allocMode eq static; fvnsEncapBlk.allocMode
dynamic allocation, dynamic pool, dynamic |
  fvnsVlanInstP.allocMode eq dynamic; fvnsEncapBlk.allocMode; vlanCktEp.encap
last link change, link change, link flap, since when, how long, flap |
  ethpmPhysIf.lastLinkStChg
description, descr, describe |
  l1PhysIf.descr; fvBD.descr; fvAEPg.descr; fvTenant.descr; infraHPortS.descr; infraPortBlk.descr
without description, no description, undocumented, missing description |
  l1PhysIf.descr is_empty; fvBD.descr is_empty; fvAEPg.descr is_empty; fvTenant.descr is_empty; infraHPortS.descr is_empty
usage, used for, epg usage |
  l1PhysIf.usage; ethpmPhysIf.usage
layer 3 port, routed port, l3 port |
  l1PhysIf.layer eq Layer3; l3extRsPathL3OutAtt.ifInstT eq l3-port
model, hardware model, type, platform, pid |
  fabricNode.model; eqptCh.model; eqptPsu.model; eqptLC.model
serial, serial number |
  fabricNode.serial; eqptCh.ser; eqptPsu.ser; fabricNodeIdentP.serial
version, firmware, software version, release, software, image |
  firmwareRunning.version; firmwareCtrlrRunning.version; fabricNode.version; maintMaintP.version
uptime, up since, running since |
  topSystem.systemUpTime; topSystem.currentTime
reboot, reload, restarted, last reboot, reset reason, restart |
  topSystem.lastRebootTime; topSystem.lastResetReason
decommissioned, inactive, not active, undiscovered, unregistered, unknown node, missing node |
  fabricNode.fabricSt ne active
out of service, blacklisted |
  fabricRsOosPath.lc; l1PhysIf.adminSt
in service, fully fit, diverged, cluster health |
  infraWiNode.health ne fully-fit; infraWiNode.operSt; infraWiNode.adminSt
expired, expiring, expire, expires, expiry, valid until, about to expire |
  pkiKeyRing.certValidUntil; pkiTP.expState; pkiTP.certValidUntil; aaaUser.expires; aaaUser.expiration
key length, modulus, weak key |
  pkiKeyRing.modulus
password, password change, password age |
  aaaUser.pwdUpdateRequired; aaaUser.pwdLifeTime
email |
  aaaUser.email
admin right, admin role, admin privilege, write access, full access |
  aaaUserRole.name eq admin; aaaUserRole.privType eq writePriv
read only |
  aaaUserRole.privType eq readPriv
tls, tls version, ssl protocol, cipher |
  commHttps.sslProtocols
port number |
  commHttps.port; commSsh.port; commTelnet.port
severity level, minimum severity |
  syslogSrc.minSev; syslogRemoteDest.severity
reachable, synchronised, synced, sync, in sync, synchronized, not synchronised |
  datetimeNtpq.tally; datetimeNtpProv.name; compCtrlr.operSt; dnsProv.addr
high, above, over, most, highest, top, busiest, busy, overloaded, exceeded |
  procSysCPU5min.userLast; procSysMem5min.usedLast; eqptTemp5min.currentLast; eqptIngrTotal5min.bytesRate;
  eqptEgrTotal5min.bytesRate; eqptIngrTotal5min.utilLast; eqptcapacityPolUsage5min.polUsageCum
low, almost full, nearly full, free, full |
  eqptStorage.available; eqptStorage.capUtilized; procSysMem5min.freeLast
error, crc, interface error, input error, crc error, port error, error counter |
  rmonIfIn.errors gt 0; rmonIfOut.errors gt 0; rmonEtherStats.cRCAlignErrors gt 0; ethpmPhysIf.operStQual
drop, dropped, discard, discarded, dropped packet, packet drop, packet loss |
  rmonIfIn.discards gt 0; rmonIfOut.discards gt 0
misconfigured, configuration issue, config issue, invalid, incomplete, wrong configuration, misconfiguration, configuration error, not
  applied |
  fvAEPg.configIssues; fvBD.configIssues; fvRsPathAtt.state ne formed; fvRsBd.state ne formed; fvRsCtx.state ne formed;
  vzBrCP.configIssues; faultInst.domain
unresolved, missing target, dangling, unformed, not formed, points to nothing, does not exist, nonexistent, not existing, broken
  relation |
  fvRsBd.state ne formed; fvRsCtx.state ne formed; fvRsPathAtt.state ne formed; fvRsDomAtt.state ne formed; fvRsProv.state ne formed;
  fvRsCons.state ne formed; l3extRsEctx.state ne formed; fvRsPathAtt.stateQual
wrongly cabled, wiring issue, miscabled, cabling error, wrong cable |
  fabricLink.wiringIssues; lldpIf.wiringIssues; fabricLink.linkState ne ok
learned, learnt, dynamically learned, dynamic endpoint |
  fvCEp.lcC contains learned
vmm learned, virtual endpoint |
  fvCEp.lcC contains vmm
moved, move, moving |
  fvCEp.modTs; eventRecord.code
timer, hold time, keepalive, hello interval |
  bgpCtxPol.holdIntvl; bgpCtxPol.kaIntvl; ospfIfPol.helloIntvl
remote as, as number, asn, peer as |
  bgpAsP.asn; bgpPeer.asn; bgpInst.asn
area, area id, backbone |
  ospfExtP.areaId; ospfIf.area
authentication, md5 |
  ospfIfP.authType; bgpPeerP.password
admin distance, preference |
  ipRouteP.pref
router id |
  l3extRsNodeL3OutAtt.rtrId; bgpDom.rtrId
mode, lacp mode, active mode, mode on, static channel |
  lacpLagPol.mode; pcAggrIf.pcMode; infraAccBndlGrp.lagT
bpdu guard |
  stpIfPol.ctrl contains bpdu-guard
bpdu filter |
  stpIfPol.ctrl contains bpdu-filter
cause, reason, why |
  ethpmPhysIf.operStQual; faultInst.cause; faultInst.descr; topSystem.lastResetReason; fabricNode.fabricSt
fault code, code |
  faultInst.code; faultRecord.code; eventRecord.code
fault type, environmental, environment, configuration fault, operational fault, communication fault |
  faultInst.type; faultInst.domain
tenant fault, fault domain |
  faultInst.domain eq tenant
successful, succeeded, success, backup failed, last backup |
  configJob.operSt; configJob.lastStepDescr; configJob.executeTime
`
