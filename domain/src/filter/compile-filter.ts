import type { Filter } from '../canvas/canvas.ts'
import type { Value } from '../query/row.ts'
import { compileCondition } from './compile-condition.ts'

/** A row of a result, or the attributes of an object. */
export type Readable = Readonly<Record<string, Value | undefined>>
export type RowTest = (row: Readable) => boolean

/**
 * One fast test out of filters that must all hold. Everything that does not depend on the row is worked out here, once.
 *
 * - Comparisons are by number when both sides are plain decimal numbers (`"9000"`, `5`, `"5.0"`), exactly, however long
 *   they are; else by text, code unit by code unit. `007` is a text.
 * - A property that is missing or null passes `ne`, `not_in` and `is_empty`, and nothing else. The empty text is a value
 *   for `eq` and the text operators, empty for `is_empty`, and in no order (`lt` … `between`).
 * - `true` stands for `yes` and `true`, `false` for `no` and `false`; the texts themselves stay texts.
 * - `matches` searches: it holds when the RE2 pattern is found anywhere; `^` and `$` tie it to the ends.
 * - Text is compared with its case. `any_bit` and `all_bits` look at comma lists of flags.
 *
 * The filter has to be sound (`checkOperatorValue`): a pattern RE2 refuses is an exception here.
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
  // Reading `constructor` of a plain object finds something nobody put there.
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
