/** A piece of a text, and whether it was sought. */
type TextPart = { readonly text: string; readonly isFound: boolean }

const LETTERS = /[\p{L}\p{N}]+/gu

/**
 * A text with what was typed marked in it: words wherever they stand, else the beginnings of its humps (`aep` in
 * `infraAttEntityP`). What was found in spite of a typing error has no mark.
 */
export function foundParts(text: string, typed: string): readonly TextPart[] {
  const marks = new Set<number>()
  for (const [word] of typed.toLowerCase().matchAll(LETTERS)) for (const at of placesOf(text, word)) marks.add(at)
  const parts: { text: string; isFound: boolean }[] = []
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at)
    const isFound = marks.has(at)
    const last = parts.at(-1)
    if (last?.isFound === isFound) last.text += letter
    else parts.push({ text: letter, isFound })
  }
  return parts
}

function placesOf(text: string, word: string): readonly number[] {
  const from = text.toLowerCase().indexOf(word)
  if (from !== -1) return Array.from(word, (_letter, index) => from + index)
  return word.length > 1 ? humpsOf(text, word) : []
}

/** Where the letters of a word begin the humps of a text, in order. */
function humpsOf(text: string, word: string): readonly number[] {
  const starts = Array.from({ length: text.length }, (_, at) => at).filter((at) => isHump(text, at))
  const initials = starts.map((at) => text[at]!.toLowerCase()).join('')
  const first = initials.indexOf(word)
  return first === -1 ? [] : starts.slice(first, first + word.length)
}

function isHump(text: string, at: number): boolean {
  const letter = text.charAt(at)
  if (/\p{Lu}/u.test(letter)) return true
  return LETTER.test(letter) && (at === 0 || !LETTER.test(text.charAt(at - 1)))
}

const LETTER = /[\p{L}\p{N}]/u
