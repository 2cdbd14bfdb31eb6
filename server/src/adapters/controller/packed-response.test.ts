import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { BodyTooBig } from '../outbound/read-body.ts'
import { classifyPacked } from './packed-response.ts'

const MAX = 1_000_000
// Texts that hardly shrink.
const noise = (count: number) => Array.from({ length: count }, (_, index) => `${Math.sin(index)}`)
const answer = (count: number) => JSON.stringify({ totalCount: String(count), imdata: noise(count) })
const zipped = (text: string | Buffer) => new Uint8Array(gzipSync(text))

it('leaves a large response packed, and says how much may be unpacked', async () => {
  const body = zipped(answer(5_000))

  expect(await classifyPacked(body, MAX)).toEqual({
    ok: true,
    status: 200,
    body,
    packed: { encoding: 'gzip', maxBytes: MAX },
  })
})

it('unpacks a small response', async () => {
  const classified = await classifyPacked(zipped(answer(1)), MAX)

  expect(classified).toEqual({ ok: true, status: 200, body: new Uint8Array(Buffer.from(answer(1))) })
})

it.each([
  [
    'an error',
    JSON.stringify({ imdata: [{ error: { attributes: { code: '403', text: 'Token was invalid' } } }] }),
    'login_failed',
  ],
  ['a large page of something else', `<html>${noise(5_000).join()}`, 'unreachable'],
  ['a truncated small response', answer(10).slice(0, -5), 'unreachable'],
])('classifies %s', async (_what, text, reason) => {
  expect(await classifyPacked(zipped(text), MAX)).toMatchObject({ ok: false, failure: { reason } })
})

it('stops unpacking a decompression bomb', async () => {
  await expect(classifyPacked(zipped(Buffer.alloc(20 * MAX)), MAX)).rejects.toThrow(BodyTooBig)
})

it('fails for what is not gzip', async () => {
  await expect(classifyPacked(new Uint8Array(Buffer.from(answer(5_000))), MAX)).rejects.toMatchObject({
    code: 'Z_DATA_ERROR',
  })
})
