import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { readPackFolder } from './pack-folder.ts'

/** Texts by path, by the name of the pack. */
type Packs = Readonly<Record<string, Readonly<Record<string, string>>>>

/** What the build puts here: `Packs` as JSON, gzip and Base64. A checkout has the folder instead. */
declare const SHIPPED_PACKS: string | undefined

/** The packs that come with Heddle. */
export const readShippedPacks = async (): Promise<Packs> =>
  typeof SHIPPED_PACKS === 'string'
    ? (JSON.parse(gunzipSync(Buffer.from(SHIPPED_PACKS, 'base64')).toString()) as Packs)
    : readPacksIn(fileURLToPath(new URL('../../../packs', import.meta.url)))

/** Each folder with a pack in it. */
export async function readPacksIn(folder: string): Promise<Packs> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const packs: Record<string, Readonly<Record<string, string>>> = {}
  for (const { name } of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
    packs[name] = Object.fromEntries(await readPackFolder(join(folder, name)))
  return packs
}
