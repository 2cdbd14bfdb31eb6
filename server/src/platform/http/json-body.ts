import secureJson from 'secure-json-parse'
import { FieldErrors } from '../../kernel/errors.ts'

export const BODY_LIMIT_BYTES = 10_485_760

/** A limit of bytes as people read it: `10 MB`. */
export const inMegabytes = (bytes: number): string => `${Math.floor(bytes / 1_000_000)} MB`

const MAX_DEPTH = 64
const MAX_VALUES = 100_000

/** Parses a request body; an empty one is undefined. Throws FieldErrors if it is not JSON, too deep or too large. */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined
  checkSize(text)
  const body = parse(text)
  if (SUSPICIOUS_ESCAPE.test(text) && !isStorable(body))
    throw FieldErrors.nonField('The body contains a character that cannot be stored (NUL or half of a surrogate pair).')
  return body
}

function parse(text: string): unknown {
  try {
    return secureJson.parse(text, { protoAction: 'remove', constructorAction: 'remove' })
  } catch (error: unknown) {
    throw FieldErrors.nonField(
      `Malformed JSON: ${error instanceof Error ? error.message.slice(0, 200) : 'not readable'}`,
    )
  }
}

// Unescaped, neither can arrive: JSON forbids NUL, and UTF-8 half of a surrogate pair.
const SUSPICIOUS_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (value === null || typeof value !== 'object') return true
  if (Array.isArray(value)) return value.every(isStorable)
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner))
}

/** Checks before parsing, so that a hostile body costs a scan but no memory. */
function checkSize(text: string): void {
  let depth = 0
  let values = 1
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (char === 0x22) i = endOfString(text, i)
    else if (char === 0x7b || char === 0x5b) {
      depth++
      values++
      if (depth > MAX_DEPTH) throw FieldErrors.nonField(`The body is nested deeper than ${MAX_DEPTH} levels.`)
    } else if (char === 0x7d || char === 0x5d) depth--
    else if (char === 0x2c) values++
  }
  if (values > MAX_VALUES) throw FieldErrors.nonField(`The body has more than ${MAX_VALUES} values.`)
}

/** Position of the quote that ends the string which starts at `start`. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (char === 0x5c) i++
    else if (char === 0x22) return i
  }
  return text.length
}
