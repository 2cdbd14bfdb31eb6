import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseVersions, readRemoteVersions } from './read-versions-file.ts'
import { REMOTE_VERSIONS } from './remote-versions.ts'

const version = (key: string, more: object = {}) => ({
  version_key: key,
  label: key,
  fallback_chain: [],
  is_supported: true,
  display_order: 1,
  class_count_seed: 10,
  notes: '',
  ...more,
})

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-versions-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('the versions of the registry', () => {
  it('are the built-in ones without a file, and those obey the rules for a file', async () => {
    expect(await readRemoteVersions(undefined)).toBe(REMOTE_VERSIONS)
    expect(parseVersions(JSON.stringify(REMOTE_VERSIONS))).toEqual({ ok: true, versions: REMOTE_VERSIONS })
  })

  it('come from the file', async () => {
    const versions = [version('700', { fallback_chain: ['611'] }), version('611')]
    await writeFile(join(folder, 'good.json'), JSON.stringify(versions))

    expect(await readRemoteVersions(join(folder, 'good.json'))).toEqual(versions)
  })

  it('prevent the start with one line that names the variable, the file and every error', async () => {
    const bad = [version('../x', { display_order: 'first' }), { ...version('7'), label: undefined }]
    await writeFile(join(folder, 'bad.json'), JSON.stringify(bad))

    const read = readRemoteVersions(join(folder, 'bad.json'))

    await expect(read).rejects.toThrow(
      /^MIM_REGISTRY_VERSIONS ".*bad[.]json": \[0\][.]display_order .*; \[1\] .*label.*$/,
    )
  })

  it('prevent the start when the file does not exist', async () => {
    await expect(readRemoteVersions(join(folder, 'none.json'))).rejects.toThrow(
      /MIM_REGISTRY_VERSIONS ".*none[.]json": .*ENOENT/,
    )
  })

  it.each([
    ['invalid JSON', '[{', ['array']],
    ['not a list', '{}', ['array']],
    ['an empty list', '[]', ['array']],
    [
      'invalid keys and fallbacks to unknown versions',
      JSON.stringify([
        version('a/b'),
        version('7', { fallback_chain: ['7', '8'] }),
        version('7', { class_count_seed: -1 }),
      ]),
      ['"a/b"', '"7": expected', '"8": expected', 'twice', '-1: expected'],
    ],
  ])('are rejected: %s', (_what, text, words) => {
    const read = parseVersions(text)

    expect(read.ok).toBe(false)
    for (const word of words) expect(!read.ok && read.faults.join('; ')).toContain(word)
  })
})
