import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { RowHashes } from './row-hashes.ts'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

describe('the version hash', () => {
  it.each([0, 1, 2, 9_999])('is the SHA-256 of the sorted hashes of %i rows', (howMany) => {
    const rows = Array.from({ length: howMany }, (_, number) => `{"number":${number % 9_000}}`)
    const hashes = new RowHashes()
    for (const row of rows) hashes.add(row)

    const version = hashes.versionHash()

    const sorted = rows.map(sha256).sort((a, b) => a.compare(b))
    expect(version).toBe(`sha256:${sha256(Buffer.concat(sorted)).toString('hex')}`)
  })
})
