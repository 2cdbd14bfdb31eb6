import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { MOST_CAPTURES } from '../../../resources/history.ts'
import { ScheduleCheck } from './schedule-check.tsx'

const MAY = ['queries.add_scheduledtask', 'history.capture_snapshot']
const CAPTURE = {
  ...{ id: 's-1', saved_query: 'q-1', saved_query_name: 'Bridge domains', controller_connection: 'c-1' },
  ...{ controller_connections: null, captured_at: '2026-11-20T06:30:00Z', columns: ['dn', 'name', 'vrf'] },
} as unknown as Wire.Snapshot
const NEWEST = { ...CAPTURE, id: 's-9', captured_at: '2026-11-26T06:30:00Z', columns: ['dn', 'name'] }

function open(keys: readonly string[] | undefined) {
  const api = new SimulatedApi()
  api.answers(({ history }) => history.snapshots.list({ saved_query: 'q-1', page_size: MOST_CAPTURES }), {
    count: 2,
    next: null,
    previous: null,
    results: [NEWEST, CAPTURE],
  })
  api.answers(({ history }) => history.snapshots.get('s-9', { page_size: 1 }), NEWEST)
  show(<ScheduleCheck capture={CAPTURE} terms={keys ? { key_fields: [...keys] } : {}} />, { api, permissions: MAY })
  return userEvent.click(screen.getByRole('button', { name: 'Schedule this check…' })).then(() => api)
}
const button = () => screen.findByRole('button', { name: 'Schedule' })

it('a key that the query no longer has is not scheduled, and says so', async () => {
  await open(['name', 'vrf'])

  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^“vrf” is no longer a column of the query\..* 2026-11-26/,
  )
  expect((await button()).getAttribute('aria-disabled')).toBe('true')
})

it.each([[['name']], [undefined]])('a key that it has, or none, is as it is here: %s', async (keys) => {
  const api = await open(keys)
  await expect.poll(() => api.requests.length).toBe(keys ? 2 : 0)

  expect((await button()).getAttribute('aria-disabled')).not.toBe('true')
  expect(screen.queryByRole('alert')).toBeNull()
})
