import type { Wire } from '../../../lib/api/wire.ts'

type Property = Wire.MimProperty

/** Naming ones first, then `dn`, then by name. */
export function inOrder(properties: readonly Property[]): readonly Property[] {
  const rank = ({ naming, name }: Property) => (naming === true ? 0 : name === 'dn' ? 1 : 2)
  return properties.toSorted((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))
}

/** Those whose name, label or a value has every word of a text, and that are of a type. */
export function filtered(properties: readonly Property[], text: string, type: string | undefined): readonly Property[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  return properties.filter((property) => {
    if (type !== undefined && property.type !== type) return false
    const said = [property.name, property.label, ...property.values].join('\n').toLowerCase()
    return wanted.every((word) => said.includes(word))
  })
}

/** What the frame of a value takes besides its letters. */
const FRAME = 2

/** How many values fit into a line of so many letters: at least one, and no single one is left over. */
export function fitting(values: readonly string[], room: number): number {
  let taken = 0
  const first = values.findIndex((value) => (taken += value.length + FRAME) > room)
  const fit = first === -1 ? values.length : Math.max(1, first)
  return fit === values.length - 1 ? values.length : fit
}
