import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { ChangesPanel } from './changes-panel.tsx'
import { FailingPanel } from './failing-panel.tsx'

const failed = (name: string, isNew: 0 | 1) => ({
  type: 'check_failed' as const,
  at: '2026-11-22T06:30:00Z',
  title: `"${name}": the result is not as expected`,
  link: `/queries/execution-logs/${name}/`,
  severity: 'warning' as const,
  counts: { rows: 3, new: isNew },
})

it('lists what began to fail once, apart from what fails for longer', async () => {
  const api = new SimulatedApi()
  api.answers(({ dashboard }) => dashboard.changes(), {
    since: '2026-11-21T06:30:00Z',
    results: [failed('Domains', 1), failed('Tenants', 0)],
    truncated: false,
  })
  show(
    <>
      <FailingPanel since="day" />
      <ChangesPanel since="day" onSince={() => undefined} />
    </>,
    { api },
  )

  const newly = await screen.findByRole('region', { name: 'Newly failing' })
  expect(newly.querySelector('a')?.textContent).toBe('"Domains": the result is not as expected')
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/queries/execution-logs/Domains/',
    '/queries/execution-logs/Tenants/',
  ])
  expect(api.requests).toHaveLength(1)
})
