export const pageAddress = (slug: string): string => (slug === '' ? '/docs/' : `/docs/${slug}/`)

/** The Markdown of a page. */
export const rawAddress = (slug: string): string => `/docs/${slug === '' ? 'index' : slug}.md`
