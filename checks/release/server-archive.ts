import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readBuildContext } from '../deploy/build-context.ts'
import { run } from './run.ts'

/** What the image has, and what an installation without containers needs besides. */
const SOURCES = ['contract', 'domain', 'server']
const BUILT = ['web/dist', 'cli/dist']
const BESIDE = ['LICENSE', 'CHANGELOG.md', 'docs', 'deploy']

type Manifest = Readonly<Record<string, unknown>>

/**
 * `heddle-server-<version>.tar.gz`: what a server is started from, after `npm ci --omit=dev` in it. Its lock file has
 * only what a server needs, at the versions of this repository.
 */
export async function archiveServer(root: string, out: string, version: string): Promise<void> {
  const base = await mkdtemp(join(tmpdir(), 'heddle-release-'))
  const name = `heddle-server-${version}`
  const folder = join(base, name)
  try {
    await copyFiles(root, folder)
    const { devDependencies: _, ...manifest } = await readManifest(join(root, 'package.json'))
    await writeManifest(folder, {
      ...manifest,
      workspaces: SOURCES,
      scripts: { start: 'MALLOC_ARENA_MAX=2 exec node server/start.mjs', admin: 'node server/src/cli/admin.ts' },
      knip: undefined,
    })
    await cp(join(root, 'package-lock.json'), join(folder, 'package-lock.json'))
    // Takes away what is no longer needed. All that it has to know is in the file.
    await run('npm', ['install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit'], folder)
    const when = `--mtime=@${(await run('git', ['log', '-1', '--format=%ct'], root)).trim()}`
    // The same bytes for the same commit.
    const steady = ['--sort=name', when, '--owner=0', '--group=0', '--numeric-owner', '--use-compress-program=gzip -n9']
    await run('tar', ['-cf', join(out, `${name}.tar.gz`), ...steady, name], base)
  } finally {
    await rm(base, { recursive: true, force: true })
  }
}

async function copyFiles(root: string, folder: string): Promise<void> {
  const isSeen = readBuildContext(await readFile(join(root, '.dockerignore'), 'utf8'))
  const tracked = (await run('git', ['ls-files', '-z', ...SOURCES, ...BESIDE], root)).split('\0').filter(Boolean)
  const wanted = tracked.filter((path) => isSeen(path) || !SOURCES.some((source) => path.startsWith(`${source}/`)))
  for (const path of wanted) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await cp(join(root, path), join(folder, path))
  }
  for (const path of BUILT) await cp(join(root, path), join(folder, path), { recursive: true })
  for (const source of SOURCES) {
    const { devDependencies: _, ...manifest } = await readManifest(join(root, source, 'package.json'))
    await writeManifest(join(folder, source), manifest)
  }
}

const readManifest = async (path: string): Promise<Manifest> => JSON.parse(await readFile(path, 'utf8')) as Manifest

const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
