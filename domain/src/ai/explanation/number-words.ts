const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'
const SCALES = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
  ['billion', 1e9],
])

const values = new Map<string, number>([
  ...UNITS.split(' ').map((word, index) => [word, index] as const),
  ...TENS.split(' ').map((word, index) => [word, (index + 2) * 10] as const),
])

/** Numbers that no fact can bear out, because they are not exact. */
const VAGUE = /^(?:dozens|tens|scores|hundreds|thousands|millions|billions)$/

export type SpokenNumber = { readonly value: number; readonly words: number }

/**
 * The number that starts at a place in a list of lower-case words: `two`, `twenty-one`, `three hundred and five`,
 * `a dozen`. Undefined if there is none, or only `one`, which is seldom a count; not a number if it is vague.
 */
export function spokenNumberAt(words: readonly string[], start: number): SpokenNumber | undefined {
  const first = words[start] ?? ''
  if (VAGUE.test(first)) return { value: NaN, words: 1 }
  if (first === 'dozen') return { value: (values.get(words[start - 1] ?? '') ?? 1) * 12, words: 1 }
  if (words[start + 1] === 'dozen' && values.has(first)) return { value: values.get(first)! * 12, words: 2 }
  if (SCALES.has(first)) return { value: SCALES.get(first)!, words: 1 }
  const small = smallAt(words, start)
  if (small === undefined) return undefined
  const whole = scaled(words, start, small)
  return whole.words === 1 && first === 'one' ? undefined : whole
}

/** In percent. A `third` is more often the one after the second. */
export const spokenShare = (word: string): number | undefined =>
  word === 'half' ? 50 : word === 'quarter' ? 25 : undefined

/** Below a hundred: `seven`, `twenty`, `twenty-one`, `twenty one`. */
function smallAt(words: readonly string[], start: number): SpokenNumber | undefined {
  const first = words[start] ?? ''
  const [tens = '', unit = '', ...rest] = first.split('-')
  const [ten, one] = [values.get(tens), values.get(unit)]
  if (rest.length === 0 && ten !== undefined && ten >= 20 && one !== undefined && one > 0 && one < 10)
    return { value: ten + one, words: 1 }
  // `two-thirds`, `three-way`: something of which there are so many. `one-to-one` is not.
  if (unit !== '' && ten !== undefined && ten > 1) return { value: ten, words: 1 }
  const value = values.get(first)
  if (value === undefined) return undefined
  const next = values.get(words[start + 1] ?? '')
  return value >= 20 && next !== undefined && next > 0 && next < 10
    ? { value: value + next, words: 2 }
    : { value, words: 1 }
}

function scaled(words: readonly string[], start: number, small: SpokenNumber): SpokenNumber {
  const scale = SCALES.get(words[start + small.words] ?? '')
  if (scale === undefined) return small
  const value = small.value * scale
  const after = small.words + 1
  const skip = words[start + after] === 'and' ? 1 : 0
  const rest = smallAt(words, start + after + skip)
  if (rest === undefined) return { value, words: after }
  const lower = scaled(words, start + after + skip, rest)
  return lower.value < scale
    ? { value: value + lower.value, words: after + skip + lower.words }
    : { value, words: after }
}
