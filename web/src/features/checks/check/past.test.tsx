import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Wire } from '../../../lib/api/wire.ts'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { Past } from './past.tsx'

const judged = (day: number, status: Wire.CheckPast['results'][number]['status'], findings: number) => ({
  ...{ status, findings, snapshot: `s-${day}` },
  at: `2026-11-${day}T06:00:00Z`,
})

function showPast(past: Wire.CheckPast, permissions: readonly string[]) {
  const api = new SimulatedApi()
  api.answers(({ history }) => history.checks({ saved_query: 'q-1' }), past)
  show(<Past query="q-1" connection="c-1" />, { api, permissions })
  return api
}

it('says what the captures came to, the newest first, and draws how much they found', async () => {
  const results = [judged(20, 'passed', 0), judged(21, 'failed', 4), judged(22, 'failed', 1_200)]
  const api = showPast({ results, failed_since: { snapshot: 's-21', at: results[1]!.at } }, ['history.view_snapshot'])

  const [, newest, oldest] = within(await screen.findByRole('table', { name: 'Stretches' })).getAllByRole('row')

  expect(newest?.textContent).toMatch(/^Failed2026-11-21.*2026-11-22.*21,200$/)
  expect(oldest?.textContent).toMatch(/^Passed2026-11-20/)
  screen.getByRole('img', { name: '3 captures, at most 1,200 findings' })
  expect(api.requests[0]?.query).toEqual({ saved_query: 'q-1', controller_connection: 'c-1' })
})

it('asks for nothing that its reader may not see', () => {
  const api = showPast({ results: [], failed_since: null }, [])

  screen.getByText(/history.view_snapshot/)
  expect(api.requests).toEqual([])
})
