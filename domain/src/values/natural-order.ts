/**
 * Text whose order by code units is the natural order of the text it was made from: runs of digits by value, anything
 * else by code point. Texts that differ only in leading zeros have the same key.
 */
export function naturalKey(text: string): string {
  return DIGITS_OR_HIGH.test(text)
    ? text.replaceAll(RUNS, (run) => (isDigit(run) ? digitsKey(run) : highKey(run)))
    : text
}

const DIGITS_OR_HIGH = /[0-9\ud800-\uffff]/
const RUNS = /[0-9]+|[\ud800-\uffff]+/g
const LONGEST_COUNT = 0xd000

const isDigit = (run: string): boolean => run.charCodeAt(0) <= 57

// The number of digits comes first: of two numbers, the one with more digits is greater. The zero in front keeps the
// run where digits are among all characters.
function digitsKey(run: string): string {
  let zeros = 0
  while (zeros < run.length - 1 && run.charCodeAt(zeros) === 48) zeros++
  const digits = zeros === 0 ? run : run.slice(zeros)
  return `0${String.fromCharCode(Math.min(digits.length, LONGEST_COUNT))}${digits}`
}

// Surrogates stand for code points above all others, but have lower code units than some of these.
function highKey(run: string): string {
  let key = ''
  for (let index = 0; index < run.length; index++) {
    const unit = run.charCodeAt(index)
    key += String.fromCharCode(unit >= 0xe000 ? unit - 0x800 : unit + 0x2000)
  }
  return key
}

/** Negative, zero or positive: `eth1/2` before `eth1/10`; texts with the same numbers by code unit. */
export function compareNatural(a: string, b: string): number {
  return compareUnits(naturalKey(a), naturalKey(b)) || compareUnits(a, b)
}

/** By code units. */
export const compareUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
