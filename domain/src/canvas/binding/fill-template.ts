import { textOf } from '../../values/compare-texts.ts'
import { isRelativeName, relativeInstant } from '../../values/instants.ts'
import { utf8Length } from '../../values/utf8-length.ts'
import { type FilledTexts, LARGEST_TEXT_BYTES, valueLength } from '../budget.ts'
import type { Scalar, Variables } from '../canvas.ts'
import type { Problem } from '../problem.ts'
import { show } from '../wire.ts'
import { type Placeholder, templateParts, wholePlaceholder } from './template.ts'

/** What a variable may be: one value, or a list of them. */
export type VariableValue = NonNullable<Scalar> | readonly NonNullable<Scalar>[]

/** The values to fill in, the counter of what they fill, and when the run starts, in milliseconds. */
export type Filling = { readonly variables: Variables; readonly filled: FilledTexts; readonly now: number }

export type FillFault = Pick<Problem, 'code' | 'message'>
export type Filled<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly faults: readonly FillFault[] }

/** Writes the values of one text, each so that it stays a plain value in its place. */
export type Embed = {
  readonly write: (value: VariableValue) => FilledText
  /** Takes the finished text piece by piece, values included: what a place means depends on all in front of it. */
  readonly pass: (text: string) => void
}
export type FilledText = { readonly text: string } | { readonly fault: string }

export const ok = <Value>(value: Value): Filled<Value> => ({ ok: true, value })
export const bad = (message: string, code: FillFault['code'] = 'bad_value'): Filled<never> => ({
  ok: false,
  faults: [{ code, message }],
})

/** The value of one placeholder. A variable given as null is treated as missing. */
export function givenValue(
  { name, default: fallback }: Placeholder,
  { variables, now }: Pick<Filling, 'variables' | 'now'>,
): Filled<VariableValue> {
  if (isRelativeName(name)) return instantNamed(name, now)
  const value = valueOf(name, variables)
  if (isScalar(value)) return ok(value)
  if (Array.isArray(value) && value.every(isScalar)) return ok(value)
  if (value !== undefined && value !== null)
    return bad(`variable ${name}: expected text, a number, true or false, or a list of those, not ${show(value)}`)
  if (fallback !== undefined) return ok(fallback)
  return bad(missingVariable(name), 'missing_variable')
}

/** Says that the canvas uses a variable that has no value. */
export const missingVariable = (name: string): string =>
  `variable ${name} is missing: give it a value, or a default in the canvas ({{${name}=…}})`

function instantNamed(name: string, now: number): Filled<VariableValue> {
  const instant = relativeInstant(name, now)
  return instant === undefined ? bad(`{{${name}}} is not in any year from 0 to 9999`) : ok(instant)
}

const valueOf = (name: string, variables: Variables): unknown =>
  Object.hasOwn(variables, name) ? variables[name] : undefined

function isScalar(value: unknown): value is NonNullable<Scalar> {
  return (
    typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
  )
}

/**
 * Fills values into a template. Every fault is reported, not only the first, up to where the text becomes too large:
 * lengths are counted first, and a text that is too large is never built.
 */
export function fillText(template: string, filling: Filling, startEmbedding: () => Embed): Filled<string> {
  const { variables, filled } = filling
  const parts = templateParts(template)
  if (parts.every((part) => typeof part === 'string')) return ok(template)
  if (!filled.hasRoom) return NO_ROOM
  const embed = startEmbedding()
  const faults: FillFault[] = []
  const pieces: string[] = []
  let bytes = 0
  for (const part of parts) {
    const piece = typeof part === 'string' ? ok(part) : embedded(part, filling, embed)
    if (piece.ok) {
      embed.pass(piece.value)
      pieces.push(piece.value)
      bytes += utf8Length(piece.value)
    } else {
      faults.push(...piece.faults)
      bytes += workOf(part, variables)
    }
    if (bytes > LARGEST_TEXT_BYTES) break
  }
  const excess = filled.add(bytes)
  if (excess !== undefined) return { ok: false, faults: [...faults, { code: 'too_large', message: excess }] }
  return faults.length > 0 ? { ok: false, faults } : ok(pieces.join(''))
}

/** The run has filled too much, and has said so. */
const NO_ROOM: Filled<never> = { ok: false, faults: [] }

/** A value that does not fit counts like one that does, or thousands of places could look at it in vain. */
function workOf(part: string | Placeholder, variables: Variables): number {
  return typeof part === 'string' ? 0 : valueLength(valueOf(part.name, variables))
}

function embedded(placeholder: Placeholder, filling: Filling, embed: Embed): Filled<string> {
  const given = givenValue(placeholder, filling)
  if (!given.ok) return given
  const written = embed.write(given.value)
  return 'text' in written
    ? ok(written.text)
    : bad(`variable ${placeholder.name} (${show(given.value)}): ${written.fault}`)
}

/** For templates that cannot take a list. */
export const asText =
  (write: (text: string) => FilledText): Embed['write'] =>
  (value) =>
    typeof value === 'object' ? { fault: 'a list cannot be part of a text' } : write(textOf(value))

/** For text whose places all mean the same. */
export const anywhere =
  (write: Embed['write']): (() => Embed) =>
  () => ({ write, pass: () => undefined })

/** For text in which no character has a special meaning. */
export const asPlainText = anywhere(asText((text) => ({ text })))

/** The value of a template that is a single variable, its type kept; else the text with all variables filled in. */
export function fillValue(
  template: string,
  filling: Filling,
  startEmbedding: () => Embed = asPlainText,
): Filled<VariableValue> {
  const whole = wholePlaceholder(template)
  return whole ? fillWhole(whole, filling) : fillText(template, filling, startEmbedding)
}

/** The value of a template that is a single variable. */
export function fillWhole(whole: Placeholder, filling: Filling): Filled<VariableValue> {
  const { variables, filled } = filling
  if (!filled.hasRoom) return NO_ROOM
  const given = givenValue(whole, filling)
  const excess = filled.add(given.ok ? valueLength(given.value) : workOf(whole, variables))
  return excess === undefined ? given : bad(excess, 'too_large')
}
