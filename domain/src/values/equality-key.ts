import type { Comparison } from '../canvas/canvas.ts'
import { addressKey, macOf } from './addresses.ts'
import { canonicalNumber } from './numbers.ts'

/** What all equal texts have in common; undefined for a text that is no number or address, and equals only itself. */
export function equalityKey(text: string, compare: Comparison | undefined): string | undefined {
  switch (compare) {
    case 'number':
      return canonicalNumber(text)
    case 'ip':
      return addressKey(text)
    case 'mac':
      return macOf(text)
    case undefined:
      return undefined
  }
}
