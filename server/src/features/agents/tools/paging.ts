import { Type } from 'typebox'

const MOST_ITEMS = 50

/** What tools that list things take. */
export const pageInput = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_ITEMS })),
}

/** As the list itself takes it, in which everything is text. */
export const pageQuery = ({ page = 1, page_size: size = MOST_ITEMS }: { page?: number; page_size?: number }) => ({
  page: String(page),
  page_size: String(size),
})

/** A page of a list with fewer fields, for readers who pay by the word. */
export function picked(page: unknown, fields: readonly string[]): object {
  const { count, results } = page as { count: number; results: readonly Readonly<Record<string, unknown>>[] }
  const pick = (item: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(fields.filter((field) => Object.hasOwn(item, field)).map((field) => [field, item[field]]))
  return { count, results: results.map(pick) }
}
