import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { MemoryBudget } from '../memory/memory-budget.ts'
import { httpErrorOf } from '../http/http-error.ts'
import { createDownloads, TooManyDownloads } from './downloads.ts'
import { sendSlowly } from './send-slowly.ts'

const MB = 1024 * 1024
const never = new AbortController().signal

function setUp(limitMb = 1_000) {
  const memory = new MemoryBudget({ limitBytes: limitMb * MB, usedBytes: () => 0 })
  onTestFinished(() => memory.close())
  const downloads = createDownloads(memory)
  const open = (lane: string, { mb = 10, longestWaitMs = 60_000, signal = never } = {}) =>
    downloads.open({ lane, bytes: mb * MB, signal, longestWaitMs }, () => Readable.from(['rows']))
  return { memory, downloads, open }
}

const close = async (file: Readable): Promise<void> => {
  file.destroy()
  await once(file, 'close')
}

it('a user has at most three downloads at once; the next begins when one has ended', async () => {
  const { downloads, open } = setUp()
  const files = [await open('ann'), await open('ann'), await open('ann')]
  const fourth = open('ann')
  await open('bob')
  const before = downloads.count()

  await close(files[0]!)
  await fourth

  expect([before, downloads.count()]).toEqual([4, 4])
})

it('all users together have at most 24 downloads at once; the next begins when one has ended', async () => {
  const { downloads, open } = setUp()
  const files = await Promise.all(Array.from({ length: 24 }, (_, user) => open(`user ${user}`)))
  const next = open('ann')
  await open('bob', { longestWaitMs: 1 }).catch(() => undefined)
  const before = downloads.count()

  await close(files[0]!)
  await next

  expect([before, downloads.count()]).toEqual([24, 24])
})

it('a caller who gets no turn learns when to ask again', async () => {
  const { open } = setUp()
  for (let more = 0; more < 3; more++) await open('ann')

  const error: unknown = await open('ann', { longestWaitMs: 1 }).catch((refusal: unknown) => refusal)

  expect(error).toBeInstanceOf(TooManyDownloads)
  expect(httpErrorOf(error as TooManyDownloads)).toMatchObject({ status: 503, headers: { 'retry-after': '30' } })
})

it('takes its memory before it opens, and gives it back when it is closed', async () => {
  const { memory, downloads, open } = setUp()
  const file = await open('ann', { mb: 700 })
  const refused = await open('bob', { mb: 700, longestWaitMs: 1 }).catch((error: unknown) => (error as Error).name)
  const during = [memory.use().lentBytes, downloads.count()]

  await close(file)

  expect([refused, during]).toEqual(['MemoryShort', [700 * MB, 1]])
  expect([memory.use().lentBytes, downloads.count()]).toEqual([0, 0])
})

it('that fails to open holds nothing', async () => {
  const { memory, downloads } = setUp()
  const opening = downloads.open({ lane: 'ann', bytes: MB, signal: never }, () => {
    throw new Error('no such run')
  })

  await expect(opening).rejects.toThrow('no such run')
  expect([memory.use().lentBytes, downloads.count()]).toEqual([0, 0])
})

it('a reader that takes nothing for too long is cut off, and what is read for it ends', async () => {
  let isClosed = false
  async function* pieces(): AsyncGenerator<string> {
    try {
      for (;;) yield 'x'.repeat(100_000)
    } finally {
      isClosed = true
    }
  }
  const stream = sendSlowly(pieces(), { stalledMs: 1 })
  stream.read(1)

  const [error] = await once(stream, 'error')

  expect(error).toMatchObject({ name: 'StalledReader' })
  await expect.poll(() => isClosed).toBe(true)
})

it('a reader gets all pieces, the large ones in slices', async () => {
  expect(await text(sendSlowly(['a'.repeat(200_000), Buffer.from('bc'), '']))).toBe(`${'a'.repeat(200_000)}bc`)
})
