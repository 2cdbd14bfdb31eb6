import { join } from 'node:path'
import { buildWeb } from './build-web.ts'
import { isStale, modifiedAt } from './is-stale.ts'

const NO_BUILD_TOOLS =
  'The web UI is not built, and vite, which builds it, is not installed: run `npm ci` with the development dependencies, or copy web/dist from a build. The API works without it.'

/**
 * Builds the web UI when it is missing or older than its sources. Never fails: the API works without it. Returns what
 * there is to say.
 */
export async function ensureBuilt(root: string): Promise<string | undefined> {
  const web = join(root, 'web')
  const isBuilt = (await modifiedAt(join(web, 'dist/index.html'))) !== undefined
  // A deployment may bring the built files alone.
  if ((await modifiedAt(join(web, 'index.html'))) === undefined) return undefined
  if (!canBuild()) return isBuilt ? undefined : NO_BUILD_TOOLS
  if (!(await isWebStale(root))) return undefined
  const started = performance.now()
  try {
    await buildWeb(web)
    return `Built the web UI in ${((performance.now() - started) / 1000).toFixed(1)} s.`
  } catch (error: unknown) {
    const rest = isBuilt ? 'The one built before is served.' : 'The API works without it.'
    return `The web UI could not be built: ${error instanceof Error ? error.message : String(error)}\n${rest}`
  }
}

export function isWebStale(root: string): Promise<boolean> {
  // Workers run the rules of `domain`, which import `contract`; pages call the API through the client.
  const sources = ['web', 'domain/src', 'contract/src', 'client/src', 'docs'].map((folder) => join(root, folder))
  return isStale(join(root, 'web/dist/index.html'), sources)
}

function canBuild(): boolean {
  try {
    import.meta.resolve('vite')
    return true
  } catch {
    return false
  }
}
