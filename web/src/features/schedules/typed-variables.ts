import { canonicalNumber } from '@heddle/domain/values/numbers.ts'
import type { StripField } from '../../canvas/variables/strip-fields.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * The values of a form, which has only texts, in the types that the query declares. What nobody changed is sent as it
 * was read, even where the query no longer says what it is; empty ones are left out.
 */
export function typedVariables(
  typed: Readonly<Record<string, string>>,
  fields: readonly Pick<StripField, 'name' | 'type'>[],
  before: Values = {},
): Values {
  const types = new Map(fields.map(({ name, type }) => [name, type]))
  return Object.fromEntries(
    Object.entries(typed)
      .filter(([, text]) => text !== '')
      .map(([name, text]) => [name, textOf(before[name]) === text ? before[name] : typedValue(types.get(name), text)]),
  )
}

/** A number that would lose digits stays text, which the server reads exactly. */
function typedValue(type: StripField['type'] | undefined, text: string): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (type !== 'number' && type !== 'integer') return text
  const number = canonicalNumber(text)
  return number !== undefined && String(Number(number)) === number ? Number(number) : text
}

const textOf = (value: unknown): string | undefined =>
  value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
