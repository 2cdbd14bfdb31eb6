const SLASH = 47
const OPEN = 91
const CLOSE = 93

/**
 * The RNs of a DN, outermost first; undefined when brackets are unbalanced or an RN is empty. The root DN `''` has
 * none. A slash inside brackets belongs to a value, however deep the brackets are.
 */
export function splitDn(dn: string): string[] | undefined {
  if (dn === '') return []
  const rns: string[] = []
  let depth = 0
  let start = 0
  for (let index = 0; index <= dn.length; index++) {
    const code = index < dn.length ? dn.charCodeAt(index) : SLASH
    if (code === OPEN) depth++
    else if (code === CLOSE && --depth < 0) return undefined
    else if (code === SLASH && (depth === 0 || index === dn.length)) {
      if (index === start || depth > 0) return undefined
      rns.push(dn.slice(start, index))
      start = index + 1
    }
  }
  return rns
}

/** The DN without its last RN; `''` right below the root. Assumes a valid DN, because this runs once per object. */
export function parentDn(dn: string): string {
  const slash = dn.lastIndexOf('/')
  if (slash < 0) return ''
  // Nothing bracketed after the last slash, so no bracket can be open around it.
  if (dn.indexOf(']', slash) < 0) return dn.slice(0, slash)
  let depth = 0
  for (let index = dn.length - 1; index >= 0; index--) {
    const code = dn.charCodeAt(index)
    if (code === CLOSE) depth++
    else if (code === OPEN) depth--
    else if (code === SLASH && depth === 0) return dn.slice(0, index)
  }
  return ''
}

/** All DNs above one, nearest first, without the root DN `''`. */
export function ancestorDns(dn: string): string[] {
  const found: string[] = []
  for (let above = parentDn(dn); above !== ''; above = parentDn(above)) found.push(above)
  return found
}

/** Whether the object is below the ancestor, at any depth. It is not below itself; all are below the root DN `''`. */
export function isBelow(dn: string, ancestor: string): boolean {
  if (ancestor === '') return dn !== ''
  return dn.length > ancestor.length && dn.charCodeAt(ancestor.length) === SLASH && dn.startsWith(ancestor)
}

/** The DN of a child. */
export function joinDn(parent: string, rn: string): string {
  return parent === '' ? rn : `${parent}/${rn}`
}

/** Code unit order, never a locale's: equal content must sort equally everywhere. */
export function compareDn(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** `[text, name, text, name, …, text]`: literal text at even positions, naming properties at odd ones. */
const partsOf = (rnFormat: string) => rnFormat.split(/\{([^{}]*)\}/)

/**
 * The literal prefix of all RNs of a format, without the opening bracket of a value:
 * `rspathAtt-` for `rspathAtt-[{tDn}]`, the whole of `rsctx`.
 */
export function rnPrefix(rnFormat: string): string {
  const [prefix = '', name] = partsOf(rnFormat)
  return name !== undefined && prefix.endsWith('[') ? prefix.slice(0, -1) : prefix
}

/**
 * The naming values inside an RN, or undefined when it does not have the format.
 * A bracketed value ends at its matching bracket. A bare value that contains the text after it (`a-typ-b` in
 * `hports-{name}-typ-{type}`) is as long as possible.
 */
export function parseRn(rn: string, rnFormat: string): Record<string, string> | undefined {
  const [prefix = '', ...rest] = partsOf(rnFormat)
  const values = rn.startsWith(prefix) ? readValues(rn, prefix.length, prefix.endsWith('['), rest) : undefined
  // Object.fromEntries creates own properties of any name.
  return values && Object.fromEntries(values)
}

type Naming = readonly (readonly [name: string, value: string])[]

function readValues(rn: string, start: number, bracketed: boolean, parts: readonly string[]): Naming | undefined {
  const [name, literal = '', ...rest] = parts
  if (name === undefined) return start === rn.length ? [] : undefined
  for (const end of bracketed ? matchingBracket(rn, start) : possibleEnds(rn, start, literal, rest.length === 0)) {
    if (!rn.startsWith(literal, end)) continue
    const others = readValues(rn, end + literal.length, literal.endsWith('['), rest)
    if (others) return [[name, rn.slice(start, end)], ...others]
  }
  return undefined
}

function matchingBracket(rn: string, start: number): readonly number[] {
  let depth = 1
  for (let index = start; index < rn.length; index++) {
    if (rn[index] === '[') depth++
    else if (rn[index] === ']' && --depth === 0) return [index]
  }
  return []
}

/** Where a bare value may end, furthest first. */
function possibleEnds(rn: string, start: number, literal: string, isLast: boolean): readonly number[] {
  if (isLast) return [rn.length - literal.length].filter((end) => end >= start)
  if (literal === '') return [rn.length]
  const ends: number[] = []
  for (let end = rn.indexOf(literal, start); end >= 0; end = rn.indexOf(literal, end + 1)) ends.unshift(end)
  return ends
}

/** The RN of an object; undefined when a naming value is missing or invalid (a bare slash, an unbalanced bracket). */
export function buildRn(rnFormat: string, attributes: Readonly<Record<string, string>>): string | undefined {
  const parts = partsOf(rnFormat)
  let rn = ''
  for (const [index, part] of parts.entries()) {
    const text = index % 2 === 0 ? part : Object.hasOwn(attributes, part) ? attributes[part] : undefined
    if (text === undefined) return undefined
    rn += text
  }
  return splitDn(rn)?.length === 1 ? rn : undefined
}
