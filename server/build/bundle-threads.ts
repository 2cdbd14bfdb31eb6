import { globSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashOfSources, readBundles, type ThreadBundles } from '../src/platform/threads/bundled-program.ts'

const ROOT = new URL('../../', import.meta.url)
const FOLDER = fileURLToPath(new URL('server/dist/threads', ROOT))

/** Bundles the programs of threads when they have changed. Without the bundler, threads load their sources. */
export async function ensureThreadsBundled(): Promise<void> {
  if (canBundle() && readBundles() === undefined) await bundleThreads()
}

function canBundle(): boolean {
  try {
    import.meta.resolve('rolldown')
    return true
  } catch {
    return false
  }
}

async function bundleThreads(): Promise<void> {
  const { rolldown } = await import('rolldown')
  const programs = findPrograms()
  const bundle = await rolldown({
    cwd: fileURLToPath(ROOT),
    input: Object.fromEntries(programs.map((path) => [basename(path, '.ts'), path])),
    platform: 'node',
    // Packages are found where they are installed.
    external: (id) => /^(?!@heddle\/)[@\w]/.test(id) && !programs.includes(id),
  })
  const next = `${FOLDER}.${process.pid}`
  const { output } = await bundle.write({
    dir: next,
    sourcemap: true,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    banner: 'process.setSourceMapsEnabled(true)',
  })
  const files = [...(await bundle.watchFiles), fileURLToPath(import.meta.url)]
  const sources = files.map((path) => relative(fileURLToPath(ROOT), path)).sort()
  await bundle.close()
  const entries = output.flatMap((file) => (file.type === 'chunk' && file.isEntry ? [file] : []))
  const bundles: ThreadBundles = {
    programs: Object.fromEntries(
      entries.map(({ fileName, facadeModuleId }) => [relative(fileURLToPath(ROOT), facadeModuleId!), fileName]),
    ),
    sources,
    hash: hashOfSources(ROOT, sources),
  }
  await writeFile(join(next, 'threads.json'), JSON.stringify(bundles))
  await replaceFolder(next)
}

const findPrograms = (): readonly string[] =>
  globSync('server/src/**/*-{thread,worker}.ts', { cwd: fileURLToPath(ROOT) }).filter(
    (path) => !path.includes('/testing/') && /^serveThread</m.test(readFileSync(new URL(path, ROOT), 'utf8')),
  )

/** Only when the new one is complete; of two that build at once, either will do. */
async function replaceFolder(next: string): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true })
  await rename(next, FOLDER).catch(() => rm(next, { recursive: true, force: true }))
}
