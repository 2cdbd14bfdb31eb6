import { expect, it } from 'vitest'
import { formatBytes } from './bytes.ts'

it.each([
  [0, '0 B'],
  [827, '827 B'],
  [12_345, '12.3 kB'],
  [437_000_000, '437 MB'],
])('%d bytes are "%s"', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
