import type { Random } from '@heddle/domain/testing/random.ts'
import { HOSTILE_TEXTS, HOSTILE_VALUES } from './hostile-values.ts'

/** Where careless code breaks: controls, combining marks, right-to-left, halves of pairs, digits elsewhere. */
const RANGES: readonly (readonly [from: number, to: number])[] = [
  [0x20, 0x7e], [0x00, 0x1f], [0x80, 0x24f], [0x300, 0x36f], [0x590, 0x6ff], [0x2000, 0x206f], [0xd800, 0xdfff], [0xff00, 0xffef],
  [0x1d7ce, 0x1d7ff], [0x1f300, 0x1faff],
] // prettier-ignore

function strangeText(random: Random): string {
  const length = random.pick([1, 3, 30, 300])
  return Array.from({ length }, () => {
    const [from, to] = random.pick(RANGES)
    return String.fromCodePoint(from + random.below(to - from + 1))
  }).join('')
}

const anyText = (random: Random): string => (random.chance(0.5) ? random.pick(HOSTILE_TEXTS) : strangeText(random))

/** A text like the sample, with a few things wrong: cut, turned round, repeated often, or something strange inside. */
export function mutatedText(sample: string, random: Random): string {
  let text = random.chance(0.1) ? anyText(random) : sample
  for (let changes = 1 + random.below(3); changes > 0; changes--) text = changedOnce(text, random)
  return text
}

function changedOnce(text: string, random: Random): string {
  const [from, to] = [random.below(text.length + 1), random.below(text.length + 1)].sort((a, b) => a - b) as [
    number,
    number,
  ]
  switch (random.below(6)) {
    case 0:
      return text.slice(0, from) + text.slice(to)
    case 1:
      return text.slice(0, from) + anyText(random) + text.slice(from)
    case 2:
      return (
        text.slice(0, from) +
        text
          .slice(from, to)
          .repeat(random.pick([2, 10, 1_000]))
          .slice(0, 50_000) +
        text.slice(to)
      )
    case 3:
      return (
        text.slice(0, from) +
        random.pick(['(', ')', '[', ']', '{{', '}}', '/', '\\', '"', "'", ',', '*', '-', '0']) +
        text.slice(from)
      )
    case 4:
      return text.slice(to) + text.slice(0, from)
    default:
      return text.replaceAll(random.pick([...Array.from(text), 'a']), random.pick([...Array.from(text), '']))
  }
}

/** A value like the sample, of which some parts are hostile, missing, repeated, or in each other. */
export function mutatedValue(sample: unknown, random: Random): unknown {
  if (random.chance(0.06)) return random.chance(0.1) ? nested(sample, random) : random.pick(HOSTILE_VALUES)
  if (typeof sample === 'string') return random.chance(0.1) ? mutatedText(sample, random) : sample
  if (Array.isArray(sample)) return mutatedList(sample, random)
  if (typeof sample !== 'object' || sample === null) return sample
  return Object.fromEntries(
    Object.entries(sample).flatMap(([key, value]): [string, unknown][] => {
      if (random.chance(0.04)) return []
      return [[random.chance(0.03) ? anyText(random) : key, mutatedValue(value, random)]]
    }),
  )
}

function mutatedList(sample: readonly unknown[], random: Random): unknown[] {
  const items = sample.map((item) => mutatedValue(item, random))
  if (!random.chance(0.05)) return items
  const times = random.pick([0, 2, 200])
  return Array.from({ length: times }, () => items).flat()
}

/** As deep as a request body may be. */
function nested(sample: unknown, random: Random): unknown {
  const wrap = random.pick<(value: unknown) => unknown>([
    (not) => ({ not }),
    (any) => ({ any: [any] }),
    (value) => [value],
  ])
  let value = sample
  for (let depth = random.below(60); depth > 0; depth--) value = wrap(value)
  return value
}
