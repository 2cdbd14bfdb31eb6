import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Wire } from '../../../lib/api/wire.ts'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { sampleProfile, sampleRequest, sampleTemplate } from '../../../testing/wire-samples.ts'
import type { RowSource } from './row-source.ts'
import { SourceLaunch } from './source-launch.tsx'

const SOURCE: RowSource = {
  kind: 'run',
  rowsFrom: { saved_query: 'q-1', variables: {} },
  columns: ['dn', 'switch', 'encap'],
}
const PLAN: Wire.LaunchDryRunReply = {
  valid: true,
  executions: [{ rows: [{ switch: 'leaf-101', vlan: 210 }], extra_vars: {} }],
  warnings: [],
  source: null,
}
type Operations = Parameters<Parameters<SimulatedApi['sentTo']>[0]>[0]
const launch = ({ automation }: Operations) => automation.templates.launch('t-1')
const dryRun = ({ automation }: Operations) => automation.templates.launch('t-1', {}, { dry_run: true })

describe('a launch of rows from a query', () => {
  it('maps columns by name, shows the rows, and launches them with what is expected afterwards', async () => {
    const api = new SimulatedApi()
    api.answers(dryRun, PLAN)
    api.answers(({ auth }) => auth.preferences.update(), sampleProfile({}).preferences)
    const { user, router } = show(<SourceLaunch template={sampleTemplate()} source={SOURCE} />, { api })
    const navigate = vi.spyOn(router, 'navigate').mockResolvedValue()
    await user.type(screen.getByRole('combobox', { name: 'vlan' }), 'encap')
    await user.type(screen.getByRole('combobox', { name: 'mode' }), 'trunk')
    await user.click(screen.getByLabelText('Rows are gone'))

    await user.click(screen.getByRole('button', { name: 'Show the rows' }))
    await screen.findByText('1 job for 1 row; nothing is launched yet.')
    api.answers(launch, sampleRequest({ id: 'a-3' }))
    await user.click(screen.getByRole('button', { name: 'Launch' }))

    await waitFor(() =>
      expect(navigate).toHaveBeenCalledWith({ to: '/automation/requests/$id', params: { id: 'a-3' } }),
    )
    const body = {
      rows_from: SOURCE.rowsFrom,
      mapping: { switch: 'switch', vlan: 'encap', mode: { value: 'trunk' } },
      verify_after: { expect: 'gone', by: ['dn'] },
    }
    expect(api.sentTo(launch)).toEqual([body, body])
    expect(api.requests.slice(0, 2).map(({ query }) => query)).toEqual([{ dry_run: 'true' }, {}])
    expect(api.sentTo(({ auth }) => auth.preferences.update())).toEqual([{ ui: { 'mapping t-1': body.mapping } }])
  })

  it('takes the columns of the last launch, and the rows that were selected', async () => {
    const api = new SimulatedApi()
    api.answers(dryRun, PLAN)
    const kept = { switch: 'switch', vlan: 'encap', mode: { value: 'trunk' } }
    const { preferences } = sampleProfile({})
    const { user } = show(<SourceLaunch template={sampleTemplate()} source={SOURCE} chosen={'dn in ["a"]'} />, {
      api,
      profile: { preferences: { ...preferences, ui: { 'mapping t-1': kept } } },
    })
    screen.getByText(/Columns as at your last launch: switch: switch, vlan: encap, mode: trunk/)

    await user.click(screen.getByRole('button', { name: 'Show the rows' }))

    await screen.findByText('1 job for 1 row; nothing is launched yet.')
    expect(api.sentTo(launch)).toEqual([{ rows_from: SOURCE.rowsFrom, mapping: kept, filter: 'dn in ["a"]' }])
  })

  it('says at the fields what the server refuses', async () => {
    const api = new SimulatedApi()
    api.refuses(launch, 400, {
      filter: ['unknown column "switsch"'],
      'mapping.vlan': ['The source has no column "encap".'],
      rows_from: ['No row is left of 9.'],
    })
    const { user } = show(<SourceLaunch template={sampleTemplate()} source={SOURCE} />, { api })

    await user.click(screen.getByRole('button', { name: 'Show the rows' }))

    await screen.findByText('unknown column "switsch"')
    screen.getByText('vlan: The source has no column "encap".')
    screen.getByText(/No row is left of 9/)
  })
})
