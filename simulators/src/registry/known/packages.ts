/** Package names of the controller's model. */
export const PACKAGES: readonly string[] = `
aaa ac acl aclcap acllog action actrl actrlcap adcom adepg ads aentp aib analytics ap apphosting arp auth aws bd bfd bgp callhome
cap cdp cert cloud cloudsec cloudtemplate cnw comm comp compat condition config configprofile configpush cons coop copp cpinfra
ctrlr ctx datetime dbg dbgac dbgexp dc dcbx dci dhcp dhcptlv dhcptlvpol dlgt dmemotltest dns dnsepg dot1x dpp draw dwdm edm edr
eigrp eltm ep epm eptrk eqpt eqptcap eqptcapacity eqptdiag eqptdiagp equipment ethpm event extdev extnw fabrgm fabric fault fc
fcoe fcpm fcpr fhs file firmware fmcast frmwrk fsm fte fv fvcap fvns fvtopo generics geo glean hcbdi hcbfd hcbgp hcextnw hcipsec
hcisakmp hcl1 hcl2 hcl3 hcloud hcnve hcospf hcplatform hctunn hcurib health hinventory hostprot hsrp hvs iacl icmp icmpv4 icmpv6
ident idutils igmp igmpsnoop im imginstall infra infrasec infrazone intersight ip ipagectrl ipmc ipmcsnoop ipsec ipv4 ipv4acl ipv6
ipv6acl isakmp isis isistlv kc l1 l1cap l2 l2cap l2ext l3 l3cap l3ext l3vm l4 lacp latency lbp leak leqpt license lldp lldptlv
lldptlvpol macsec maint mcast mcp mdp mgmt mld mldsnoop mo mock mon monitor mp mpls mrib multidomain naming nat nd netflow nfm nlb
notif npv nw nws oam observer opflex opflexp orchs os ospf ospfv3 patching pc pcons phys pie pim pim6 ping pki planner platformmgr
poe pol policer pool pres proc proxy psu ptp qinq qos qosm qosp quota radius recovery regress reln repl res resolution rib
rlpodred rmon rogue rpm rtcom rtctrl rtdmc rtextcom rtflt rtleak rtlist rtmap rtpfx rtregcom rtsum rule satm segrt shareident sla
slowdrain smartevent smartfault smarthealth smm snmp span stats statslimit statspref statstore stormctrl stp sts svccopy svccore
svcredir svi synce synthetic sysdebug sysfile syshist syslog sysmgr sysmgrp tacacs tag task telemetry test testinfralab
thirdpartyapp throttler tlv top topoctrl traceroute traceroutep track trig troubleshoot tunnel twamp udld ui unifiedports uribv4
uribv6 useg usrcallhome usrsyslog usrtacacs validator veth viz vlan vlanmgr vmm vns vpc vsan vsanmgr vsvc vtap vxlan vz wwn xcvr
`
  .trim()
  .split(/\s+/)
