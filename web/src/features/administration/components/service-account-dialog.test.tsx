import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { ServiceAccountDialog } from './service-account-dialog.tsx'

const CREATED = {
  id: 7,
  name: 'nightly-checks',
  description: '',
  group: { id: 2, name: 'Editors' },
  permissions: [],
  is_active: true,
  token_count: 0,
  last_used_at: null,
  created_by: 'ada',
  created_at: '2026-11-22T06:00:00Z',
  updated_at: '2026-11-22T06:00:00Z',
}

function showDialog() {
  const api = new SimulatedApi()
  api.answers(
    ({ auth }) => auth.serviceAccounts.groups(),
    [
      { id: 1, name: 'Administrators' },
      { id: 2, name: 'Editors' },
    ],
  )
  api.answers(({ auth }) => auth.serviceAccounts.create({ name: '', group: 1 }), CREATED)
  const happened: string[] = []
  return { happened, ...show(<ServiceAccountDialog onClose={() => happened.push('closed')} />, { api }) }
}

describe('a new service account', () => {
  it('belongs to no group until somebody chooses one', async () => {
    const { api, user, happened } = showDialog()

    await user.type(await screen.findByLabelText('Name'), 'nightly-checks{Enter}')
    await screen.findByText('Choose the group that it belongs to.')
    const before = api.requests.filter(({ method }) => method === 'POST').length
    await user.click(screen.getByRole('combobox', { name: 'Group' }))
    await user.click(await screen.findByRole('option', { name: 'Editors' }))
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await expect.poll(() => happened).toEqual(['closed'])

    expect(before).toBe(0)
    expect(api.requests.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'nightly-checks',
      description: '',
      group: 2,
    })
  })
})
