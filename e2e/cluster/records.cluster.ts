import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSyslogCollector, type SyslogCollector } from '@heddle/simulators/collector/start-syslog-collector.ts'
import { services } from './harness/services.ts'
import { type Cluster, startCluster } from './harness/start-cluster.ts'

/** A dead process is noticed after a minute. */
const patient = { timeout: 100_000, interval: 250 }

describe.skipIf(!services)('records for a collector', () => {
  let cluster: Cluster
  let collector: SyslogCollector
  const folder = mkdtempSync(join(tmpdir(), 'heddle-records-'))
  beforeAll(async () => {
    collector = await startSyslogCollector()
    const ca = join(folder, 'ca.pem')
    writeFileSync(ca, collector.ca)
    cluster = await startCluster({ env: { SIEM_SYSLOG_URL: collector.url, SIEM_CA: ca, SIEM_FROM: 'beginning' } })
  })
  afterAll(async () => {
    await cluster.stop()
    await collector.close()
    rmSync(folder, { recursive: true })
  })

  const failToSignIn = async (prefix: string, count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1)
      await cluster.admin(index % 2).post('/api/auth/login/', { username: `${prefix}-${index}`, password: 'wrong' })
  }
  const uids = () => collector.messages.map(({ data }) => data['heddle@32473']!['id'])
  const names = (prefix: string) =>
    new Set(
      collector.messages
        .filter(({ messageId }) => messageId === 'sign_in')
        .map(({ data }) => data['heddle@32473']!['user'])
        .filter((name) => name?.startsWith(prefix)),
    )

  it('are sent once by several processes', async () => {
    await failToSignIn('calm', 60)

    await expect.poll(() => names('calm').size, patient).toBe(60)
    expect(new Set(uids()).size).toBe(uids().length)
    expect(collector.faults).toEqual([])
  })

  it('are sent by another process when the one that sends is killed', async () => {
    collector.fails({ kind: 'deaf' })
    const before = collector.connections()
    await failToSignIn('killed', 30)
    await expect.poll(collector.connections, patient).toBeGreaterThan(before)
    await Promise.all(cluster.workers.map((worker) => worker.kill()))
    collector.fails(undefined)

    await cluster.start('worker')

    await expect.poll(() => names('killed').size, patient).toBe(30)
    const waiting = async () =>
      (
        await cluster.sql<{ waiting: number }>(
          `select (select count(*) from login_attempts where id > sign_in_position)::int as waiting from record_targets`,
        )
      )[0]?.waiting
    await expect.poll(waiting, patient).toBe(0)
  })
})
