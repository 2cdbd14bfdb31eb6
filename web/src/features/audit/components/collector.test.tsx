import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show } from '../../../testing/show.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { Collector } from './collector.tsx'

const STREAM: Wire.AuditStream = {
  target: 'syslog',
  address: 'siem.example.org:6514',
  state: 'ok',
  failing_since: null,
  last_sent_at: '2026-03-02T09:00:00.000+00:00',
  last_error: null,
  lag_seconds: 0,
  waiting: 0,
  waiting_is_exact: true,
  sent: 12_345,
  refused: 0,
  lost: 0,
}
const shown = () => screen.getByRole('region', { name: 'Syslog over TLS' }).textContent

describe('a collector', () => {
  it('that keeps up says so, and nothing of what did not happen', () => {
    show(<Collector stream={STREAM} />)

    expect(shown()).toContain('takes records')
    expect(shown()).toContain('12,345')
    expect(shown()).not.toContain('Lost')
    expect(shown()).not.toContain('Oldest')
  })

  it('that takes nothing says why, since when, and what waits', () => {
    show(
      <Collector
        stream={{
          ...STREAM,
          state: 'failing',
          failing_since: '2026-03-02T09:00:00.000+00:00',
          last_error: 'The certificate has expired.',
          lag_seconds: 7_200,
          waiting: 40_000,
          waiting_is_exact: false,
          lost: 3,
        }}
      />,
    )

    expect(shown()).toContain('takes nothing')
    expect(shown()).toContain('The certificate has expired. Since')
    expect(shown()).toContain('more than 40,000')
    expect(shown()).toContain('2 hours')
    expect(shown()).toContain('Deleted before they were sent')
  })

  it('that waits for a transaction says where to look', () => {
    show(<Collector stream={{ ...STREAM, state: 'held', waiting: 1 }} />)

    expect(shown()).toContain('pg_stat_activity')
  })
})
