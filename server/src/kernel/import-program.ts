import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { bundledProgram, folderOfBundles } from './bundles.ts'
import { pointStacksAtSources } from './mapped-stacks.ts'

/** Loads a program, bundled if that is built; its stack traces point at the sources either way. */
export async function importProgram(program: URL): Promise<unknown> {
  const folder = folderOfBundles()
  if (folder) {
    // Threads, which are started later, take it from there. Where nothing can be written, nothing is kept.
    process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('compiled', folder))
    enableCompileCache(process.env['NODE_COMPILE_CACHE'])
    pointStacksAtSources(folder)
  }
  return import(bundledProgram(program).href)
}
