import { expect, it } from 'vitest'
import { wordStarts } from './word-starts.ts'

it.each([
  ['fvBD', 'fv|B|D'],
  ['fvAEPg', 'fv|A|E|Pg'],
  ['l1PhysIf', 'l|1|Phys|If'],
  ['l3extOut', 'l|3|ext|Out'],
  ['eqptIngrBytes15min', 'eqpt|Ingr|Bytes|15|min'],
  ['tn_name', 'tn|_|name'],
  ['größe', 'größe'],
  ['', ''],
])('splits %s into words: %s', (name, parted) => {
  const starts = wordStarts(name)

  expect(starts.map((start, at) => name.slice(start, starts[at + 1])).join('|')).toBe(parted)
})
