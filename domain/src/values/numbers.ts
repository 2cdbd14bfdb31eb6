const PLAIN_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/
// Decimals of up to 15 digits all map to different doubles.
const EXACT_DIGITS = 15
const MOST_DIGITS = 100
// With a sign and a point.
const LONGEST_NUMBER = MOST_DIGITS + 2

/**
 * A plain decimal number (`9000`, `-1.50`) without insignificant zeros, or undefined for any other text. Two numbers
 * are equal exactly when their canonical forms are the same text, whatever their size: nothing is rounded. `007`, `+5`,
 * `0x10` and `1e3` are text: identifiers look like that. So is everything with more than a hundred digits.
 */
export function canonicalNumber(text: string): string | undefined {
  const first = text.charCodeAt(0)
  // Most values are words; this skips the pattern for them.
  if (!(first >= 48 && first <= 57) && first !== 45) return undefined
  if (text.length > LONGEST_NUMBER || !PLAIN_NUMBER.test(text) || countDigits(text) > MOST_DIGITS) return undefined
  const shorter = text.includes('.') ? withoutTrailingZeros(text) : text
  return shorter === '-0' ? '0' : shorter
}

function countDigits(number: string): number {
  return number.length - Number(number.startsWith('-')) - Number(number.includes('.'))
}

/** Cut from the end: a pattern would begin anew at each zero. */
function withoutTrailingZeros(fraction: string): string {
  let end = fraction.length
  while (fraction[end - 1] === '0') end--
  if (fraction[end - 1] === '.') end--
  return fraction.slice(0, end)
}

/** The text of a number, always plain: `1e21` is written out; a tiny one keeps 99 decimals. */
export function numberText(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  return Math.abs(value) >= 1 ? String(BigInt(value)) : value.toFixed(MOST_DIGITS - 1)
}

/** Negative, zero or positive, for two canonical numbers. */
export function compareNumbers(a: string, b: string): number {
  if (a.length <= EXACT_DIGITS && b.length <= EXACT_DIGITS) return Number(a) - Number(b)
  const negative = a.startsWith('-')
  if (negative !== b.startsWith('-')) return negative ? -1 : 1
  return negative ? compareMagnitudes(b.slice(1), a.slice(1)) : compareMagnitudes(a, b)
}

function compareMagnitudes(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.')
  const [wholeB = '', fractionB = ''] = b.split('.')
  if (wholeA.length !== wholeB.length) return wholeA.length - wholeB.length
  if (wholeA !== wholeB) return wholeA < wholeB ? -1 : 1
  return fractionA < fractionB ? -1 : fractionA > fractionB ? 1 : 0
}
