import { textOf } from '../../filter/compare-values.ts'
import type { Scalar, Variables } from '../canvas.ts'
import type { Problem } from '../problem.ts'
import { show } from '../wire.ts'
import { type Placeholder, templateParts, wholePlaceholder } from './template.ts'

/** What a variable may be: one value, or a list of them. */
export type Given = NonNullable<Scalar> | readonly NonNullable<Scalar>[]

export type Fault = Pick<Problem, 'code' | 'message'>
export type Filled<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly faults: readonly Fault[] }

/** Writes a value into a text, in a form that stays a value there; `before` is the finished text in front of it. */
export type Embed = (value: Given, before: string) => Written
export type Written = { readonly text: string } | { readonly fault: string }

export const ok = <Value>(value: Value): Filled<Value> => ({ ok: true, value })
export const bad = (message: string, code: Fault['code'] = 'bad_value'): Filled<never> => ({ ok: false, faults: [{ code, message }] })

/** The value of one placeholder. A variable given as null counts as not given. */
export function givenValue({ name, default: fallback }: Placeholder, variables: Variables): Filled<Given> {
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined
  if (isScalar(value)) return ok(value)
  if (Array.isArray(value) && value.every(isScalar)) return ok(value)
  if (value !== undefined && value !== null)
    return bad(`variable ${name}: expected a text, a number, true or false, or a list of those, not ${show(value)}`)
  if (fallback !== undefined) return ok(fallback)
  return bad(`variable ${name} is missing: give it a value, or the canvas a default for it ({{${name}=…}})`, 'missing_variable')
}

function isScalar(value: unknown): value is NonNullable<Scalar> {
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
}

/** Puts values into a text. All faults are listed, not only the first. */
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

/** For texts that have no place for a list. */
export const asText =
  (write: (text: string, before: string) => Written): Embed =>
  (value, before) =>
    typeof value === 'object' ? { fault: 'a list can not stand inside a text' } : write(textOf(value), before)

/** For texts in which nothing has a meaning of its own. */
export const asPlainText = asText((text) => ({ text }))

/** The value of a text that is one variable, with its type kept; else the text with all its variables filled in. */
export function fillValue(template: string, variables: Variables, embed: Embed = asPlainText): Filled<Given> {
  const whole = wholePlaceholder(template)
  return whole ? givenValue(whole, variables) : fillText(template, variables, embed)
}
