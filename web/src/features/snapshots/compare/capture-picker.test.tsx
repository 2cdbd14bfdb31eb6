import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { CapturePicker } from './capture-picker.tsx'

const capture = (id: string, at: string): Wire.SnapshotItem =>
  ({
    ...{ id, captured_at: at, captured_by: 'olga', annotation: null },
    ...{ controller_connection: 'c-1', controller_connection_name: 'Lab', controller_connections: null },
  }) as Wire.SnapshotItem
const day = (date: string, captures: number) => ({ date, snapshot_count: captures, change_score: 0.1, missed: 0 })

it('a capture is found by its day', async () => {
  const api = new SimulatedApi()
  const captures = [capture('s-2', '2026-11-22T06:30:00Z'), capture('s-1', '2026-11-20T06:30:00Z')]
  api.answers((heddle) => heddle.history.snapshots.list({ saved_query: 'q-1' }), {
    ...{ count: 2, next: null, previous: null, results: captures },
  })
  api.answers((heddle) => heddle.history.heatmap({ saved_query: 'q-1' }), {
    window: '366d',
    days: [day('2026-11-20', 1), day('2026-11-21', 0), day('2026-11-22', 1)],
  })
  const onChoose = vi.fn()
  show(
    <CapturePicker {...{ side: 'Before', query: 'q-1', text: '22 Nov', note: undefined, chosen: 's-2', onChoose }} />,
    { api },
  )
  await userEvent.click(screen.getByRole('button', { name: /^Before/ }))

  const panel = within(await screen.findByRole('dialog'))
  await userEvent.click(await panel.findByRole('gridcell', { name: /^20 November 2026, 1 capture/ }))

  await expect
    .poll(() => api.requests.at(-1)?.query)
    .toMatchObject({
      saved_query: 'q-1',
      captured_after: expect.stringContaining('2026-11-20'),
    })
  panel.getByText(/^Captures of /)
  await userEvent.click((await panel.findAllByRole('button', { name: /olga/ })).at(-1)!)
  expect(onChoose).toHaveBeenCalledWith(captures[1])
})
