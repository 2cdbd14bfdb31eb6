import type { Hint } from './vocabulary.ts'

type Literal = {
  readonly pattern: RegExp
  readonly write: (found: RegExpExecArray) => string
  readonly in: readonly string[]
}

const whole = (found: RegExpExecArray) => found[0]
const first = (found: RegExpExecArray) => found[1] ?? ''

/** Values that can be recognized in a question, and the properties that hold them, the most likely first. */
const LITERALS: readonly Literal[] = [
  {
    pattern: /\b\d{1,3}(?:\.\d{1,3}){3}\/\d{1,2}\b/,
    write: whole,
    in: ['fvSubnet.ip', 'l3extSubnet.ip', 'uribv4Route.prefix', 'ipRouteP.ip'],
  },
  {
    pattern: /\b\d{1,3}(?:\.\d{1,3}){3}\b(?!\/)/,
    write: whole,
    in: ['fvIp.addr', 'fvCEp.ip', 'epmIpEp.addr', 'bgpPeer.addr'],
  },
  {
    pattern: /\b[\da-f]{2}(?:[:-][\da-f]{2}){5}\b/i,
    write: (found) => found[0].replaceAll('-', ':').toUpperCase(),
    in: ['fvCEp.mac', 'epmMacEp.addr'],
  },
  { pattern: /\beth(?:ernet)? ?(\d{1,3}\/\d{1,3})\b/i, write: (found) => `eth${first(found)}`, in: ['l1PhysIf.id'] },
  { pattern: /\bports? (\d{1,5})\b(?!\/)/i, write: first, in: ['vzEntry.dFromPort', 'vzEntry.dToPort'] },
  {
    pattern: /\bvlan[ -]?(\d{1,4})\b/i,
    write: (found) => `vlan-${first(found)}`,
    in: ['vlanCktEp.encap', 'fvRsPathAtt.encap', 'fvCEp.encap'],
  },
  { pattern: /\b(?:node|leaf|spine|switch)[ -]?(\d{1,4})\b/i, write: first, in: ['fabricNode.id', 'topSystem.id'] },
  { pattern: /\bF\d{4,}\b/i, write: (found) => found[0].toUpperCase(), in: ['faultInst.code', 'faultRecord.code'] },
]

/** Addresses, VLANs, ports, nodes and fault codes in a question, as conditions on the properties that hold them. */
export function literalsOf(text: string): readonly { readonly term: string; readonly hints: readonly Hint[] }[] {
  return LITERALS.flatMap((literal) => {
    const found = literal.pattern.exec(text)
    if (!found) return []
    const value = literal.write(found)
    return [{ term: found[0], hints: literal.in.map((name) => hint(name, value)) }]
  })
}

function hint(name: string, value: string): Hint {
  const [className = '', property = ''] = name.split('.')
  return { class_name: className, property, operator: 'eq', value }
}
