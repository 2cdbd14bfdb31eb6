import type { Value } from '../values/row.ts'

export type ValueTest = (value: Value | undefined) => boolean

/** Whether there is nothing to compare: no value, empty text or an empty list. */
export const isEmpty: ValueTest = (value) =>
  value === undefined || value === null || value === '' || (typeof value === 'object' && value.length === 0)
