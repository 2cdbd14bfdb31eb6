import type { ClassSearch } from '../search/class-search.ts'

type Suggestion = { readonly id: number; readonly score: number }

/** Further words add nothing. */
const MOST_WORDS = 24
/** Hits per phrase: lower-ranked ones are not what the user meant. */
const HITS_A_PHRASE = 10
/** By number of words: a match of two adjacent words is more likely meant than a match of one. */
const WEIGHTS = [0, 0.4, 1]

const FILLERS = new Set(
  `a about all an and any are as at be been but by can class classes could did do does each every find for from get give had has have how i in into is
  it its lack lacking last list many me missing more most much my need no not object objects of off on or our out over same see show since so some such
  tell than that the their them there these they this those to today under up use used uses using want was we were what when where which who whose why
  will with without would yesterday you your`.split(/\s+/),
)

/**
 * Classes for a plain-text question (`which bridge domains lack a VRF?`), best first, with scores up to 1. A text that
 * matches as a whole is searched as it is. Otherwise its words are searched, alone and in pairs, without filler words.
 */
export function suggestForQuestion(
  search: Pick<ClassSearch, 'search'>,
  text: string,
  limit: number,
): readonly Suggestion[] {
  const whole = classHits(search, text, limit)
  if (whole.length > 0) return whole
  const scores = new Map<number, number>()
  for (const { phrase, weight } of phrasesOf(text)) {
    for (const { id, score } of classHits(search, phrase, HITS_A_PHRASE))
      scores.set(id, (scores.get(id) ?? 0) + score * weight)
  }
  const best = [...scores].sort(([idA, a], [idB, b]) => b - a || idA - idB).slice(0, limit)
  const most = Math.max(1, best[0]?.[1] ?? 1)
  return best.map(([id, score]) => ({ id, score: score / most }))
}

function classHits(search: Pick<ClassSearch, 'search'>, text: string, limit: number): Suggestion[] {
  return search.search(text, { limit, type: 'class' }).flatMap((hit) => (hit.type === 'class' ? [hit] : []))
}

function phrasesOf(text: string): { readonly phrase: string; readonly weight: number }[] {
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_WORDS)
  const telling = words.map((word) => (FILLERS.has(word.toLowerCase()) ? undefined : singular(word)))
  return telling.flatMap((word, place) => {
    const next = telling[place + 1]
    return word === undefined ? [] : [phrase(word), ...(next === undefined ? [] : [phrase(word, next)])]
  })
}

const phrase = (...words: readonly string[]) => ({ phrase: words.join(' '), weight: WEIGHTS[words.length]! })

/** `policies` becomes `policy` and `domains` becomes `domain`; `class`, `status` and short names are unchanged. */
function singular(word: string): string {
  if (word.length < 4 || /(ss|us|is)$/i.test(word)) return word
  return word.replace(/ies$/i, 'y').replace(/s$/i, '')
}
