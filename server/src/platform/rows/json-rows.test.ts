import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { jsonWithStoredRows } from './json-rows.ts'

const parsed = async (rows: readonly string[], maxRows?: number): Promise<unknown> =>
  JSON.parse(
    await text(
      jsonWithStoredRows(
        { count: 3 },
        'rows',
        rows.map((lines) => Buffer.from(lines)),
        maxRows,
      ),
    ),
  )

it('lists the rows of all parts after the head', async () => {
  expect(await parsed(['{"a":1}\n{"a":"\\n"}', '{"a":3}'])).toEqual({
    count: 3,
    rows: [{ a: 1 }, { a: '\n' }, { a: 3 }],
  })
})

it('is complete without rows', async () => {
  expect(await parsed([])).toEqual({ count: 3, rows: [] })
})

it.each([1, 2, 3])('ends after %i rows, and reads no more of them', async (most) => {
  let read = 0
  function* rows() {
    for (; ; read++) yield Buffer.from('{}\n{}')
  }

  const { list } = JSON.parse(await text(jsonWithStoredRows({ of: 1 }, 'list', rows(), most))) as { list: unknown[] }

  expect(list).toHaveLength(most)
  expect(read).toBeLessThan(2)
})

it('tells a fault of the first rows before anything is sent', async () => {
  async function* rows(): AsyncGenerator<Buffer> {
    yield* []
    throw new Error('too large')
  }
  const sent: unknown[] = []

  await expect(
    (async () => {
      for await (const piece of jsonWithStoredRows({}, 'list', rows())) sent.push(piece)
    })(),
  ).rejects.toThrow('too large')
  expect(sent).toEqual([])
})
