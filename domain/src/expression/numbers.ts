import { canonicalNumber } from '../values/numbers.ts'
import type { Operand } from './typed-values.ts'

/**
 * The number a value represents: a number, or plain decimal text, because controllers send every attribute as text.
 * Filters read numbers the same way: `007`, `0x10`, `1e3` and everything with a unit are text.
 */
export function asNumber(value: Operand): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  const canonical = typeof value === 'string' ? canonicalNumber(value) : undefined
  return canonical === undefined ? undefined : Number(canonical)
}
