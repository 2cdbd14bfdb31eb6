import type { ReactNode } from 'react'
import { EmptyState } from '../../../components/states.tsx'
import { words } from '../words.ts'
import { filtersIn, type ListSearch } from './list-search.ts'

type Props = {
  readonly search: ListSearch
  readonly action: ReactNode
}

/** Why the list is empty, and what to do about it. */
export function NoQueries({ search, action }: Props) {
  const { none } = words
  const set = filtersIn(search)
  if (set.length === 0) {
    return action ? (
      <EmptyState title={none.title} action={action}>
        {none.text}
      </EmptyState>
    ) : (
      <EmptyState title={none.title}>{none.textForReaders}</EmptyState>
    )
  }
  if (set.length === 1 && set[0] === 'category')
    return <EmptyState title={none.inCategory}>{none.inCategoryText}</EmptyState>
  if (set.length === 1 && set[0] === 'is_favorite')
    return <EmptyState title={none.favorites}>{none.favoritesText}</EmptyState>
  return <EmptyState title={none.filtered}>{none.filteredText}</EmptyState>
}
