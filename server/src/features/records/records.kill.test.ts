import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startSyslogCollector } from '@heddle/simulators/collector/start-syslog-collector.ts'
import { openRealProgram } from '../../testing/real-program.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

it('records survive a process that is killed while it sends them', { timeout: 60_000 }, async () => {
  const collector = await startSyslogCollector()
  const ca = join(temporaryFolder(), 'ca.pem')
  writeFileSync(ca, collector.ca)
  const program = await openRealProgram({ SIEM_SYSLOG_URL: collector.url, SIEM_CA: ca, SIEM_FROM: 'beginning' })
  try {
    collector.fails({ kind: 'deaf' })
    const killed = await program.start()
    for (let index = 0; index < 20; index += 1)
      await killed.post('/api/auth/login/', { username: `nobody-${index}`, password: 'wrong' })
    await expect.poll(collector.connections, { timeout: 20_000 }).toBeGreaterThan(0)
    await killed.end('SIGKILL')
    collector.fails(undefined)

    const next = await program.start()

    const arrived = () => new Set(collector.messages.map(({ data }) => data['heddle@32473']!['user']))
    await expect
      .poll(() => [...arrived()].filter((name) => name?.startsWith('nobody-')).length, { timeout: 20_000 })
      .toBe(20)
    const uids = collector.messages.map(({ data }) => data['heddle@32473']!['id'])
    expect(new Set(uids).size).toBe(uids.length)
    await next.end('SIGTERM')
  } finally {
    await program.close()
    await collector.close()
  }
})
