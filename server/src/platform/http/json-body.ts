import secureJson from 'secure-json-parse'
import { FieldErrors } from '../../kernel/errors.ts'

export const BODY_LIMIT_BYTES = 10_485_760
const MAX_DEPTH = 64
const MAX_VALUES = 100_000

/** Parses a request body; an empty one is undefined. Throws FieldErrors if it is not JSON, too deep or too large. */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined
  checkSize(text)
  try {
    return secureJson.parse(text, { protoAction: 'remove', constructorAction: 'remove' })
  } catch (error: unknown) {
    throw FieldErrors.nonField(`Malformed JSON: ${error instanceof Error ? error.message.slice(0, 200) : 'not readable'}`)
  }
}

/**
 * How many characters follow the backslash of an escape. NUL and unpaired surrogates cannot be stored: they are
 * rejected here, for every field at once. Unescaped, neither can arrive: JSON forbids the one and UTF-8 the other.
 */
function escapeLength(text: string, at: number): number {
  if (text[at + 1] !== 'u') return 1
  const unit = Number.parseInt(text.slice(at + 2, at + 6), 16)
  const isHigh = unit >= 0xd800 && unit <= 0xdbff
  const isLow = unit >= 0xdc00 && unit <= 0xdfff
  if (isHigh && /^\\u[dD][c-fC-F]/.test(text.slice(at + 6, at + 10))) return 11
  if (unit === 0 || isHigh || isLow)
    throw FieldErrors.nonField('The body contains a character that cannot be stored (NUL or half of a surrogate pair).')
  return 5
}

/** Checks before parsing, so that a hostile body costs a scan but no memory. */
function checkSize(text: string): void {
  let depth = 0
  let values = 1
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (inString) {
      if (char === 0x5c) i += escapeLength(text, i)
      else if (char === 0x22) inString = false
      continue
    }
    if (char === 0x22) inString = true
    else if (char === 0x7b || char === 0x5b) {
      depth++
      values++
      if (depth > MAX_DEPTH) throw FieldErrors.nonField(`The body is nested deeper than ${MAX_DEPTH} levels.`)
    } else if (char === 0x7d || char === 0x5d) depth--
    else if (char === 0x2c) values++
  }
  if (values > MAX_VALUES) throw FieldErrors.nonField(`The body has more than ${MAX_VALUES} values.`)
}
