import { zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createCaptureJudge } from './judge-captures.ts'

const START = { parameters: [], variables: {}, now: 0, look: false, findings: {}, foundIn: { connection: 'lab' } }
const COLUMNS = ['dn', 'mtu']

type Chunk = { readonly id: number; readonly mtus: readonly number[] }
const listed = ({ id, mtus }: Chunk) => ({ id, rowCount: mtus.length })
const stored = ({ id, mtus }: Chunk) => ({
  id,
  body: zstdCompressSync(mtus.map((mtu, index) => JSON.stringify({ dn: `${id}/${index}`, mtu })).join('\n')),
  base: null,
})

/** Judges a capture and returns which chunks were read for it. */
function judge(tool: ReturnType<typeof createCaptureJudge>, chunks: readonly Chunk[]) {
  const rowCount = chunks.reduce((sum, { mtus }) => sum + mtus.length, 0)
  const begun = tool.open({ columns: COLUMNS, rowCount, chunks: chunks.map(listed) })
  if ('fault' in begun) return begun
  tool.see(begun.missing.map((id) => stored(chunks.find((chunk) => chunk.id === id)!)))
  const { status, findings } = tool.judge(undefined)
  return { read: begun.missing, judged: `${status} ${findings}` }
}

const A = { id: 1, mtus: [9000, 1500] }
const B = { id: 2, mtus: [9000, 9000] }
const C = { id: 3, mtus: [1, 2, 3] }

describe('captures that share chunks', () => {
  it('have each chunk read once, and are judged as if each had been read whole', () => {
    const tool = createCaptureJudge({ ...START, expect: { every: 'mtu == 9000', rows: { min: 4 } } })

    expect(judge(tool, [A, B])).toEqual({ read: [1, 2], judged: 'failed 1' })
    expect(judge(tool, [B, C])).toEqual({ read: [3], judged: 'failed 3' })
    expect(judge(tool, [B, B])).toEqual({ read: [], judged: 'passed 0' })
    expect(judge(tool, [A, B, C])).toEqual({ read: [], judged: 'failed 4' })
  })

  it('are judged by all rows where there are too many of them', () => {
    const tool = createCaptureJudge({ ...START, expect: { every: 'mtu == 9000', rows: { max: 4 } } })

    expect(judge(tool, [A, B])).toEqual({ read: [1, 2], judged: 'failed 1' })
    expect(judge(tool, [A, B, C])).toEqual({ read: [1, 2, 3], judged: 'failed 7' })
    expect(judge(tool, [B, C])).toEqual({ read: [], judged: 'failed 5' })
  })

  it('are judged by their number alone where that is enough', () => {
    const tool = createCaptureJudge({ ...START, expect: { rows: { min: 3, max: 4 } } })

    expect(judge(tool, [A, B])).toEqual({ read: [], judged: 'passed 0' })
    expect(judge(tool, [A])).toEqual({ read: [], judged: 'failed 1' })
  })

  it('are read again once too many of their rows have been kept', () => {
    const tool = createCaptureJudge({ ...START, expect: { every: 'mtu == 0' } })
    const large = (id: number) => ({ id, mtus: Array.from({ length: 100_000 }, () => 9000) })

    expect(judge(tool, [large(1), large(2)])).toEqual({ read: [1, 2], judged: 'failed 200000' })
    expect(judge(tool, [large(1), large(2)])).toEqual({ read: [2], judged: 'failed 200000' })
  })
})

it('says what is wrong with an expectation, for all captures or for one', () => {
  const missing = createCaptureJudge({ ...START, expect: { every: 'mtu == {{target}}' } })
  const absent = createCaptureJudge({ ...START, expect: { every: 'arpFlood == "no"' } })

  expect(missing.fault(undefined)).toContain('target')
  expect(absent.fault(undefined)).toBeUndefined()
  expect(judge(absent, [A])).toEqual({ fault: 'expect: the rows have no column arpFlood' })
})
