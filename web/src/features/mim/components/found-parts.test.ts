import { expect, it } from 'vitest'
import { foundParts } from './found-parts.ts'

const marked = (text: string, typed: string): string =>
  foundParts(text, typed)
    .map((part) => (part.isFound ? `[${part.text}]` : part.text))
    .join('')

it.each([
  ['fvBD', 'bd', 'fv[BD]'],
  ['fvBD', 'FVBD', '[fvBD]'],
  ['Bridge Domain', 'domain bri', '[Bri]dge [Domain]'],
  ['Bridge Domain', 'bd', '[B]ridge [D]omain'],
  ['infraAttEntityP', 'aep', 'infra[A]tt[E]ntity[P]'],
  ['fvBD', 'brigde', 'fvBD'],
  ['fvBD', '', 'fvBD'],
  ['eth1/10 port', '1/10', 'eth[1]/[10] port'],
])('%s with “%s” typed is marked as %s', (text, typed, expected) => {
  expect(marked(text, typed)).toBe(expected)
})
