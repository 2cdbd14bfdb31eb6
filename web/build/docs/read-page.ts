import GithubSlugger from 'github-slugger'
import { Marked, type Tokens } from 'marked'
import { dirname, join, normalize } from 'node:path'
import type { DocsPage } from './contents.ts'
import { escapeHtml } from './escape-html.ts'
import { pageAddress } from './page-address.ts'

/** A heading of the second or third level, with what is below it as plain text. */
type Section = { readonly id: string; readonly depth: number; readonly title: string; text: string }
export type ReadPage = DocsPage & {
  readonly title: string
  readonly html: string
  /** The first one is what comes before any heading. */
  readonly sections: readonly Section[]
}

/** By their path in the repository: the address and the title of each page. */
export type Linked = ReadonlyMap<string, { readonly slug: string; readonly title: string }>

const TITLE = /^# (.+)$/m

/** The title of a page, as the menu shows it. */
export const titleOf = (markdown: string): string => (TITLE.exec(markdown)?.[1] ?? 'Untitled').replaceAll('`', '')

/**
 * Markdown of the repository as HTML. Links to other pages lead to their addresses, those to other files of the
 * repository become text: readers of a server have no checkout.
 */
export function readPage(page: DocsPage, markdown: string, pages: Linked): ReadPage {
  const title = titleOf(markdown)
  const sections: Section[] = [{ id: '', depth: 1, title, text: '' }]
  const slugger = new GithubSlugger()
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = slugger.slug(plain(text))
        if (depth > 1) sections.push({ id, depth, title: plain(text), text: '' })
        const inner = this.parser.parseInline(tokens)
        if (depth === 1) return `<h1>${inner}</h1>\n`
        return `<h${depth} id="${id}">${inner}<a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(plain(text))}">#</a></h${depth}>\n`
      },
      link({ href, tokens, text }: Tokens.Link) {
        const { address, title: linked } = followLink(href, page.source, pages)
        // The repository names the file, a page the title.
        const inner =
          linked !== undefined && /^[\w./-]+\.md$/.test(text) ? escapeHtml(linked) : this.parser.parseInline(tokens)
        return address === undefined ? inner : `<a href="${escapeHtml(address)}">${inner}</a>`
      },
      image: ({ href, text }: Tokens.Image) =>
        `<img src="/docs/${escapeHtml(href.replace(/^(docs|\.\.)\//, ''))}" alt="${escapeHtml(text)}" loading="lazy" />`,
      code: ({ text, lang = '' }: Tokens.Code) => {
        // Such as `yaml rules.yaml`: what it is, and the name of the file that it is meant for.
        const [, file] = lang.split(' ')
        const name = file === undefined ? '' : `<div class="file">${escapeHtml(file)}</div>`
        return `${name}<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`
      },
      table(token: Tokens.Table) {
        // A column without a name has no head: a screen reader would stop at nothing.
        const cellOf = ({ align, text, tokens }: Tokens.TableCell, head: boolean) => {
          const tag = head && text !== '' ? 'th' : 'td'
          return `<${tag}${align ? ` class="${align}"` : ''}>${this.parser.parseInline(tokens)}</${tag}>`
        }
        const row = (cells: readonly Tokens.TableCell[], head = false) =>
          `<tr>${cells.map((cell) => cellOf(cell, head)).join('')}</tr>`
        const body = token.rows.map((cells) => row(cells)).join('\n')
        return `<div class="table" tabindex="0"><table><thead>${row(token.header, true)}</thead><tbody>${body}</tbody></table></div>\n`
      },
      // Comments mark what is generated.
      html: ({ text }: Tokens.HTML | Tokens.Tag) => (text.startsWith('<!--') ? '' : escapeHtml(text)),
    },
  })
  const html = marked.parse(markdown, { async: false })
  return { ...page, title, html, sections: withText(sections, markdown) }
}

/** Where a link leads: another page, another server, or nowhere from here. */
function followLink(href: string, source: string, pages: Linked): { address?: string; title?: string } {
  if (/^(https?:|mailto:|#)/.test(href)) return { address: href }
  const [path = '', hash] = href.split('#')
  const page = pages.get(normalize(join(dirname(source), path)).replace(/\/$/, ''))
  if (page === undefined) return {}
  return { address: `${pageAddress(page.slug)}${hash === undefined ? '' : `#${hash}`}`, title: page.title }
}

/** Below each heading, the lines up to the next one, without marks. */
function withText(sections: readonly Section[], markdown: string): readonly Section[] {
  const parts = markdown.replaceAll(/^```[^]*?^```/gm, (block) => block.replaceAll(/^#/gm, ' #')).split(/^#{2,6} .+$/m)
  return sections.map((section, index) => ({ ...section, text: plain((parts[index] ?? '').replace(TITLE, '')) }))
}

const plain = (markdown: string): string =>
  markdown
    .replaceAll(/<!--[^]*?-->/g, ' ')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]|-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
