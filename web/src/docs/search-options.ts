import type { Options } from 'minisearch'

/** A section that was found; its id is its address. */
export type FoundSection = {
  readonly id: string
  readonly title: string
  readonly page: string
  readonly excerpt: string
  /** For people who change Heddle: found last. */
  readonly isInner?: true
}

/** The same where the index is written and where it is read. */
export const SEARCH_OPTIONS: Options = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'excerpt', 'isInner'],
  searchOptions: {
    ...{ prefix: true, fuzzy: 0.2, combineWith: 'AND' },
    boost: { title: 4, page: 2 },
    boostDocument: (_id, _term, stored) => (stored?.isInner === true ? 0.2 : 1),
  },
}
