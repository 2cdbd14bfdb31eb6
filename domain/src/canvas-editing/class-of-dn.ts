import { parentDn, splitDn } from '../dn/dn.ts'
import { KNOWN_CLASSES, type KnownClass } from '../mim/known-classes.ts'

/** The class of the object with this DN, if the built-in table knows its RN: `uni/tn-common/BD-app` is an fvBD. */
export function classOfDn(dn: string): string | undefined {
  const rn = splitDn(dn)?.at(-1)
  if (rn === undefined) return undefined
  const fitting = [...KNOWN_CLASSES.values()].filter((known) => fits(known, rn))
  const parent = fitting.length > 1 ? classOfDn(parentDn(dn)) : undefined
  const below = fitting.filter(({ contained_by }) => parent !== undefined && contained_by.has(parent))
  return longest(below.length > 0 ? below : fitting)?.name
}

/** `epg-{name}` fits `epg-web`; `{x}` alone says nothing. */
function fits({ rn_format }: KnownClass, rn: string): boolean {
  const parts = rn_format.split(/\{\w+\}/)
  if (parts[0] === '') return false
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`).test(rn)
}

/** Of several, the one whose RN says most. */
const longest = (classes: readonly KnownClass[]): KnownClass | undefined =>
  classes.toSorted((one, other) => said(other) - said(one))[0]

const said = ({ rn_format }: KnownClass): number => rn_format.replace(/\{\w+\}/g, '').length
