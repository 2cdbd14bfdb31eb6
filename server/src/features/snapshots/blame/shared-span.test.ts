import { expect, it } from 'vitest'
import type { FabricAuditRecord } from '@heddle/domain/fabric/audit-records.ts'
import { partOfSpan, shareSpan } from './shared-span.ts'

const record = (atMs: number): FabricAuditRecord => ({
  ...{ atMs, user: 'ana', action: 'modified', affected: 'uni', changes: '', session: '', record: `mod-${atMs}` },
})
const span = shareSpan(new Date(0), new Date(100)).span

it('reads once, and after three failures no more', async () => {
  let asked = 0
  const failing = async () => {
    asked += 1
    return { ok: false, reason: 'unreachable', message: 'It does not answer.' } as const
  }
  const dead = shareSpan(new Date(0), new Date(100))
  for (let times = 0; times < 5; times += 1) await dead.read(failing)
  expect(asked).toBe(3)

  const live = shareSpan(new Date(0), new Date(100))
  const found = { ok: true, records: [record(1)], isWhole: true, apart: 0 } as const
  await live.read(failing)
  expect(await live.read(async () => found)).toBe(found)
  expect(await live.read(failing)).toBe(found)
  expect(asked).toBe(4)
})

it('has of a part the records within it, by the clocks as far as they are apart', () => {
  const read = { ok: true, records: [9, 10, 11, 49, 50, 51].map(record), isWhole: true, apart: 1 } as const

  const part = partOfSpan(read, { fromMs: 11, toMs: 49 })

  expect(part).toMatchObject({ isWhole: true, records: [10, 11, 49, 50].map((atMs) => ({ atMs })) })
  expect(span).toEqual({ fromMs: 0, toMs: 100 })
})
