import type { Wire } from '../../../lib/api/wire.ts'

export type Category = Wire.QueryCategory

const named = (categories: readonly Category[], id: number | null): Category | undefined =>
  categories.find((one) => one.id === id)

/** `Daily / Fabric`; empty for one that does not exist. */
export function pathOf(id: number, categories: readonly Category[]): string {
  const category = named(categories, id)
  if (!category) return ''
  return category.parent === null ? category.name : `${pathOf(category.parent, categories)} / ${category.name}`
}

/** Those directly below a category, or at the top, by name. */
export const childrenOf = (parent: number | null, categories: readonly Category[]): readonly Category[] =>
  categories
    .filter((category) => category.parent === parent)
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))

/** Whether `id` is the category or lies below it. */
export function isWithin(id: number | null, category: number, categories: readonly Category[]): boolean {
  if (id === null) return false
  return id === category || isWithin(named(categories, id)?.parent ?? null, category, categories)
}

/** Where a category may move: not into itself, nor below. */
export const placesFor = (category: number, categories: readonly Category[]): readonly Category[] =>
  categories.filter(({ id }) => !isWithin(id, category, categories))
