import type { SearchHit, SearchOptions } from '../mim/search/class-search.ts'
import type { RetrievalModel } from './model.ts'
import { classesOfTerm } from './vocabulary.ts'

/** Names and whole labels score at least this, and stay first: a user who types them means them. */
const EXACT = 0.92
const MEANT = 0.91

/**
 * The class search with the words of operators: a query that is one of their terms (`private network`) also finds the
 * classes it means, right after those of that name or label.
 */
export function searchWithTerms(
  { graph, search }: Pick<RetrievalModel, 'graph' | 'search'>,
  query: string,
  options: SearchOptions,
): SearchHit[] {
  const hits = search.search(query, options)
  if (options.type !== undefined && options.type !== 'class') return hits
  const exact = hits.filter(({ score }) => score >= EXACT)
  const ids = new Set(exact.flatMap((hit) => (hit.type === 'class' ? [hit.id] : [])))
  const meant = classesOfTerm(query).flatMap((name): SearchHit[] => {
    const id = graph.find(name)
    return id === undefined || ids.has(id) ? [] : [{ type: 'class', id, score: MEANT }]
  })
  if (meant.length === 0) return hits
  for (const hit of meant) if (hit.type === 'class') ids.add(hit.id)
  const others = hits.filter((hit) => hit.score < EXACT && !(hit.type === 'class' && ids.has(hit.id)))
  return [...exact, ...meant, ...others.map((hit) => ({ ...hit, score: Math.min(hit.score, MEANT) }))].slice(
    0,
    options.limit,
  )
}
