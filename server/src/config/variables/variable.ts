import { integer, type ValueType } from '../value-types.ts'

export type Variable<T> = {
  readonly type: ValueType<T>
  /** Used when the variable is unset or empty; undefined if there is no default, which `whenUnset` explains. */
  readonly fallback: string | undefined
  readonly whenUnset: string
  /** One sentence for the operator. */
  readonly does: string
  /** The value never appears in a message. */
  readonly secret: boolean
}

const MOST_PER_MINUTE = 1_000_000

export function setting<T>(type: ValueType<T>, fallback: string, does: string): Variable<T> {
  return { type, fallback, whenUnset: `\`${fallback}\``, does, secret: false }
}

export function optional<T>(type: ValueType<T>, whenUnset: string, does: string): Variable<T | undefined> {
  return { type, fallback: undefined, whenUnset, does, secret: false }
}

export function optionalSecret<T>(type: ValueType<T>, whenUnset: string, does: string): Variable<T | undefined> {
  return { ...optional(type, whenUnset, does), secret: true }
}

export function rate(fallback: string, does: string): Variable<number> {
  return setting(integer(0, MOST_PER_MINUTE), fallback, does)
}

export function burst(fallback: string, does: string): Variable<number> {
  return setting(integer(1, MOST_PER_MINUTE), fallback, does)
}
