/** One page of a list, `page` counting from 1. */
export type PageRequest = { readonly page: number; readonly size: number; readonly offset: number }

export type PageOf<T> = { readonly count: number; readonly items: readonly T[] }

/** A page whose items may be large: they are read part by part. */
export type PageInParts<T> = { readonly count: number; readonly parts: AsyncGenerator<PagePart<T>, undefined> }
export type PagePart<T> = { readonly items: readonly T[]; readonly isLast: boolean }

/** A page of a log that may be too long to count. */
export type CountedPage<T> = {
  readonly items: readonly T[]
  /** From the row after the page, never from the count. */
  readonly hasMore: boolean
  readonly count: number
  readonly countIsExact: boolean
}

/** One field of `?ordering=`. */
export type Order<Field extends string> = { readonly field: Field; readonly descending: boolean }
