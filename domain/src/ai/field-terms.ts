/** Written in capitals by everyone in the field; none of them names one object of a fabric. */
const ACRONYMS = `
AAA AAEP ACI ACL ACK AEP AES AI AP API APIC ARP AS ASN AVS BD BFD BGP BPDU BUM CDP CIDR CLI COOP COS CPU CRC CSV DHCP DN DNS DPP DSCP
ECMP EP EPG ESG ESXI EVPN FCOE FEC FEX GARP GIPO GOLF GRE GUI HSRP HTTP HTTPS IANA ICMP ID IDS IGMP IP IPAM IPN ISIS ISN JSON LACP LAG
LAN LDAP LLDP LPM MAC MCP MD MDT MIB MIM MO MOS MPLS MSO MTU NAT NDO NETCONF NIC NTP OID OOB OSPF PBR PC PIM POD PTP QOS QSFP RADIUS
RBAC REST RIB RN RP SFP SNMP SPAN SSH SSL STP SVI TACACS TCAM TCN TCP TEP TLS TTL UDP UI URIB USEG UTC VIP VLAN VM VMM VNI VNID VPC VRF
VTEP VXLAN WAN XML FC PSU LED SSD MDB OK NO YES AND OR NOT NULL
`
const OTHER = `
IPv4 IPv6 DHCPv6 ICMPv6 OSPFv2 OSPFv3 SNMPv3 IGMPv3 L1 L2 L3 L4 L7 L2Out L3Out L4-L7 802.1Q vPC vSwitch vCenter iBGP eBGP QoS IPsec
MACsec NetFlow OpFlex CoPP PoE EtherType uSeg ESXi vSphere QinQ FCoE IDs DNs A-Z mBGP vNIC vMotion iSCSI uRPF mDNS
gRPC gNMI macOS INNER OUTER LEFT RIGHT FULL JOIN SQL TOP ASC DESC
`
const wordsOf = (text: string): string[] => text.trim().split(/\s+/)

const acronyms = new Set(wordsOf(ACRONYMS))
const terms = new Set(wordsOf(OTHER))

export const isAcronym = (word: string): boolean => acronyms.has(word)

/** A term of the field that only looks like a name: `VRFs`, `IPv6`, `L3Outs`. */
export function isFieldTerm(word: string): boolean {
  const one = word.replace(/(?:['’]s|s)$/, '')
  return [word, one].some((spelling) => acronyms.has(spelling) || terms.has(spelling))
}
