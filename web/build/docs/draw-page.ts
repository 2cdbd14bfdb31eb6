import type { DocsGroup } from './contents.ts'
import { escapeHtml } from './escape-html.ts'
import { pageAddress, rawAddress } from './page-address.ts'
import type { ReadPage } from './read-page.ts'

/** What all pages share. */
export type DocsSite = {
  readonly version: string
  readonly groups: readonly DocsGroup[]
  readonly titles: ReadonlyMap<string, string>
  readonly script: string
  readonly styles: readonly string[]
}

/** A page of the documentation as a whole document; it reads and navigates without its script. */
export function drawPage(page: ReadPage, site: DocsSite): string {
  const order = site.groups.flatMap(({ pages }) => pages.map(({ slug }) => slug))
  const at = order.indexOf(page.slug)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${escapeHtml(page.slug === '' ? 'Heddle documentation' : `${page.title} · Heddle documentation`)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
<link rel="alternate" type="text/markdown" href="${rawAddress(page.slug)}" />
<script src="/theme.js"></script>
${site.styles.map((style) => `<link rel="stylesheet" href="/${style}" />`).join('\n')}
<script type="module" src="/${site.script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header class="top">
<a class="home" href="/docs/"><span class="name">Heddle</span> documentation</a>
<span class="version">${escapeHtml(site.version)}</span>
<div class="search" data-search></div>
<a class="app" href="/">Open Heddle</a>
</header>
<div class="columns">
<nav class="menu" aria-label="Documentation"><details data-menu open><summary>Contents</summary>
${site.groups.map((group) => drawGroup(group, page.slug, site)).join('\n')}
</details></nav>
<main id="content">
<article>
${page.html}</article>
<footer class="steps">${step(order[at - 1], 'Previous', site)}${step(at < 0 ? order[0] : order[at + 1], 'Next', site)}
<a class="raw" href="${rawAddress(page.slug)}">This page as Markdown</a></footer>
</main>
${drawOutline(page)}
</div>
</body>
</html>
`
}

/** The answer to an address below `/docs/` that has no page. */
export const missingPage = (site: DocsSite): string =>
  drawPage(
    {
      source: '',
      slug: '404',
      title: 'There is no such page',
      html: '<h1>There is no such page</h1>\n<p>It may have another name in this version. Search for it, or look through the contents.</p>\n',
      sections: [],
    },
    site,
  )

function drawGroup({ title, pages, isInner }: DocsGroup, current: string, { titles }: DocsSite): string {
  const links = pages.map(({ slug }) => {
    const mark = slug === current ? ' aria-current="page"' : ''
    return `<li><a href="${pageAddress(slug)}"${mark}>${escapeHtml(titles.get(slug) ?? slug)}</a></li>`
  })
  const list = `<ul>\n${links.join('\n')}\n</ul>`
  if (!isInner) return `<h2>${escapeHtml(title)}</h2>\n${list}`
  const isOpen = pages.some(({ slug }) => slug === current)
  return `<details class="folded"${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary>\n${list}\n</details>`
}

function step(slug: string | undefined, word: string, { titles }: DocsSite): string {
  if (slug === undefined) return ''
  return `<a class="${word.toLowerCase()}" href="${pageAddress(slug)}"><small>${word}</small> ${escapeHtml(titles.get(slug) ?? slug)}</a>\n`
}

function drawOutline({ sections }: ReadPage): string {
  const shown = sections.filter(({ depth }) => depth === 2 || depth === 3)
  if (shown.length < 2) return ''
  const links = shown.map(
    ({ id, depth, title }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(title)}</a></li>`,
  )
  return `<aside class="outline"><nav aria-label="On this page"><h2>On this page</h2>\n<ul>\n${links.join('\n')}\n</ul></nav></aside>`
}
