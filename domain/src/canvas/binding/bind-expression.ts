import { canonicalNumber, numberText } from '../../values/numbers.ts'
import type { Scalar, Variables } from '../canvas.ts'
import { asText, type Embed, type Filled, type Given, fillText } from './fill-template.ts'

/**
 * An expression with its variables filled in as literals: text gets quotes, a plain number stays a number, a list
 * becomes a list. Inside quotes (`"prod-{{name}}"`) a variable is always text. Nothing in a value can end the quotes.
 */
export function bindExpression(template: string, variables: Variables): Filled<string> {
  return fillText(template, variables, asLiteral)
}

const asLiteral: Embed = (value, before) => {
  const place = placeAfter(before)
  if (place === 'code') return { text: literalOf(value) }
  if (place === 'comment') return { text: '' }
  return place.raw
    ? inRawQuotes(value, before)
    : place.escaped
      ? { fault: 'a backslash in front of it would change its meaning' }
      : inQuotes(value, before)
}

const inQuotes = asText((text) => ({ text: quoted(text).slice(1, -1) }))
const inRawQuotes = asText((text) => (/["'\r\n]/.test(text) ? { fault: 'a raw string cannot contain quotes or line breaks' } : { text }))

function literalOf(value: Given): string {
  if (typeof value === 'object') return `[${value.map(scalarLiteral).join(', ')}]`
  return scalarLiteral(value)
}

function scalarLiteral(value: NonNullable<Scalar>): string {
  if (typeof value === 'boolean') return String(value)
  const text = typeof value === 'number' ? numberText(value) : value
  const isNumber = typeof value === 'number' || (canonicalNumber(text) !== undefined && Number.isSafeInteger(Math.trunc(Number(text))))
  if (!isNumber) return quoted(text)
  // An integer too large to be exact is written as a double.
  const literal = Number.isSafeInteger(Number(text)) || text.includes('.') ? text : `${text}.0`
  return text.startsWith('-') ? `(${literal})` : literal
}

// CEL understands all of JSON's escapes.
const quoted = (text: string) => JSON.stringify(text.toWellFormed()).replaceAll("'", String.raw`\'`)

type Place = 'code' | 'comment' | { readonly quote: string; readonly raw: boolean; readonly escaped: boolean }

/** Where an unfinished expression ends: in code, in a comment, or inside quotes of some kind. */
function placeAfter(text: string): Place {
  let index = 0
  while (index < text.length) {
    if (text.startsWith('//', index)) {
      const end = text.indexOf('\n', index)
      if (end < 0) return 'comment'
      index = end + 1
      continue
    }
    const quote = /^(?:"""|'''|"|')/.exec(text.slice(index, index + 3))?.[0]
    if (!quote) {
      index++
      continue
    }
    const raw = /(?:^|[^\w])(?:[rR][bB]?|[bB][rR])$/.test(text.slice(Math.max(0, index - 3), index))
    const inside = endOfQuotes(text, index + quote.length, quote, raw)
    if (inside.end === undefined) return { quote, raw, escaped: inside.escaped }
    index = inside.end
  }
  return 'code'
}

function endOfQuotes(
  text: string,
  start: number,
  quote: string,
  raw: boolean,
): { readonly end: number | undefined; readonly escaped: boolean } {
  for (let index = start; index < text.length; index++) {
    if (text[index] === '\\' && !raw) {
      index++
      if (index === text.length) return { end: undefined, escaped: true }
    } else if (text.startsWith(quote, index)) return { end: index + quote.length, escaped: false }
  }
  return { end: undefined, escaped: false }
}
