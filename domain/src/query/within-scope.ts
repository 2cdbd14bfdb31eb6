import type { Filter } from '../canvas/canvas.ts'

/** Semi-join requests ignore the scope drawn on the canvas, so it is checked here. The joins imply inherited scopes. */
export function withinScope(scope_dn: string | undefined, local: Filter | undefined): Filter | undefined {
  if (scope_dn === undefined) return local
  const inScope: Filter = {
    any: [
      { property: 'dn', operator: 'eq', value: scope_dn },
      { property: 'dn', operator: 'starts_with', value: `${scope_dn}/` },
    ],
  }
  return allOf(local === undefined ? [inScope] : [inScope, local])
}

export function allOf(filters: readonly Filter[]): Filter | undefined {
  return filters.length > 1 ? { all: filters } : filters[0]
}
