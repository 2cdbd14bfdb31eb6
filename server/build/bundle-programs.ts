import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Bundles, describeSource, readBundles, type BundleSource } from '../src/kernel/bundles.ts'

const ROOT = new URL('../../', import.meta.url)
const ROOT_PATH = fileURLToPath(ROOT)
const FOLDER = join(ROOT_PATH, 'server/dist')
/** Enough for those that are still running: they load parts of theirs later. */
const KEPT = 4
const PROGRAMS = ['server/src/main.ts', 'server/src/program.ts', 'server/src/cli/run-command.ts']
// Each finds files of its own beside itself, some of them machine code.
const UNBUNDLED = /^(@node-rs\/|@electric-sql\/pglite|pg-native)/
const FINDS_FILES = /\bimport\.meta\.url\b|\b__dirname\b|\b__filename\b/

/** Bundles the server and the programs of its threads when they have changed; says how long that took. */
export async function ensureBundled(): Promise<string | undefined> {
  if (!canBundle() || readBundles() !== undefined) return undefined
  const started = performance.now()
  await bundlePrograms()
  return `Bundled the server in ${((performance.now() - started) / 1000).toFixed(1)} s.`
}

/** Without the bundler, programs run from their sources. */
function canBundle(): boolean {
  try {
    import.meta.resolve('rolldown')
    return true
  } catch {
    return false
  }
}

async function bundlePrograms(): Promise<void> {
  const { rolldown } = await import('rolldown')
  const programs = [...PROGRAMS, ...findThreads()]
  const bundle = await rolldown({
    cwd: ROOT_PATH,
    input: Object.fromEntries(programs.map((path) => [basename(path, '.ts'), path])),
    platform: 'node',
    external: (id) => UNBUNDLED.test(id),
    plugins: [
      // Node reads a file with one character beyond ASCII as text of two bytes for each.
      {
        name: 'one-byte-texts',
        generateBundle: (_options, files) => {
          for (const file of Object.values(files)) if (file.type === 'chunk') file.code = escapeWide(file.code)
        },
      },
      // Large, and of little use: reading them would take longer than a trace through a package is worth.
      {
        name: 'no-maps-of-packages',
        generateBundle: (_options, files) => {
          for (const name of Object.keys(files)) if (/^packages.*[.]map$/.test(name)) delete files[name]
        },
      },
      {
        name: 'files-beside-sources',
        transform: {
          filter: { code: FINDS_FILES },
          handler: (code, id) => ({ code: nameFiles(code, id.replace(/\?.*/, '')), map: null }),
        },
      },
    ],
    onLog: () => undefined,
  })
  await mkdir(FOLDER, { recursive: true })
  const next = join(FOLDER, `next-${process.pid}`)
  const { output } = await bundle.write({
    dir: next,
    sourcemap: true,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    // Logs and rules call classes and functions by their names.
    keepNames: true,
    comments: false,
    codeSplitting: { groups: [{ name: 'packages', test: /[\\/]node_modules[\\/]/, entriesAware: true }] },
  })
  const sources = describeSources([...(await bundle.watchFiles), fileURLToPath(import.meta.url)])
  await bundle.close()
  const entries = output.flatMap((file) => (file.type === 'chunk' && file.isEntry ? [file] : []))
  await publish(next, {
    folder: hash('sha256', sources.map((source) => source.path + source.hash).join('\n')).slice(0, 16),
    programs: Object.fromEntries(
      entries.map(({ fileName, facadeModuleId }) => [relative(ROOT_PATH, facadeModuleId!), fileName]),
    ),
    sources,
    root: ROOT.href,
  })
}

const findThreads = (): readonly string[] =>
  globSync('server/src/**/*-{thread,worker}.ts', { cwd: ROOT_PATH }).filter(
    (path) =>
      !path.includes('/testing/') && /^serveThread<|= workerData\b/m.test(readFileSync(new URL(path, ROOT), 'utf8')),
  )

const escapeWide = (code: string): string =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Code finds files beside its source, not beside the bundle. */
const nameFiles = (code: string, file: string): string =>
  code
    .replace(/\bimport\.meta\.url\b/g, JSON.stringify(pathToFileURL(file).href))
    .replace(/\b__dirname\b/g, JSON.stringify(dirname(file)))
    .replace(/\b__filename\b/g, JSON.stringify(file))

/** A package is what its version says it is. */
function describeSources(files: readonly string[]): BundleSource[] {
  const paths = new Set(files.map((file) => (file.includes('node_modules') ? manifestOf(file) : file)))
  return [...paths]
    .filter((path) => path !== undefined)
    .map((path) => describeSource(ROOT, relative(ROOT_PATH, path)))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

function manifestOf(file: string): string | undefined {
  const folder = /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0]
  const manifest = folder && join(folder, 'package.json')
  return manifest && existsSync(manifest) ? manifest : undefined
}

/** The list of bundles changes in one step; of two that build at once, either will do. */
async function publish(built: string, bundles: Bundles): Promise<void> {
  const folder = join(FOLDER, bundles.folder)
  if (existsSync(folder)) await rm(built, { recursive: true })
  else await rename(built, folder)
  const list = join(FOLDER, `bundles-${process.pid}.json`)
  await writeFile(list, JSON.stringify(bundles))
  await rename(list, join(FOLDER, 'bundles.json'))
  await removeOld(bundles.folder)
}

async function removeOld(current: string): Promise<void> {
  const folders = (await readdir(FOLDER, { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && entry.name !== current,
  )
  const aged = await Promise.all(
    folders.map(async ({ name }) => ({ path: join(FOLDER, name), at: (await stat(join(FOLDER, name))).mtimeMs })),
  )
  for (const { path } of aged.sort((a, b) => b.at - a.at).slice(KEPT - 1))
    await rm(path, { recursive: true, force: true })
}
