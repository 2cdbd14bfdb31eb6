import MiniSearch from 'minisearch'
import { SEARCH_OPTIONS, type FoundSection } from '../../src/docs/search-options.ts'
import type { DocsGroup } from './contents.ts'
import { pageAddress } from './page-address.ts'
import type { ReadPage } from './read-page.ts'

const EXCERPT = 160

/** The index of all sections as JSON, which the search loads when it is first used. */
export function searchIndex(pages: readonly ReadPage[], groups: readonly DocsGroup[]): string {
  const inner = new Set(groups.filter(({ isInner }) => isInner).flatMap((group) => group.pages.map(({ slug }) => slug)))
  const index = new MiniSearch<FoundSection & { text: string }>(SEARCH_OPTIONS)
  for (const page of pages)
    index.addAll(
      page.sections.map(({ id, title, text }) => ({
        id: `${pageAddress(page.slug)}${id === '' ? '' : `#${id}`}`,
        title,
        page: page.title,
        excerpt: text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text,
        ...(inner.has(page.slug) && { isInner: true as const }),
        text,
      })),
    )
  return JSON.stringify(index)
}
