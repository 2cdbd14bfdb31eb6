import { textOf } from '../../values/compare-texts.ts'
import type { Scalar, Variables } from '../canvas.ts'
import type { Problem } from '../problem.ts'
import { show } from '../wire.ts'
import { type Placeholder, templateParts, wholePlaceholder } from './template.ts'

/** What a variable may be: one value, or a list of them. */
export type Given = NonNullable<Scalar> | readonly NonNullable<Scalar>[]

export type Fault = Pick<Problem, 'code' | 'message'>
export type Filled<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly faults: readonly Fault[] }

/** Writes a value so that it stays a plain value in its place; `before` is the finished text in front of it. */
export type Embed = (value: Given, before: string) => Written
export type Written = { readonly text: string } | { readonly fault: string }

export const ok = <Value>(value: Value): Filled<Value> => ({ ok: true, value })
export const bad = (message: string, code: Fault['code'] = 'bad_value'): Filled<never> => ({ ok: false, faults: [{ code, message }] })

/** The value of one placeholder. A variable given as null is treated as missing. */
export function givenValue({ name, default: fallback }: Placeholder, variables: Variables): Filled<Given> {
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined
  if (isScalar(value)) return ok(value)
  if (Array.isArray(value) && value.every(isScalar)) return ok(value)
  if (value !== undefined && value !== null)
    return bad(`variable ${name}: expected text, a number, true or false, or a list of those, not ${show(value)}`)
  if (fallback !== undefined) return ok(fallback)
  return bad(`variable ${name} is missing: give it a value, or a default in the canvas ({{${name}=…}})`, 'missing_variable')
}

function isScalar(value: unknown): value is NonNullable<Scalar> {
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
}

/** Fills values into a template. Every fault is reported, not only the first. */
export function fillText(template: string, variables: Variables, embed: Embed): Filled<string> {
  const faults: Fault[] = []
  let text = ''
  for (const part of templateParts(template)) {
    const filled = typeof part === 'string' ? ok(part) : embedded(part, variables, embed, text)
    if (filled.ok) text += filled.value
    else faults.push(...filled.faults)
  }
  return faults.length > 0 ? { ok: false, faults } : ok(text)
}

function embedded(placeholder: Placeholder, variables: Variables, embed: Embed, before: string): Filled<string> {
  const given = givenValue(placeholder, variables)
  if (!given.ok) return given
  const written = embed(given.value, before)
  return 'text' in written ? ok(written.text) : bad(`variable ${placeholder.name} (${show(given.value)}): ${written.fault}`)
}

/** For templates that cannot take a list. */
export const asText =
  (write: (text: string, before: string) => Written): Embed =>
  (value, before) =>
    typeof value === 'object' ? { fault: 'a list cannot be part of a text' } : write(textOf(value), before)

/** For text in which no character has a special meaning. */
export const asPlainText = asText((text) => ({ text }))

/** The value of a template that is a single variable, its type kept; else the text with all variables filled in. */
export function fillValue(template: string, variables: Variables, embed: Embed = asPlainText): Filled<Given> {
  const whole = wholePlaceholder(template)
  return whole ? givenValue(whole, variables) : fillText(template, variables, embed)
}
