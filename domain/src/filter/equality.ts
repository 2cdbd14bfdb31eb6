import type { Scalar } from '../canvas/canvas.ts'
import { type EqualityKind, equalityKey } from '../values/equality-key.ts'
import { canonicalNumber } from '../values/numbers.ts'
import { textOf } from '../values/compare-texts.ts'
import type { ValueTest } from './value-test.ts'

/**
 * Text equals the same text and no other: `1.1` is not `1.10`. A number, wanted or found, equals every text that spells
 * it, and `compare` says what else is equal. True and false also find the controller's spellings.
 */
export function isOneOf(wanted: readonly Scalar[], compare?: EqualityKind): ValueTest {
  const texts = new Set(wanted.flatMap(spellings))
  const numbers = keySet(wanted, 'number', (value) => typeof value === 'number')
  const spelled = keySet(wanted, 'number')
  const same = compare === undefined ? undefined : keySet(wanted, compare)
  return (value) => {
    if (value === undefined || value === null) return false
    if (typeof value === 'boolean') return texts.has(value ? 'yes' : 'no') || texts.has(String(value))
    const text = textOf(value)
    if (texts.has(text)) return true
    if (same !== undefined && same.size > 0 && same.has(equalityKey(text, compare) ?? '')) return true
    const equal = typeof value === 'number' ? spelled : numbers
    return equal.size > 0 && equal.has(canonicalNumber(text) ?? '')
  }
}

/** What all spellings of the wanted values have in common, without those that have no other spelling. */
function keySet(
  wanted: readonly Scalar[],
  compare: EqualityKind,
  counts: (value: Scalar) => boolean = isSpelled,
): ReadonlySet<string> {
  return new Set(wanted.filter(counts).flatMap((value) => equalityKey(textOf(value), compare) ?? []))
}

const isSpelled = (value: Scalar): boolean => typeof value === 'string' || typeof value === 'number'

function spellings(wanted: Scalar): readonly string[] {
  if (wanted === null) return []
  if (typeof wanted === 'boolean') return wanted ? ['yes', 'true'] : ['no', 'false']
  return [textOf(wanted)]
}
