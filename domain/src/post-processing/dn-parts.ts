import { splitDn } from '../dn/dn.ts'

/** Where to find a part of a DN: behind a prefix and, if that is ambiguous, below a certain RN or only in brackets. */
type Place = { readonly prefix: string; readonly below?: string; readonly bracketed?: true }

const INTERFACES = ['phys-', 'aggr-', 'lb-', 'svi-', 'mgmt-', 'tunnel-', 'encrtd-', 'vlanif-']

/** In the order of columns. */
const PLACES: Readonly<Record<string, readonly Place[]>> = {
  tenant: [{ prefix: 'tn-' }],
  vrf: [{ prefix: 'ctx-', below: 'tn-' }],
  bd: [{ prefix: 'BD-', below: 'tn-' }],
  subnet: [{ prefix: 'subnet-' }, { prefix: 'extsubnet-' }],
  ap: [{ prefix: 'ap-', below: 'tn-' }],
  epg: [{ prefix: 'epg-', below: 'ap-' }],
  esg: [{ prefix: 'esg-', below: 'ap-' }],
  endpoint: [{ prefix: 'cep-' }],
  contract: [{ prefix: 'brc-', below: 'tn-' }, { prefix: 'oobbrc-', below: 'tn-' }],
  subject: [{ prefix: 'subj-', below: 'brc-' }, { prefix: 'subj-', below: 'oobbrc-' }],
  filter: [{ prefix: 'flt-', below: 'tn-' }],
  l3out: [{ prefix: 'out-', below: 'tn-' }],
  external_epg: [{ prefix: 'instP-' }],
  node_profile: [{ prefix: 'lnodep-' }],
  interface_profile: [{ prefix: 'lifp-' }],
  domain: [
    { prefix: 'dom-', below: 'vmmp-' },
    ...['phys-', 'l2dom-', 'l3dom-', 'fc-'].map((prefix) => ({ prefix, below: 'uni' })),
  ],
  vmm_provider: [{ prefix: 'vmmp-', below: 'uni' }],
  pod: [{ prefix: 'pod-' }],
  node: [{ prefix: 'node-' }, { prefix: 'paths-' }, { prefix: 'protpaths-' }],
  fex: [{ prefix: 'extpaths-' }, { prefix: 'extprotpaths-' }],
  interface: [{ prefix: 'pathep-', bracketed: true }, ...INTERFACES.map((prefix) => ({ prefix, bracketed: true as const }))],
} // prettier-ignore

export const DN_PARTS: readonly string[] = Object.keys(PLACES)

/** DNs nested in brackets: real ones stop at two levels. */
const DEEPEST = 5

/**
 * The parts a DN names: `uni/tn-A/ap-x/epg-y` has the tenant A. Values have no prefix or brackets. Parts the DN itself
 * does not name are taken from DNs in its brackets (the path of a static port names pod, node and interface). Text that
 * is not a DN has no parts.
 */
export function dnParts(dn: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  collect(dn, found, DEEPEST)
  return found
}

function collect(dn: string, found: Map<string, string>, depth: number): void {
  const rns = splitDn(dn) ?? []
  for (const [index, rn] of rns.entries()) {
    const part = partAt(rn, rns[index - 1] ?? '')
    if (part !== undefined && !found.has(part.name)) found.set(part.name, part.value)
  }
  if (depth === 0 || !dn.includes('[')) return
  for (const inner of rns.flatMap(bracketed)) if (inner.includes('/')) collect(inner, found, depth - 1)
}

/** Places by prefix: an RN is looked up instead of compared with every prefix, for possibly a million DNs. */
const BY_PREFIX = Map.groupBy(
  Object.entries(PLACES).flatMap(([name, places]) => places.map((place) => ({ name, place }))),
  ({ place }) => place.prefix,
)

function partAt(rn: string, parent: string): { readonly name: string; readonly value: string } | undefined {
  const prefix = rn.slice(0, rn.indexOf('-') + 1)
  const found = BY_PREFIX.get(prefix)?.find(({ place }) => fits(place, rn, parent))
  return found && { name: found.name, value: withoutBrackets(rn.slice(prefix.length)) }
}

function fits({ prefix, below = '', bracketed: inBrackets }: Place, rn: string, parent: string): boolean {
  if (rn.length === prefix.length || !parent.startsWith(below)) return false
  return inBrackets !== true || rn.charAt(prefix.length) === '['
}

function withoutBrackets(value: string): string {
  return value.startsWith('[') && value.endsWith(']') ? value.slice(1, -1) : value
}

/** The contents of the outermost brackets of an RN. */
function bracketed(rn: string): string[] {
  const inside: string[] = []
  let depth = 0
  let start = 0
  for (let i = 0; i < rn.length; i++) {
    if (rn[i] === '[' && ++depth === 1) start = i + 1
    else if (rn[i] === ']' && --depth === 0) inside.push(rn.slice(start, i))
  }
  return inside
}
