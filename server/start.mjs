// Starts the server. Plain JavaScript, because Node's reader of TypeScript takes 20 MB that are never given back, and a
// bundled server needs it for nothing else.
import { readFileSync } from 'node:fs'

await import(bundledMain() ?? './src/main.ts')

/** If it is built, and in this folder: what it runs, which may have changed since, it looks at itself. */
function bundledMain() {
  try {
    const dist = new URL('dist/', import.meta.url)
    const { root, folder, programs } = JSON.parse(readFileSync(new URL('bundles.json', dist), 'utf8'))
    const main = programs['server/src/main.ts']
    if (main === undefined || root !== new URL('..', import.meta.url).href) return undefined
    return new URL(`${folder}/${main}`, dist).href
  } catch {
    return undefined
  }
}
