import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordOfSignIn } from '@heddle/domain/records/sign-in-record.ts'
import { type OtlpCollector, startOtlpCollector } from '@heddle/simulators/collector/start-otlp-collector.ts'
import { Secret } from '../secrets/secret.ts'
import { createOtlpCollector } from './otlp-collector.ts'

let collector: OtlpCollector
beforeEach(async () => {
  collector = await startOtlpCollector()
})
afterEach(() => collector.close())

const never = new AbortController().signal
const EVENTS = [1, 2, 3].map((id) =>
  recordOfSignIn(
    {
      ...{ id, username: 'olga', success: false, failureReason: 'bad_password', ipAddress: '192.0.2.1' },
      ...{ userAgent: null, attemptedAt: new Date('2026-03-02T09:00:00Z') },
    },
    { version: '1.2.3', uid: `uid-${id}` },
  ),
)
const send = (timeoutMs = 2_000) =>
  createOtlpCollector({
    url: collector.url,
    headers: { authorization: new Secret('Bearer abc') },
    tls: {},
    identity: { host: 'heddle-1', instance: '1', version: '1.2.3' },
    timeoutMs,
  }).send(EVENTS, never)

describe('a batch for an OTLP collector', () => {
  it('is taken with 200, in order, with the headers that were set', async () => {
    expect(await send()).toEqual({ ok: true, refused: 0 })

    expect(collector.records.map(({ attributes }) => attributes['metadata.uid'])).toEqual(['uid-1', 'uid-2', 'uid-3'])
    expect(collector.records[0]).toMatchObject({
      severity: 10,
      event: 'heddle.sign_in',
      attributes: { class_uid: 3002, 'src_endpoint.ip': '192.0.2.1', status_detail: 'bad_password', is_remote: true },
    })
    expect(collector.requests[0]!.headers).toMatchObject({ authorization: 'Bearer abc' })
  })

  it('says how many records the collector refused for good', async () => {
    collector.answers(() => ({ body: '{"partialSuccess":{"rejectedLogRecords":"2","errorMessage":"no"}}' }))

    expect(await send()).toEqual({ ok: true, refused: 2 })
  })

  it.each([
    [301, { location: 'http://127.0.0.1:1/' }, {}],
    [401, {}, {}],
    [413, {}, { isTooLarge: true }],
    [429, { 'retry-after': '7' }, { retryAfterMs: 7_000 }],
    [503, { 'retry-after': '99999' }, { retryAfterMs: 600_000 }],
    [503, { 'retry-after': 'soon' }, {}],
  ])('is not taken with %i', async (status, headers, more) => {
    collector.answers(() => ({ status, headers }))

    const taken = await send()

    expect(taken).toMatchObject({ ok: false, failure: { kind: 'refused', ...more } })
    expect(taken).toMatchObject({ failure: { message: `The collector answered ${status}.` } })
  })

  it('is not taken without an answer', async () => {
    collector.answers(() => ({ silent: true }))

    expect(await send(200)).toMatchObject({ ok: false, failure: { kind: 'timeout' } })
  })
})
