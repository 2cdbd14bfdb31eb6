import { addressKey, macOf } from './addresses.ts'
import { canonicalNumber } from './numbers.ts'

/** How equality sees texts that are not the same: as numbers, or as spellings of one address. */
export type EqualityKind = 'number' | 'ip' | 'mac'

/** What all equal texts have in common; undefined for a text that is no number or address, and equals only itself. */
export function equalityKey(text: string, compare: EqualityKind | undefined): string | undefined {
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
