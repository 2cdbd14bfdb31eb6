import { createHash } from 'node:crypto'
import { gt, valid } from 'semver'
import { MANIFEST_FILE } from '@heddle/contract/pack-files.ts'
import type { LoadedPack } from '@heddle/domain/packs/pack.ts'
import { type ReadDocument, readPack } from '@heddle/domain/packs/read-pack.ts'
import { runExamples } from '@heddle/domain/packs/run-examples.ts'
import { noMessages } from '../../../kernel/field-messages.ts'
import { VERSION } from '../../../kernel/product-version.ts'
import { readYaml } from '../../../platform/yaml/read-yaml.ts'
import type { PackCalls, PackUpload, ReadUpload } from './pack-calls.ts'
import { entryPathFault, unpackArchive } from './unpack.ts'

/** Unpacks and reads a pack, and runs its examples. */
export const readUpload: PackCalls['read'] = async (upload) => {
  const faults = noMessages()
  const report = (path: string, message: string) =>
    void (faults[path === '' ? 'files' : `files.${path}`] ??= []).push(message)
  const files = await filesOf(upload, report)
  const isWhole = Object.keys(faults).length === 0
  const read = readPack(files, readDocument)
  for (const [path, messages] of Object.entries(read.faults)) {
    // What could not be unpacked may be what seems to be missing.
    if (!isWhole && messages.every((message) => /required|There is no/.test(message))) continue
    faults[path] = [...new Set([...(faults[path] ?? []), ...messages])]
  }
  if (read.pack !== undefined) checkPack(read.pack, read.paths, report)
  if (read.pack === undefined || Object.keys(faults).length > 0) return { faults }
  return { json: JSON.stringify(uploadOf(read.pack, read.parameters, files)) }
}

async function filesOf(upload: PackUpload, report: (path: string, message: string) => void) {
  if (upload.kind !== 'files') return unpackArchive(upload.kind, Buffer.from(upload.bytes), report)
  const files = new Map<string, string>()
  for (const [path, text] of Object.entries(upload.files)) {
    const fault = entryPathFault(path)
    if (fault === undefined) files.set(path, text)
    else report(path, fault)
  }
  return files
}

const UNSTORABLE = /\\u(?:0000|d[89a-f])/

const readDocument: ReadDocument = (text) => {
  const read = readYaml(text)
  if ('faults' in read) return read
  if (UNSTORABLE.test(read.json))
    return { faults: ['It has a character that cannot be stored (NUL or half of a pair).'] }
  return { value: read.json === '' ? null : (JSON.parse(read.json) as unknown) }
}

function checkPack(
  pack: LoadedPack,
  paths: ReadonlyMap<string, string>,
  report: (path: string, message: string) => void,
): void {
  const { heddle } = pack.needs ?? {}
  const place = `${MANIFEST_FILE}.needs.heddle`
  if (heddle !== undefined && valid(heddle) === null) report(place, `${heddle}: expected a release, such as 1.0.0.`)
  else if (heddle !== undefined && gt(heddle, VERSION))
    report(place, `The pack needs Heddle ${heddle}; this is ${VERSION}.`)
  for (const { check, example, message } of runExamples(pack))
    report(`${paths.get(check) ?? check}.examples.${example}`, message)
}

function uploadOf(
  { checks, fixtures: _, ...manifest }: LoadedPack,
  parameters: ReadUpload['manifest']['parameters'],
  files: ReadonlyMap<string, string>,
): ReadUpload {
  const hash = createHash('sha256')
  for (const path of [...files.keys()].sort()) hash.update(JSON.stringify([path, files.get(path)]))
  return {
    manifest: { ...manifest, parameters },
    checks: checks.map(({ examples: __, ...check }) => check),
    hash: `sha256:${hash.digest('hex')}`,
  }
}
