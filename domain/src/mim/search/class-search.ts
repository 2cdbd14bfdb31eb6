import type { IndexParts } from '../parts.ts'
import { findSubstring } from './find-substring.ts'
import { keepNear } from './keep-near.ts'
import { typeOfDocument, type EntryType } from './layout.ts'
import { LEVELS } from './levels.ts'
import { createSearchBuffers, matchQuery } from './match-query.ts'
import { parseQuery } from './parse-query.ts'
import { openIndex, type SearchIndex } from './search-index.ts'
import type { SearchSource } from './search-source.ts'
import { createSelector, type SearchMatch } from './select-found.ts'

/** Ids are those of the source; `score` is greater than 0 and at most 1. */
export type SearchHit =
  | { readonly type: 'class'; readonly id: number; readonly score: number }
  | { readonly type: 'property'; readonly definition: number; readonly owner: number; readonly score: number }
  | { readonly type: 'package'; readonly id: number; readonly score: number }

export type SearchOptions = { readonly limit: number; readonly type?: EntryType | undefined }

export type ClassSearch = {
  /** Best hits first. Accepts any text: without a letter or digit it finds nothing, and no text is slow or throws. */
  search(query: string, options: SearchOptions): SearchHit[]
  /** Ids of the classes whose name or label contains the text, ignoring case, in the order of their names. */
  substring(text: string): Uint32Array
}

/**
 * Opens the parts that `compileSearch` built from the same source; throws for parts of another version. Open it once:
 * it holds the working memory of a search, a few dozen bytes per class and definition.
 */
export function openSearch(source: SearchSource, parts: IndexParts): ClassSearch {
  const index = openIndex(source, parts)
  const desk = createSearchBuffers(index)
  const select = createSelector(source, index.layout)
  return {
    search(text, { limit, type }) {
      const query = parseQuery(text)
      if (query === undefined) return []
      const near = matchQuery(index, query, desk)
      const found = select(desk.total, limit, type)
      return keepNear(index, source, found, near, { limit, type }).map((answer) => present(index, answer))
    },
    substring: (text) => findSubstring(index, text),
  }
}

function present({ layout }: SearchIndex, { document, owner, level }: SearchMatch): SearchHit {
  const score = level / LEVELS.className
  if (owner !== undefined)
    return { type: 'property', definition: layout.definitions[document - layout.classCount]!, owner, score }
  if (typeOfDocument(layout, document) === 'class') return { type: 'class', id: document, score }
  return { type: 'package', id: document - layout.classCount - layout.definitionCount, score }
}
