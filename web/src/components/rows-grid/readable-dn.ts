import { splitDn } from '@heddle/domain/dn/dn.ts'

/** A step of a DN: `tn-` says what it is, `common` which one. */
export type DnPart = { readonly prefix: string; readonly name: string }

/** The steps of a DN from the outside in, without the root that all of them share; undefined when it is none. */
export function readableDn(dn: string): readonly DnPart[] | undefined {
  const rns = splitDn(dn)
  if (!rns || rns.length < 2) return undefined
  const steps = ['uni', 'topology'].includes(rns[0]!) ? rns.slice(1) : rns
  return steps.map((rn) => {
    const dash = rn.indexOf('-')
    return dash < 0
      ? { prefix: '', name: rn }
      : { prefix: rn.slice(0, dash + 1), name: unbracketed(rn.slice(dash + 1)) }
  })
}

const unbracketed = (name: string): string => (name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name)

/** Columns that hold DNs, as far as their names tell. */
export const isDnColumn = (name: string): boolean => /(?:^|\.)(?:dn|tDn|scopeDn|.*Dn)$/.test(name)
