import type { Wire } from '../../lib/api/wire.ts'

/** The pack whose checks answer where an address is. */
export const LOOK_UP_PACK = 'aci-troubleshooting'

/** An address, as controllers write it. */
export type LookUp = {
  readonly kind: 'address' | 'subnet' | 'mac'
  readonly value: string
  /** The check of the pack that asks the same, and its parameter. */
  readonly check?: { readonly id: string; readonly parameter: string }
}

const IPV4 = /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/
const IPV6 = /^(?=.*:.*:)[0-9a-f:]{2,39}$/
/** Twelve digits in groups of one length, with one kind of sign between them. */
const MAC =
  /^([0-9a-f]{2}(?:([:. -])[0-9a-f]{2}(?:\2[0-9a-f]{2}){4})|[0-9a-f]{4}([:. -])[0-9a-f]{4}\3[0-9a-f]{4}|[0-9a-f]{6}[:.-][0-9a-f]{6}|[0-9a-f]{12})$/

/** Which address a text is; one that is still being typed is none. */
export function lookUpOf(text: string): LookUp | undefined {
  const typed = text.toLowerCase()
  if (MAC.test(typed)) {
    const pairs = typed.replaceAll(/[^0-9a-f]/g, '').match(/../g) ?? []
    return { kind: 'mac', value: pairs.join(':').toUpperCase(), check: { id: 'O17-mac', parameter: 'mac' } }
  }
  const [address = '', length, ...more] = typed.split('/')
  const value = IPV4.test(address) ? address : ipv6Of(address)
  if (value === undefined || more.length > 0) return undefined
  if (length === undefined) return { kind: 'address', value, check: { id: 'O17-ip', parameter: 'address' } }
  const isLength = /^\d{1,3}$/.test(length) && Number(length) <= (value.includes(':') ? 128 : 32)
  return isLength ? { kind: 'subnet', value: `${value}/${Number(length)}` } : undefined
}

/** As controllers write it: in lower case, without leading zeros, the longest run of zeros left out. */
function ipv6Of(text: string): string | undefined {
  if (!IPV6.test(text)) return undefined
  const url = `http://[${text}]`
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : undefined
}

/** What people name, in tenants, on switches and on their ports. */
const NAMED_CLASSES = [
  'fvTenant',
  'fvCtx',
  'fvBD',
  'fvAp',
  'fvAEPg',
  'vzBrCP',
  'l3extOut',
  'l3extInstP',
  'fabricNode',
  'infraAccPortP',
  'infraAccBndlGrp',
  'physDomP',
]
/** Where people configure networks. */
const SUBNET_CLASSES = ['fvSubnet', 'l3extSubnet', 'ipRouteP']

/** A text that is part of most names finds more than anybody reads. */
const MOST_NAMED = 200

type Draft = Wire.ExecuteDraftBody['draft']

/** Objects of some classes with this value. Which classes there are depends on the release of the controller. */
const draftOf = (
  classes: readonly string[],
  property: string,
  operator: 'eq' | 'contains' | 'overlaps',
  value: string,
): Draft => ({
  nodes: [
    {
      ...{ id: 'object', class_names: [...classes], properties: ['dn', property], primary: true, optional: true },
      filters: [{ property, operator, value }],
    },
  ],
  edges: [],
  post_processors: [{ id: 'first', type: 'limit', config: { count: MOST_NAMED } }],
})

/** Asks the same as the check of the pack, where it is not installed. A network finds those that overlap it. */
export function addressDraft({ kind, value }: LookUp): Draft {
  if (kind === 'mac') return draftOf(['fvCEp'], 'mac', 'eq', value)
  return kind === 'subnet' ? draftOf(SUBNET_CLASSES, 'ip', 'overlaps', value) : draftOf(['fvIp'], 'addr', 'eq', value)
}

/** Objects of many classes whose name has the text in it. */
export const nameDraft = (text: string): Draft => draftOf(NAMED_CLASSES, 'name', 'contains', text)

/** Those with the very name first, then those that begin with it. */
export function byName<Row extends Readonly<Record<string, unknown>>>(rows: readonly Row[], text: string): Row[] {
  const wanted = text.toLowerCase()
  const fit = ({ name }: Row): number => {
    const known = typeof name === 'string' ? name.toLowerCase() : ''
    return known === wanted ? 0 : known.startsWith(wanted) ? 1 : 2
  }
  return rows.toSorted((one, other) => fit(one) - fit(other))
}

/** The smallest networks first: every address overlaps a default route. */
export function bySize<Row extends Readonly<Record<string, unknown>>>(rows: readonly Row[]): Row[] {
  const lengthOf = ({ ip }: Row): number => (typeof ip === 'string' ? Number(ip.split('/')[1] ?? 0) : 0)
  return rows.toSorted((one, other) => lengthOf(other) - lengthOf(one))
}

/** What the controller lets people name objects. */
const NAME = /^[A-Za-z0-9_.:-]{2,64}$/
export const isName = (text: string): boolean => NAME.test(text) && lookUpOf(text) === undefined
