import { readFile } from 'node:fs/promises'
import { type RemoteVersion, RemoteVersion as Version } from '@heddle/contract/mim-registry.ts'
import { Errors } from 'typebox/value'
import { REMOTE_VERSIONS } from './remote-versions.ts'

const VARIABLE = 'MIM_REGISTRY_VERSIONS'
/** A key becomes a folder in the registry's URL. */
const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

type Read =
  | { readonly ok: true; readonly versions: readonly RemoteVersion[] }
  | { readonly ok: false; readonly faults: readonly string[] }

/**
 * The versions from the operator's file, else the built-in list. Throws one line that names the variable and everything
 * wrong with the file.
 */
export async function readRemoteVersions(path: string | undefined): Promise<readonly RemoteVersion[]> {
  if (path === undefined) return REMOTE_VERSIONS
  const read = parseVersions(await readText(path))
  if (!read.ok) throw new Error(`${VARIABLE} ${JSON.stringify(path)}: ${read.faults.join('; ')}`)
  return read.versions
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error: unknown) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new Error(`${VARIABLE} ${JSON.stringify(path)}: cannot read the file (${code})`, { cause: error })
  }
}

export function parseVersions(text: string): Read {
  const parsed = parseJson(text)
  if (!Array.isArray(parsed) || parsed.length === 0)
    return { ok: false, faults: ['expected a JSON array of at least one version'] }
  const shape = parsed.flatMap((item, index) => shapeFaults(item, `[${index}]`))
  if (shape.length > 0) return { ok: false, faults: shape }
  const versions = parsed as readonly RemoteVersion[]
  const faults = meaningFaults(versions)
  return faults.length > 0 ? { ok: false, faults } : { ok: true, versions }
}

function shapeFaults(item: unknown, place: string): string[] {
  return [...Errors(Version, item)].map(
    ({ instancePath, message }) => `${place}${instancePath.replaceAll('/', '.')} ${message}`,
  )
}

function meaningFaults(versions: readonly RemoteVersion[]): string[] {
  const keys = versions.map(({ version_key }) => version_key)
  return versions.flatMap(({ version_key: key, fallback_chain: chain, class_count_seed: seed }, index) => {
    const place = `[${index}]`
    return [
      ...(KEY.test(key)
        ? []
        : [`${place}.version_key ${JSON.stringify(key)}: expected letters, digits, dots, dashes and underscores`]),
      ...(keys.indexOf(key) === index ? [] : [`${place}.version_key ${JSON.stringify(key)} is listed twice`]),
      ...(seed >= 0 ? [] : [`${place}.class_count_seed ${seed}: expected 0 or more`]),
      ...chain.filter((one) => one === key || !keys.includes(one)).map((one) => chainFault(place, one)),
    ]
  })
}

const chainFault = (place: string, key: string): string =>
  `${place}.fallback_chain ${JSON.stringify(key)}: expected the version_key of another version in the file`

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Reported with the other errors.
    return undefined
  }
}
