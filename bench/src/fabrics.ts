import type { ControllerSimulator } from '@heddle/simulators/controller/start-controller.ts'

type Store = ControllerSimulator['store']

/** Each measurement has its own fabric, which holds only what it reads. */
export const FABRICS = {
  scan: addStaticPorts,
  chain: addTenants,
  relation: addRelations,
  small: addTwoTenants,
  ports: addPorts,
  history: addHistory,
} satisfies Readonly<Record<string, (store: Store) => void>>

export type FabricName = keyof typeof FABRICS

export const SCAN_OBJECTS = 100_000
export const RELATION_OBJECTS = 50_000
export const CHAIN = { tenants: 400, domainsEach: 20, subnetsEach: 4 }

const EPGS = 2_000

export const PORT_OBJECTS = 100_000
/** With `dn` and `className`, rows of 24 columns. */
export const PORT_PROPERTIES = [
  'id', 'descr', 'adminSt', 'autoNeg', 'bw', 'delay', 'dot1qEtherType', 'fecMode', 'inhBw', 'layer', 'linkDebounce',
  'linkLog', 'mdix', 'medium', 'mode', 'mtu', 'portT', 'routerMac', 'snmpTrapSt', 'speed', 'switchingSt', 'usage',
] as const // prettier-ignore
const PORTS_A_NODE = 96
/** Each number below 100,000 once, in no order. */
const SCATTER = 7_919

/** One query has many rows, the other many captures. */
export const HISTORY = { rows: 200_000, domains: 2_000 }
const EPGS_A_TENANT = 500

/** 2,000 EPGs with 50 static ports each. */
function addStaticPorts(store: Store): void {
  for (let index = 0; index < SCAN_OBJECTS; index++) {
    const epg = index % EPGS
    const port = Math.floor(index / EPGS)
    const tDn = `topology/pod-1/protpaths-${101 + 2 * (port % 20)}-${102 + 2 * (port % 20)}/pathep-[server-${epg}-${port}]`
    store.add('fvRsPathAtt', `uni/tn-tenant-${epg % 100}/ap-app-${epg % 7}/epg-epg-${epg}/rspathAtt-[${tDn}]`, {
      tDn,
      encap: `vlan-${100 + (epg % 3000)}`,
      mode: port % 3 === 0 ? 'native' : 'regular',
      descr: `rack ${port % 40}, patched ${index}`,
    })
  }
}

/** 400 tenants, 8,000 bridge domains, 32,000 subnets. */
function addTenants(store: Store): void {
  for (let tenant = 0; tenant < CHAIN.tenants; tenant++) {
    store.add('fvTenant', `uni/tn-tenant-${tenant}`)
    for (let domain = 0; domain < CHAIN.domainsEach; domain++) {
      const dn = `uni/tn-tenant-${tenant}/BD-domain-${domain}`
      store.add('fvBD', dn)
      for (let subnet = 0; subnet < CHAIN.subnetsEach; subnet++)
        store.add('fvSubnet', `${dn}/subnet-[10.${tenant % 256}.${domain}.${subnet * 64 + 1}/26]`)
    }
  }
}

/** 50,000 EPGs, each related to its own bridge domain. */
function addRelations(store: Store): void {
  for (let index = 0; index < RELATION_OBJECTS; index++) {
    const tenant = `uni/tn-tenant-${index % 500}`
    const domain = `${tenant}/BD-domain-${index}`
    const epg = `${tenant}/ap-app-${index % 5}/epg-epg-${index}`
    store.add('fvBD', domain)
    store.add('fvAEPg', epg)
    store.add('fvRsBd', `${epg}/rsbd`, { tnFvBDName: `domain-${index}`, tDn: domain, tCl: 'fvBD', state: 'formed' })
  }
}

/** 400 tenants with 500 EPGs each, and 2,000 bridge domains. */
function addHistory(store: Store): void {
  const epgs = Array.from({ length: HISTORY.rows }, (_, index) => epgOf(index))
  for (const dn of epgs)
    store.add('fvAEPg', dn, { descr: 'as it was', prio: 'level1', pcTag: '16386', scope: '2097152' })
  for (let index = 0; index < HISTORY.domains; index++)
    store.add('fvBD', domainOf(index), { descr: 'as it was', arpFlood: 'no', mtu: '9000', unicastRoute: 'yes' })
}

const numbered = (number: number): string => String(number).padStart(4, '0')
export const epgOf = (index: number): string =>
  `uni/tn-tenant${numbered(Math.floor(index / EPGS_A_TENANT))}/ap-app/epg-web${numbered(index % EPGS_A_TENANT)}`
export const domainOf = (index: number): string => `uni/tn-tenant${numbered(index % 20)}/BD-domain${numbered(index)}`

function addTwoTenants(store: Store): void {
  for (const name of ['a', 'b']) store.add('fvTenant', `uni/tn-${name}`)
}

/** Ports of about a thousand nodes: some properties are all alike, some all different, as in a real fabric. */
function addPorts(store: Store): void {
  for (let index = 0; index < PORT_OBJECTS; index++) {
    const [node, port] = [101 + Math.floor(index / PORTS_A_NODE), 1 + (index % PORTS_A_NODE)]
    store.add('l1PhysIf', `topology/pod-1/node-${node}/sys/phys-[eth1/${port}]`, {
      ...Object.fromEntries(PORT_PROPERTIES.map((name, place) => [name, `${name}-${index % (place + 2)}`])),
      id: `eth1/${port}`,
      descr: `patched ${(index * SCATTER + 1) % PORT_OBJECTS}`,
      mtu: port % 3 === 0 ? '9000' : '1500',
      speed: port > 48 ? '100G' : '25G',
    })
  }
}
