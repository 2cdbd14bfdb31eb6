import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** A page of the documentation: where its Markdown is in the repository, and its address below `/docs/`. */
export type DocsPage = { readonly source: string; readonly slug: string }
export type DocsGroup = {
  readonly title: string
  readonly pages: readonly DocsPage[]
  /** For people who change or study Heddle: found last, and closed in the menu but on its own pages. */
  readonly isInner?: true
}

/** Pages of `docs/` by what readers want to do, in the order of reading. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'First steps': [
    'connect',
    'how-to/first-query',
    'how-to/know-when-it-changes',
    'how-to/check-in-a-pipeline',
    'web',
    'glossary',
  ],
  Ask: ['canvas', 'post-processors', 'runs', 'query-planning', 'class-model', 'ai'],
  Watch: ['schedules', 'snapshots', 'changes', 'checks', 'packs', 'notifications', 'channels', 'dashboard'],
  'Fix what a query found': [
    'how-to/fix-with-a-job',
    'automation',
    'automation-templates',
    'automation-requests',
    'automation-approval',
    'automation-following',
    'automation-proof',
  ],
  'Command line and programs': ['cli', 'client', 'query-files', 'queries-in-git', 'parquet', 'agents'],
  Operate: [
    ...['configuration', 'operations', 'backup', 'how-to/mirror-the-registry', 'how-to/uninstall', 'metrics'],
    ...['performance', 'reliability', 'dependencies'],
  ],
  'Sign-in, rights, security': [
    'identity',
    'how-to/provision-users-with-scim',
    'access',
    'audit',
    'records',
    'security',
    'threat-model',
  ],
}
/** What is documented beside the code it is about. */
const ELSEWHERE: Readonly<Record<string, readonly DocsPage[]>> = {
  Operate: [{ source: 'deploy/README.md', slug: 'deploy' }],
  Watch: [{ source: 'packs/README.md', slug: 'shipped-packs' }],
}
const DEVELOP: readonly DocsPage[] = [
  { source: 'CONTRIBUTING.md', slug: 'contributing' },
  { source: 'ARCHITECTURE.md', slug: 'architecture' },
  { source: 'docs/adding-a-feature.md', slug: 'adding-a-feature' },
  { source: 'client/README.md', slug: 'client-package' },
]

/** The page that `/docs/` shows. */
export const START: DocsPage = { source: 'README.md', slug: '' }

/** All pages in groups, as the menu shows them. */
export async function readContents(root: string): Promise<readonly DocsGroup[]> {
  const groups = Object.entries(GROUPS).map(([title, names]) => ({
    title,
    pages: [...names.map((name) => ({ source: `docs/${name}.md`, slug: name })), ...(ELSEWHERE[title] ?? [])],
  }))
  const contents: readonly DocsGroup[] = [
    ...groups,
    { title: 'Changes', pages: [{ source: 'CHANGELOG.md', slug: 'changelog' }] },
    { title: 'Develop', pages: DEVELOP, isInner: true },
    { title: 'Decisions', pages: await readDecisions(root), isInner: true },
  ]
  const known = new Set(contents.flatMap(({ pages }) => pages.map(({ source }) => source)))
  const all = [...(await markdownIn(root, 'docs')), ...(await markdownIn(root, 'docs/how-to'))]
  const others = all.filter((source) => !known.has(source)).map(pageOf)
  return others.length === 0 ? contents : [...contents, { title: UNSORTED, pages: others }]
}

/** A page that nobody put into a group is still read; a test names it. */
const UNSORTED = 'Other pages'

const pageOf = (source: string): DocsPage => ({ source, slug: source.replace(/^docs\//, '').replace(/\.md$/, '') })

const readDecisions = async (root: string): Promise<readonly DocsPage[]> =>
  (await markdownIn(root, 'docs/adr')).map(pageOf)

const markdownIn = async (root: string, folder: string): Promise<readonly string[]> =>
  (await readdir(join(root, folder)))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${folder}/${name}`)
