import { cut, texts } from './read-json.ts'

const LONGEST = 4_000
const PLACEHOLDER = /^(?:null|tbd|na|n\/a|none|no comments?)?[.]?$/i

/** The paragraphs of a `comment` in one line, without those that are only a placeholder word; empty when nothing is left. */
export function parseDescription(comment: unknown): string {
  const paragraphs = (typeof comment === 'string' ? [comment] : texts(comment)).map(collapse)
  return cut(paragraphs.filter((paragraph) => !PLACEHOLDER.test(paragraph)).join(' '), LONGEST)
}

/** What `collapse` would change. */
const UNTIDY = /[^\S ]| {2}|^ | $/

/** One line: white space of any kind and length becomes one blank. */
export function collapse(value: string): string {
  // Most texts are one line already.
  if (value.length <= 4 * LONGEST && !UNTIDY.test(value)) return value
  // Cut before as well: white space is not worth searching through megabytes.
  return value
    .slice(0, 4 * LONGEST)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
