import { join } from 'node:path'
import { isStale } from './is-stale.ts'

/**
 * Builds the command line that the server hands out when it is missing or older than its sources. Like the web UI, it
 * may be missing: `/cli/heddle.mjs` says so then.
 */
export async function ensureCommandLine(root: string): Promise<string | undefined> {
  if (!canBuild() || !(await isCommandLineStale(root))) return undefined
  const started = performance.now()
  try {
    const { buildCli } = await import('../../cli/build.ts')
    await buildCli()
    return `Built the command line in ${((performance.now() - started) / 1000).toFixed(1)} s.`
  } catch (error: unknown) {
    return `The command line could not be built: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** A deployment may bring the built file alone. */
function isCommandLineStale(root: string): Promise<boolean> {
  const sources = ['cli', 'client/src', 'packs'].map((folder) => join(root, folder))
  return isStale(join(root, 'cli/dist/heddle.mjs'), sources).catch(() => false)
}

function canBuild(): boolean {
  try {
    import.meta.resolve('rolldown')
    return true
  } catch {
    return false
  }
}
