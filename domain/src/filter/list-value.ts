import type { Condition, Scalar } from '../canvas/canvas.ts'

/** The elements of a list operator's value: a list, or comma-separated text (`"a, b"`); one value is a list of one. */
export function listValue(value: Condition['value']): readonly Scalar[] {
  if (value === undefined || value === null || value === '') return []
  if (typeof value === 'string') return value.split(',').map((part) => part.trim())
  return typeof value === 'object' ? value : [value]
}
