import { cut, texts } from './read-json.ts'

const LONGEST = 4_000
const PLACEHOLDER = /^(?:null|tbd|na|n\/a|none|no comments?)?[.]?$/i

/**
 * The paragraphs of a `comment` in one line, without those that are only a placeholder word; empty if nothing is left.
 */
export function parseDescription(comment: unknown): string {
  const paragraphs = (typeof comment === 'string' ? [comment] : texts(comment)).map(collapse)
  return cut(paragraphs.filter((paragraph) => !PLACEHOLDER.test(paragraph)).join(' '), LONGEST)
}

/** Matches whatever `collapse` would change. */
const UNTIDY = /[^\S ]| {2}|^ | $/

/** Collapses white space of any kind and length to a single space. */
export function collapse(value: string): string {
  // Most texts already are a single line.
  if (value.length <= 4 * LONGEST && !UNTIDY.test(value)) return value
  // Truncate before replacing, too: megabytes are not worth searching for white space.
  return value
    .slice(0, 4 * LONGEST)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
