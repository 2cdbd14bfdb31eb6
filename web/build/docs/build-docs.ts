import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readContents, START } from './contents.ts'
import { type DocsSite, drawPage, missingPage } from './draw-page.ts'
import { type Linked, readPage, titleOf } from './read-page.ts'
import { searchIndex } from './search-index.ts'

/** What Vite made of the script of the pages. */
export type DocsAssets = Pick<DocsSite, 'script' | 'styles'>

/** Writes the documentation of `root` as pages to `<folder>/docs`, with the Markdown of each and an index to search. */
export async function buildDocs(root: string, folder: string, assets: DocsAssets): Promise<void> {
  const groups = await readContents(root)
  const pages = [START, ...groups.flatMap((group) => group.pages)]
  const texts = new Map(
    await Promise.all(pages.map(async ({ source }) => [source, await readFile(join(root, source), 'utf8')] as const)),
  )
  const site: DocsSite = {
    ...assets,
    version: await readVersion(root),
    groups,
    titles: new Map(pages.map(({ slug, source }) => [slug, titleOf(texts.get(source)!)])),
  }
  // A link to a folder means its README.
  const linked: Linked = new Map(
    pages.flatMap(({ source, slug }) => {
      const page = { slug, title: site.titles.get(slug)! }
      return [[source, page] as const, ...(source.endsWith('/README.md') ? [[dirname(source), page] as const] : [])]
    }),
  )
  const read = pages.map((page) => readPage(page, texts.get(page.source)!, linked))
  const files = new Map<string, string>([['404.html', missingPage(site)]])
  for (const page of read) {
    files.set(join(page.slug, 'index.html'), drawPage(page, site))
    files.set(`${page.slug === '' ? 'index' : page.slug}.md`, texts.get(page.source)!)
  }
  files.set('search.json', searchIndex(read, groups))
  for (const [name, text] of files) {
    const file = join(folder, 'docs', name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  await cp(join(root, 'docs/images'), join(folder, 'docs/images'), { recursive: true })
}

async function readVersion(root: string): Promise<string> {
  return (JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }).version
}
