import { zstdCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readCompared } from './compare.ts'

const ROW = JSON.stringify({ text: 'x'.repeat(999_988) })
const page = { list: 'added', body: zstdCompressSync(ROW) } as const
const compared = (rows: number) =>
  readCompared({
    counts: { added: rows, removed: 0, changed: 0, unchanged: 0 },
    pages: Array.from({ length: rows }, () => page),
  })

it('an answer ends with the page that would lead beyond 32 MB, and says so', async () => {
  const [within, beyond] = [await compared(32), await compared(33)]

  expect(ROW.length).toBe(999_999)
  expect([within.added.length, within.truncated]).toEqual([32, false])
  expect([beyond.added.length, beyond.truncated]).toEqual([32, true])
})
