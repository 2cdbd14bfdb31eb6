import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OtlpCollector, startOtlpCollector } from '@heddle/simulators/collector/start-otlp-collector.ts'
import { startSyslogCollector, type SyslogCollector } from '@heddle/simulators/collector/start-syslog-collector.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

const STREAM = '/api/audit/stream/'
/** A look every five seconds. */
const patient = { timeout: 20_000 }

describe('with two collectors', () => {
  let app: TestApp
  let syslog: SyslogCollector
  let otlp: OtlpCollector
  const folder = mkdtempSync(join(tmpdir(), 'heddle-'))
  beforeAll(async () => {
    syslog = await startSyslogCollector()
    otlp = await startOtlpCollector()
    const ca = join(folder, 'ca.pem')
    writeFileSync(ca, syslog.ca)
    app = await startTestApp({
      env: {
        METRICS_PORT: '0',
        SIEM_SYSLOG_URL: syslog.url,
        SIEM_OTLP_URL: otlp.url,
        SIEM_OTLP_HEADERS: 'Authorization=Bearer%20collector-secret',
        SIEM_CA: ca,
        SIEM_FROM: 'beginning',
      },
    })
  })
  afterAll(async () => {
    await app.stop()
    await syslog.close()
    await otlp.close()
    rmSync(folder, { recursive: true })
  })

  it('what users do arrives at both, in order, and the same', { timeout: 30_000 }, async () => {
    await app.anonymous.post('/api/auth/login/', { username: 'nobody-here', password: 'wrong' })
    await app.userOf('viewer')

    const ofSyslog = () => syslog.messages.map(({ text }) => JSON.parse(text) as Record<string, any>)
    const hasFailedLogin = (event: Record<string, any>) => event['class_uid'] === 3002 && event['status_id'] === 2
    await expect.poll(() => ofSyslog().some(hasFailedLogin), patient).toBe(true)
    await expect.poll(() => otlp.records.length >= syslog.messages.length, patient).toBe(true)

    expect(syslog.faults).toEqual([])
    const sequences = ofSyslog()
      .filter((event) => event['class_uid'] === 6003)
      .map((event) => event['metadata'].sequence)
    expect(sequences).toEqual(sequences.toSorted((a: number, b: number) => a - b))
    const uids = new Set(otlp.records.map(({ attributes }) => attributes['metadata.uid']))
    expect(syslog.messages.filter(({ data }) => !uids.has(data['heddle@32473']!['id']))).toEqual([])
    expect(otlp.requests[0]!.headers).toMatchObject({ authorization: 'Bearer collector-secret' })
  })

  it('administrators see how they keep up, and metrics do', async () => {
    const { body } = await app.admin.get(STREAM)

    expect(body.targets.map(({ target, state, address }: any) => [target, state, address])).toEqual([
      ['syslog', 'ok', `127.0.0.1:${syslog.port}`],
      ['otlp', 'ok', new URL(otlp.url).host],
    ])
    expect(body.targets[0]).toMatchObject({ last_error: null, lost: 0, refused: 0, sent: expect.any(Number) })
    const metrics = await (await fetch(`${app.app.monitoringUrl}/metrics`)).text()
    expect(metrics).toMatch(/heddle_records_sent_total\{target="syslog",source="sign_in"\} [1-9]/)
    expect(metrics).toContain('heddle_records_failing{target="otlp",kind=""} 0')
    expect(JSON.stringify(body) + metrics + app.log()).not.toContain('collector-secret')
  })

  it('a collector that is away is seen, and gets everything once it is back', { timeout: 60_000 }, async () => {
    await syslog.stop()
    await app.anonymous.post('/api/auth/login/', { username: 'while-away', password: 'wrong' })
    const state = async () => (await app.admin.get(STREAM)).body.targets[0]
    await expect
      .poll(state, patient)
      .toMatchObject({ state: 'failing', last_error: expect.stringContaining('refused'), waiting: expect.any(Number) })

    await syslog.restart()

    const names = () => syslog.messages.map(({ data }) => data['heddle@32473']!['user'])
    await expect.poll(names, { timeout: 40_000 }).toContain('while-away')
    await expect.poll(state, patient).toMatchObject({ state: 'ok', last_error: null })
  })

  it.each(['operator', 'editor', 'viewer'] as const)('is not shown to a user of the role %s', async (role) => {
    expect((await (await app.userOf(role)).get(STREAM)).status).toBe(403)
  })
})

it('lists nothing where no collector is configured', async () => {
  const app = await startTestApp()

  const { status, body } = await app.admin.get(STREAM)
  await app.stop()

  expect([status, body]).toEqual([200, { targets: [] }])
})

it.each([
  ['SIEM_CA', 'no certificate'],
  ['SIEM_CLIENT_CERT', 'no certificate'],
])('the start says which file of %s cannot be used', async (variable, content) => {
  const file = join(temporaryFolder(), 'file.pem')
  writeFileSync(file, content)
  const env = { SIEM_SYSLOG_URL: 'tls://127.0.0.1:1', SIEM_CLIENT_CERT: file, SIEM_CLIENT_KEY: file, [variable]: file }

  await expect(startTestApp({ env })).rejects.toThrow(`${variable} "${file}": expected a readable PEM file`)
})
