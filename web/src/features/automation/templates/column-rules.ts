import type { Wire } from '../../../lib/api/wire.ts'
import { words } from './words.ts'

type References = {
  readonly lists: readonly Pick<Wire.ValidationList, 'id' | 'name'>[]
  readonly patterns: readonly Pick<Wire.RegexPattern, 'id' | 'name' | 'pattern'>[]
}

const MOST_CHOICES = 8

/** What a value of a column has to be besides its type, in words. */
export function rulesOf(column: Wire.ColumnDefinition, { lists, patterns }: References): readonly string[] {
  const { choices = [], validation_list: list, regex_pattern: pattern } = column
  const least = column.min_length ?? undefined
  const most = column.max_length ?? undefined
  const matched = patterns.find(({ id }) => id === pattern)
  return [
    ...(choices.length > 0
      ? [words.oneOf(choices.slice(0, MOST_CHOICES), Math.max(0, choices.length - MOST_CHOICES))]
      : []),
    ...(list != null ? [words.fromList(lists.find(({ id }) => id === list)?.name)] : []),
    ...(pattern != null ? [words.matches(matched?.name, matched?.pattern)] : []),
    ...(least !== undefined || most !== undefined ? [words.lengths(least, most)] : []),
    ...(column.unique === true ? [words.unique] : []),
    ...(column.default != null ? [words.byDefault(textOf(column.default))] : []),
  ]
}

/** A default as one would type it. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.map(textOf).join(', ') : JSON.stringify(value)
}
