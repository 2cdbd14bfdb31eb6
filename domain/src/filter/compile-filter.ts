import type { Filter } from '../canvas/canvas.ts'
import type { Value } from '../values/row.ts'
import { compileCondition } from './compile-condition.ts'

/** A row of a result, or the attributes of an object. */
export type Readable = Readonly<Record<string, Value | undefined>>
export type RowTest = (row: Readable) => boolean

/**
 * Compiles filters that must all hold into one fast test. Everything that does not depend on the row is computed once.
 *
 * - Two plain decimal numbers (`"9000"`, `5`, `"5.0"`) are compared as numbers, exactly, however long they are;
 *   anything else as text, code unit by code unit. `007` is text.
 * - A property that is missing or null passes `ne`, `not_in` and `is_empty`, and nothing else. The empty string is a
 *   value for `eq` and the text operators, is empty for `is_empty`, and has no order (`lt` … `between`).
 * - `true` finds `yes` and `true`, `false` finds `no` and `false`; the strings only find themselves.
 * - `matches` searches: it holds if the RE2 pattern is found anywhere; `^` and `$` anchor it.
 * - Text is case-sensitive. `any_bit` and `all_bits` test comma-separated flags.
 *
 * The filter must be valid (`checkOperatorValue`): a pattern RE2 rejects throws here. A test throws `TooManySteps`
 * rather than let a pattern take too many.
 */
export function compileFilter(filters: Filter | readonly Filter[]): RowTest {
  return isList(filters) ? allOf(filters.map(compileOne)) : compileOne(filters)
}

// Array.isArray does not narrow readonly arrays.
const isList = (filters: Filter | readonly Filter[]): filters is readonly Filter[] => Array.isArray(filters)

function compileOne(filter: Filter): RowTest {
  if ('any' in filter) return anyOf(filter.any.map(compileOne))
  if ('all' in filter) return allOf(filter.all.map(compileOne))
  if ('not' in filter) {
    const test = compileOne(filter.not)
    return (row) => !test(row)
  }
  const test = compileCondition(filter)
  const { property } = filter
  // Every plain object inherits a `constructor`, so only own properties count.
  if (property in Object.prototype) return (row) => test(Object.hasOwn(row, property) ? row[property] : undefined)
  return (row) => test(row[property])
}

function allOf(tests: readonly RowTest[]): RowTest {
  const [first, second] = tests
  if (tests.length === 1 && first) return first
  if (tests.length === 2 && first && second) return (row) => first(row) && second(row)
  return (row) => tests.every((test) => test(row))
}

function anyOf(tests: readonly RowTest[]): RowTest {
  return (row) => tests.some((test) => test(row))
}
