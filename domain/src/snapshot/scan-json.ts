const QUOTE = 34
const COMMA = 44
const OPEN_LIST = 91
const BACKSLASH = 92
const CLOSE_LIST = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/**
 * The end of the JSON value that begins at `start`. The text must be JSON without spaces; throws if it is truncated.
 */
export function valueEnd(text: string, start: number): number {
  const first = text.charCodeAt(start)
  if (first === QUOTE) return stringEnd(text, start)
  return first === OPEN_LIST || first === OPEN_OBJECT ? nestedEnd(text, start) : wordEnd(text, start)
}

/**
 * The end of the JSON string that begins at `start`. Most contain no escaped quotes, so finding the next quote is
 * enough.
 */
export function stringEnd(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1)
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1)
  if (quote < 0) throw new Error(`JSON of ${text.length} characters: expected the string at ${start} to end`)
  return quote + 1
}

function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1
  while (text.charCodeAt(before) === BACKSLASH) before--
  return (quote - before) % 2 === 0
}

function nestedEnd(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length;) {
    const code = text.charCodeAt(at)
    if (code === OPEN_LIST || code === OPEN_OBJECT) depth++
    else if ((code === CLOSE_LIST || code === CLOSE_OBJECT) && --depth === 0) return at + 1
    at = code === QUOTE ? stringEnd(text, at) : at + 1
  }
  throw new Error(`JSON of ${text.length} characters: expected the value at ${start} to end`)
}

/** A number, `true`, `false` or `null`. */
function wordEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === COMMA || code === CLOSE_LIST || code === CLOSE_OBJECT) return at
  }
  return text.length
}
