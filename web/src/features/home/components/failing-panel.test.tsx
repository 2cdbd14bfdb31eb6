import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { sampleRun } from '../../../testing/wire-samples.ts'
import { FailingPanel } from './failing-panel.tsx'

const run = (id: string, status: 'failed' | 'passed', at: string) =>
  sampleRun({ id, executed_at: at, expectation: { status, reason: null, findings: 3, failing_rows: [] } })

it('leads to the check that began to fail, on the connection where it did', async () => {
  const api = new SimulatedApi()
  const runs = [run('r-2', 'failed', '2026-11-22T06:30:00Z'), run('r-1', 'passed', '2026-11-21T06:30:00Z')]
  api.answersBy(
    ({ queries }) => queries.executionLogs.list(),
    ({ query }) => {
      const results = runs.filter(({ expectation }) => expectation?.status === query.expectation)
      return { count: results.length, count_is_exact: true, next: null, previous: null, results }
    },
  )
  show(<FailingPanel />, { api })

  const link = await screen.findByRole('link', { name: 'Bridge domains on Demo fabric: 3 findings' })
  expect(link.getAttribute('href')).toBe('/history/checks?saved_query=q-1&controller_connection=c-1')
})
