import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = new URL('../../../', import.meta.url).pathname
const PARTS = [
  '.ci',
  'bench',
  'checks',
  'cli',
  'client',
  'contract',
  'demo',
  'deploy',
  'docs',
  'domain',
  'e2e',
  'packs',
  'server',
  'simulators',
  'web',
]
const FOLDERS = ['adapters', 'cli', 'compose', 'config', 'features', 'kernel', 'platform']
const files = globSync(['*.*', `{${PARTS.join(',')}}/**`], { cwd: ROOT, exclude: ['**/node_modules/**'] })
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT })
// A changelog names what there was.
const current = documents.filter((file) => file !== 'CHANGELOG.md')
const read = (file: string): string => readFileSync(`${ROOT}${file}`, 'utf8')

describe('documents', () => {
  it.each(current)('name only files and folders that exist: %s', (document) => {
    const paths = [...read(document).matchAll(/`([^`\s]+)`/g)].map(([, code]) => code!).filter(isPath)

    expect(paths.filter((path) => !exists(path))).toEqual([])
  })

  it.each(documents)('link only to files and folders that exist: %s', (document) => {
    const links = [...read(document).matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)].map(([, link]) => link!)

    expect(
      links.filter((link) => !files.includes(normalize(join(dirname(document), link)).replace(/\/$/, ''))),
    ).toEqual([])
  })
})

/** A file of ours, or a path that begins with one of our folders; `web/9000` is a value, and `web/dist` is built. */
function isPath(code: string): boolean {
  const [first] = code.split('/')
  return (
    /^[\w.*<>/-]+\.(ts|cjs|md|conf)$/.test(code) ||
    (code.includes('/') && first !== 'web' && [...PARTS, ...FOLDERS].includes(first!))
  )
}

/** Paths may be shortened at the front; `<area>` and `*` mean any name. */
function exists(path: string): boolean {
  const pattern = path
    .replace(/\/$/, '')
    .replaceAll('.', '[.]')
    .replaceAll(/<\w+>|\*/g, '[^/]+')
  const wanted = new RegExp(`(^|/)${pattern}$`)
  return files.some((file) => wanted.test(file))
}
