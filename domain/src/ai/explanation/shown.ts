const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\s]+/gu

/** A text of a user or a controller within a sentence of ours: one line, not too long. */
export function shown(text: string, longest = 80): string {
  // Cut first: the text may be huge.
  const line = text
    .slice(0, longest * 4)
    .replace(INVISIBLE, ' ')
    .trim()
  return line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line
}

/** `a, b and c`; names what does not fit as a number: `a, b and 3 more`. */
export function listed(items: readonly string[], most = 5, last = 'and'): string {
  const rest = items.length - most
  const parts = rest > 0 ? [...items.slice(0, most), `${counted(rest)} more`] : items
  if (parts.length < 2) return parts.join('')
  return `${parts.slice(0, -1).join(', ')} ${rest > 0 ? 'and' : last} ${parts.at(-1)}`
}

export const counted = (count: number): string => count.toLocaleString('en')

/** `1 row`, `1,200 rows`. */
export const some = (count: number, one: string, many = `${one}s`): string =>
  `${counted(count)} ${count === 1 ? one : many}`

export const asSentence = (text: string): string => {
  const whole = text.trim()
  return `${whole.slice(0, 1).toUpperCase()}${whole.slice(1)}${/[.:!?…]$/.test(whole) ? '' : '.'}`
}
