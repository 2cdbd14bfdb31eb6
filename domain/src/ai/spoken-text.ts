const INVISIBLE = /[\p{C}\p{Z}]+/gu
const LINK = /\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S+/i
const LINKS = new RegExp(LINK, 'gi')
const TAG = /<\/?[a-z][^<>]{0,200}>/gi
const MARKUP = /[<>`*_#|~\\]+(?=\s|$)|(?:^|(?<=\s))[<>`*_#|~\\]+|[<>`\\]|\*{2,}/g

/**
 * A text that a language model wrote, as people may see it: one paragraph without markup, links or invisible
 * characters. What a class description made the model say must not become a page's markup or an address to click on.
 */
export function spokenText(text: unknown, longest: number): string {
  if (typeof text !== 'string') return ''
  const line = plain(text, longest).replace(LINKS, '').replace(/ {2,}/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line
}

/** Without its link, a sentence would be a stump: better to leave all of it out. */
export const holdsLink = (sentence: string): boolean => LINK.test(plain(sentence, sentence.length))

/** Markup within an address hides it, so that goes first. */
function plain(text: string, longest: number): string {
  // Cut first: the text may be huge.
  return text
    .slice(0, longest * 4)
    .replace(INVISIBLE, ' ')
    .replace(TAG, '')
    .replace(MARKUP, '')
}
