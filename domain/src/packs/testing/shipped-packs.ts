import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import type { LoadedPack } from '../pack.ts'
import { readPack } from '../read-pack.ts'

/** The folder of the packs that come with Heddle, ending in a slash. */
export const PACKS = fileURLToPath(new URL('../../../../packs/', import.meta.url))
export const PACK_NAMES = globSync('*/heddle-pack.yaml', { cwd: PACKS }).map((path) => path.split('/')[0]!)

/** A pack that comes with Heddle; throws with all its faults. */
export function shippedPack(name: string): LoadedPack {
  const cwd = `${PACKS}${name}/`
  const paths = globSync(['heddle-pack.yaml', 'checks/*.yaml', 'fixtures/*.json'], { cwd })
  const files = new Map(paths.map((path) => [path, readFileSync(cwd + path, 'utf8')]))
  const { pack, faults } = readPack(files, (text) => ({ value: parse(text) as unknown }))
  if (pack === undefined) throw new Error(`${name}: ${JSON.stringify(faults, null, 2)}`)
  return pack
}
