/**
 * Ports, IP protocols, Ethernet types and code points by the names controllers write instead of their numbers,
 * `unspecified` included.
 */
export const NAMED_NUMBERS: ReadonlyMap<string, number> = new Map([
  ...Object.entries({ unspecified: 0, ftpData: 20, ssh: 22, smtp: 25, dns: 53, http: 80, pop3: 110, https: 443, rtsp: 554 }),
  ...Object.entries({ icmp: 1, igmp: 2, tcp: 6, egp: 8, igp: 9, udp: 17, icmpv6: 58, eigrp: 88, ospfigp: 89, pim: 103, l2tp: 115 }),
  ...Object.entries({ ipv4: 0x800, arp: 0x806, trill: 0x22f3, ipv6: 0x86dd, mpls_ucast: 0x8847, mac_security: 0x88e5, fcoe: 0x8906 }),
  ...Object.entries({ AF11: 10, AF12: 12, AF13: 14, AF21: 18, AF22: 20, AF23: 22, AF31: 26, AF32: 28, AF33: 30, AF41: 34, AF42: 36 }),
  ...Object.entries({ AF43: 38, CS0: 0, CS1: 8, CS2: 16, CS3: 24, CS4: 32, CS5: 40, CS6: 48, CS7: 56, EF: 46, VA: 44 }),
])
