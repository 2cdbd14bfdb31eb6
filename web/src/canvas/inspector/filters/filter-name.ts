import type { FilterPosition } from '@heddle/domain/canvas-editing/filter-editing.ts'

/** How a filter is called: `2`, and `2.1` for the first one inside of it. */
export const nameOf = (position: FilterPosition): string => position.map((index) => index + 1).join('.')
