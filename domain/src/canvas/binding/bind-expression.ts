import { instantText } from '../../values/instants.ts'
import { canonicalNumber, numberText } from '../../values/numbers.ts'
import type { Scalar } from '../canvas.ts'
import { ExpressionPlace } from './expression-place.ts'
import {
  asText,
  type Embed,
  type Filled,
  type Filling,
  type VariableValue,
  fillText,
  ok,
  type FilledText,
} from './fill-template.ts'

/**
 * An expression with its variables filled in as literals: text gets quotes, a plain number stays a number, a list
 * becomes a list. Inside quotes (`"prod-{{name}}"`) a variable is always text. Nothing in a value can end the quotes.
 */
export function bindExpression(template: string, filling: Filling): Filled<string> {
  const filled = fillText(template, filling, asLiterals)
  return filled.ok ? ok(withStart(filled.value, filling.now)) : filled
}

/** The expression with `now()` replaced by the start of the run, so that all rows see the same time. */
function withStart(expression: string, now: number): string {
  const place = new ExpressionPlace()
  let passed = 0
  const instant = instantText(now)
  return expression.replaceAll(/(?<![\w.])now\(\)/g, (call, index: number) => {
    place.pass(expression.slice(passed, index))
    passed = index
    return place.current === 'code' && instant !== undefined ? `timestamp("${instant}")` : call
  })
}

function asLiterals(): Embed {
  const place = new ExpressionPlace()
  return { write: (value) => literalAt(place, value), pass: (text) => place.pass(text) }
}

function literalAt(place: ExpressionPlace, value: VariableValue): FilledText {
  const found = place.current
  if (found === 'code') return { text: literalOf(value) }
  if (found === 'comment') return { text: '' }
  if (found.escaped) return { fault: 'a backslash in front of it would change its meaning' }
  return found.raw ? inRawQuotes(value) : inQuotes(value)
}

const inQuotes = asText((text) => ({ text: quoted(text).slice(1, -1) }))
const inRawQuotes = asText((text) =>
  /["'\r\n]/.test(text) ? { fault: 'a raw string cannot contain quotes or line breaks' } : { text },
)

function literalOf(value: VariableValue): string {
  if (typeof value === 'object') return `[${value.map(scalarLiteral).join(', ')}]`
  return scalarLiteral(value)
}

function scalarLiteral(value: NonNullable<Scalar>): string {
  if (typeof value === 'boolean') return String(value)
  const text = typeof value === 'number' ? numberText(value) : value
  const isNumber =
    typeof value === 'number' || (canonicalNumber(text) !== undefined && Number.isSafeInteger(Math.trunc(Number(text))))
  if (!isNumber) return quoted(text)
  // An integer too large to be exact is written as a double.
  const literal = Number.isSafeInteger(Number(text)) || text.includes('.') ? text : `${text}.0`
  return text.startsWith('-') ? `(${literal})` : literal
}

// CEL understands all of JSON's escapes.
const quoted = (text: string) => JSON.stringify(text.toWellFormed()).replaceAll("'", String.raw`\'`)
