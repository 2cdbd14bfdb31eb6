/** Splits a DN at the slashes outside brackets; undefined when brackets do not balance or a part is empty. */
export function splitDn(dn: string): string[] | undefined {
  if (dn === '') return []
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at <= dn.length; at++) {
    const char = dn[at]
    if (char === '[') depth++
    if (char === ']' && --depth < 0) return undefined
    if (char !== undefined && (char !== '/' || depth > 0)) continue
    if (char === '/' || depth === 0) {
      if (at === start) return undefined
      parts.push(dn.slice(start, at))
      start = at + 1
    }
  }
  return depth === 0 ? parts : undefined
}

/** DN of the parent; the empty DN (root) is the parent of one-part DNs. */
export function parentDn(dn: string): string {
  let depth = 0
  for (let at = dn.length - 1; at >= 0; at--) {
    const char = dn.charCodeAt(at)
    if (char === CLOSING) depth++
    else if (char === OPENING) depth--
    else if (char === SLASH && depth === 0) return dn.slice(0, at)
  }
  return ''
}

export function joinDn(parent: string, rn: string): string {
  return parent === '' ? rn : `${parent}/${rn}`
}

const CLOSING = 93
const OPENING = 91
const SLASH = 47

/** Reads naming values from the end of a DN: `rspathAtt-[{tDn}]` and `…/rspathAtt-[a/b]` give `{ tDn: 'a/b' }`. */
export function namingValues(rnFormat: string, dn: string): Record<string, string> {
  const parent = parentDn(dn)
  const rn = parent === '' ? dn : dn.slice(parent.length + 1)
  const names = namingProperties(rnFormat)
  const pattern = rnFormat.replace(/[[\]\-.]/g, '\\$&').replace(/\{\w+\}/g, '(.*)')
  const values = new RegExp(`^${pattern}$`, 's').exec(rn)?.slice(1) ?? []
  return Object.fromEntries(names.slice(0, values.length).map((name, index) => [name, values[index] ?? '']))
}

/** The properties in braces, in order. */
export function namingProperties(rnFormat: string): string[] {
  return [...rnFormat.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}
