import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { sampleConnection } from '../../../testing/wire-samples.ts'
import { FactsDialog } from './facts-dialog.tsx'

const FACTS = {
  version: '6.0(9c)',
  switch_versions: ['n9000-16.0(8f)', 'n9000-16.0(9c)'],
  lowest_switch: '6.0(8f)',
  highest_switch: '6.0(9c)',
  ...{ nodes: 1_234, leafs: 1_200, spines: 31, controllers: 3, pods: 2 },
  read_at: '2026-11-27T10:00:00.000+00:00',
}
const connection = sampleConnection({})

function showFacts(api: SimulatedApi, permissions: readonly string[] = ['controller.test_connection']) {
  return show(<FactsDialog connection={connection} onClose={() => undefined} />, { api, permissions })
}

describe('what is known of a fabric', () => {
  it('is shown, and read again on request', async () => {
    const api = new SimulatedApi()
    api.answers(({ controller }) => controller.connections.facts(connection.id, {}), FACTS)
    const { user } = showFacts(api)

    expect(await screen.findByText('6.0(9c)')).toBeDefined()
    expect(screen.getByText('n9000-16.0(8f), n9000-16.0(9c)')).toBeDefined()
    api.answers(({ controller }) => controller.connections.facts(connection.id, {}), { ...FACTS, version: '6.1(1f)' })
    await user.click(screen.getByRole('button', { name: 'Read again' }))

    expect(await screen.findByText('6.1(1f)')).toBeDefined()
    expect(api.requests.map(({ query }) => query)).toEqual([{}, { refresh: 'true' }])
  })

  it('says why a controller could not be asked', async () => {
    const api = new SimulatedApi()
    api.refuses(({ controller }) => controller.connections.facts(connection.id, {}), 502, {
      detail: 'The controller refused the password.',
      reason: 'login_failed',
    })
    showFacts(api)

    expect(await screen.findByText(/The controller refused the password\./)).toBeDefined()
  })

  it('is not read again by those who may not ask', async () => {
    const api = new SimulatedApi()
    api.answers(({ controller }) => controller.connections.facts(connection.id, {}), FACTS)
    showFacts(api, [])

    await screen.findByText('6.0(9c)')

    expect(screen.queryByRole('button', { name: 'Read again' })).toBeNull()
  })
})
