import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Window } from 'happy-dom'
import MiniSearch from 'minisearch'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FoundSection, SEARCH_OPTIONS } from '../../src/docs/search-options.ts'
import { buildDocs } from './build-docs.ts'
import { readContents } from './contents.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
let folder: string
/** By address. */
const pages = new Map<string, Window['document']>()
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-docs-'))
  await buildDocs(ROOT, folder, { script: 'assets/docs.js', styles: ['assets/docs.css'] })
  const files = await readdir(join(folder, 'docs'), { recursive: true })
  for (const file of files.filter((name) => name.endsWith('index.html'))) {
    const { document } = new Window()
    document.write(readFileSync(join(folder, 'docs', file), 'utf8'))
    pages.set(`/docs/${file.replace(/index\.html$/, '')}`, document)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

const read = (path: string): string => readFileSync(join(folder, path), 'utf8')
const linksOf = (document: Window['document']): string[] =>
  [...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? '')

it('has the README first, and a page for each document', () => {
  expect(pages.get('/docs/')?.querySelector('h1')?.textContent).toBe('Heddle')
  expect([...pages.keys()]).toEqual(
    expect.arrayContaining([
      '/docs/checks/',
      '/docs/deploy/',
      '/docs/changelog/',
      '/docs/adr/0001-one-program-plain-parts/',
    ]),
  )
})

it('has each page in a group', async () => {
  const groups = await readContents(ROOT)

  expect(groups.find(({ title }) => title === 'Other pages')?.pages ?? []).toEqual([])
})

it('links only to pages and headings that exist', () => {
  const broken = [...pages].flatMap(([address, document]) =>
    linksOf(document)
      .filter((href) => href.startsWith('#') || href.startsWith('/docs/'))
      .filter((href) => {
        const { pathname, hash } = new URL(href, `http://heddle${address}`)
        if (pathname.endsWith('.md')) return false
        const target = pages.get(pathname)
        return !target || (hash !== '' && !target.getElementById(decodeURIComponent(hash.slice(1))))
      })
      .map((href) => `${address}: ${href}`),
  )

  expect(broken).toEqual([])
})

it('leads nowhere else but to other servers and the web UI, and runs no inline script or style', () => {
  for (const [address, document] of pages) {
    const others = linksOf(document).filter((href) => !/^(https?:|mailto:|#|\/docs\/|\/$)/.test(href))
    expect(others, address).toEqual([])
    expect(document.querySelectorAll('[style], style, script:not([src])'), address).toHaveLength(0)
  }
})

it('has no empty head of a column, at which a screen reader would stop', () => {
  const empty = [...pages].filter(([, document]) =>
    [...document.querySelectorAll('th')].some((head) => head.textContent === '' && head.children.length === 0),
  )

  expect(pages.get('/docs/runs/')?.querySelectorAll('thead td').length).toBeGreaterThan(0)
  expect(empty.map(([path]) => path)).toEqual([])
})

it('names a page by its title where the Markdown names its file', () => {
  const names = [...pages.get('/docs/')!.querySelectorAll('a[href="/docs/backup/"]')].map((link) => link.textContent)

  expect(names).not.toContain('docs/backup.md')
})

it('gives each page as Markdown, too', () => {
  expect(read('docs/checks.md')).toBe(readFileSync(join(ROOT, 'docs/checks.md'), 'utf8'))
  expect(read('docs/index.md')).toBe(readFileSync(join(ROOT, 'README.md'), 'utf8'))
})

it.each([
  ['waivers', '/docs/checks/#findings-and-waivers'],
  ['bakup', '/docs/backup/'],
])('finds sections: %s', (asked, wanted) => {
  const index = MiniSearch.loadJSON<FoundSection>(read('docs/search.json'), SEARCH_OPTIONS)

  const [...found] = index.search(asked).slice(0, 3)

  expect(found.map(({ id }) => id as string)).toContain(wanted)
})
