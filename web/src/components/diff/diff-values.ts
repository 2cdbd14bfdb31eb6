/** A piece of a text, and whether only this side has it. */
export type TextPart = { readonly text: string; readonly isOwn: boolean }

export type ValueDifference =
  /** Lists are sets: their order says nothing. */
  | {
      readonly kind: 'list'
      readonly added: readonly string[]
      readonly removed: readonly string[]
      readonly kept: readonly string[]
    }
  | { readonly kind: 'text'; readonly before: readonly TextPart[]; readonly after: readonly TextPart[] }

/** Beyond that, looking for what two texts share takes longer than reading them. */
const MOST_TOKENS = 400
/** Two texts that share less than this are two texts: marks all over would only hide that. */
const LEAST_SHARED = 0.25

/** What differs between two values of a field: items of lists, or pieces of texts. */
export function diffValues(before: unknown, after: unknown): ValueDifference {
  const lists = [listOf(before), listOf(after)] as const
  if (lists[0] && lists[1]) return diffLists(lists[0], lists[1])
  return diffTexts(textOfValue(before), textOfValue(after))
}

/** A value as text: plain lists with commas, other structures as JSON; nothing for null and what is absent. */
export function textOfValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every(isPlain)) return value.map(String).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number | boolean}`
}

const isPlain = (value: unknown): boolean => typeof value !== 'object'
const listOf = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.map((item) => textOfValue(item)) : undefined

function diffLists(before: readonly string[], after: readonly string[]): ValueDifference {
  const rest = [...after]
  const removed: string[] = []
  const kept: string[] = []
  for (const item of before) {
    const at = rest.indexOf(item)
    if (at < 0) removed.push(item)
    else kept.push(...rest.splice(at, 1))
  }
  return { kind: 'list', added: rest, removed, kept }
}

function diffTexts(before: string, after: string): ValueDifference {
  const whole = {
    kind: 'text',
    before: part(before, true),
    after: part(after, true),
  } as const
  const [a, b] = [tokensOf(before), tokensOf(after)]
  if (a.length > MOST_TOKENS || b.length > MOST_TOKENS) return whole
  const shared = sharedTokens(a, b)
  const sharedLetters = shared.reduce((sum, [place]) => sum + wordLetters(a[place]!), 0)
  const longest = Math.max(wordLetters(before), wordLetters(after))
  if (longest === 0 || sharedLetters / longest < LEAST_SHARED) return whole
  return {
    kind: 'text',
    before: partsOf(a, new Set(shared.map(([place]) => place))),
    after: partsOf(b, new Set(shared.map(([, place]) => place))),
  }
}

const part = (text: string, isOwn: boolean): readonly TextPart[] => (text === '' ? [] : [{ text, isOwn }])

/** Words, numbers, and each sign between them. */
const tokensOf = (text: string): readonly string[] => text.match(/[\p{L}_]+|\d+|\s+|[^\p{L}\d\s]/gu) ?? []
const wordLetters = (text: string): number => text.replaceAll(/[^\p{L}\d]/gu, '').length

/** The longest common subsequence, as pairs of places. */
function sharedTokens(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
  const pairs: (readonly [number, number])[] = []
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) pairs.push([i++, j++])
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i += 1
    else j += 1
  }
  return pairs
}

function partsOf(tokens: readonly string[], shared: ReadonlySet<number>): readonly TextPart[] {
  const parts: { text: string; isOwn: boolean }[] = []
  for (const [place, text] of tokens.entries()) {
    const isOwn = !shared.has(place)
    const last = parts.at(-1)
    if (last?.isOwn === isOwn) last.text += text
    else parts.push({ text, isOwn })
  }
  return parts
}
