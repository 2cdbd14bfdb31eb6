import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useHeddle } from '../../lib/session/context.tsx'
import { show } from '../../testing/show.tsx'
import { SimulatedApi } from '../../testing/simulated-api.ts'
import { NewTokenDialog } from './new-token-dialog.tsx'

const CREATED = {
  id: 't-1',
  name: 'report',
  prefix: 'hdl_abcdefgh',
  permissions: [],
  username: 'ada',
  created_at: '2026-11-22T06:00:00Z',
  expires_at: null,
  last_used_at: null,
  last_used_ip: null,
  token: 'hdl_abcdefgh-secret',
}

function OwnToken(props: { readonly onClose: () => void; readonly onCreated: () => Promise<void> }) {
  const { auth } = useHeddle()
  const permissions = ['queries.view_savedquery', 'queries.add_savedquery']
  return <NewTokenDialog permissions={permissions} all="All of mine" create={auth.tokens.create} {...props} />
}

function showDialog(api: SimulatedApi) {
  const happened: string[] = []
  const shown = show(
    <OwnToken onClose={() => happened.push('closed')} onCreated={async () => void happened.push('created')} />,
    { api },
  )
  return { ...shown, happened }
}

describe('a new API token', () => {
  it('may only read unless asked otherwise, and is shown this once', async () => {
    const api = new SimulatedApi()
    api.answers(({ auth }) => auth.tokens.create({ name: '' }), CREATED)
    const { user, happened } = showDialog(api)

    await user.type(screen.getByLabelText('Name'), 'report{Enter}')
    await screen.findByText('hdl_abcdefgh-secret')
    await user.keyboard('{Escape}')

    expect(screen.getByRole('alert').textContent).toBe(
      'The token is not shown again. Copy it, then choose “I kept it”.',
    )
    expect(api.requests[0]?.body).toMatchObject({ name: 'report', permissions: ['queries.view_savedquery'] })
    expect(happened).toEqual(['created'])
  })

  it('needs a name, and says so at the field', async () => {
    const api = new SimulatedApi()
    api.refuses(({ auth }) => auth.tokens.create({ name: '' }), 400, { name: ['This field is required.'] })
    const { user, happened } = showDialog(api)

    await user.click(screen.getByRole('button', { name: 'Create' }))

    await screen.findByText('This field is required.')
    expect([document.activeElement === screen.getByLabelText('Name'), happened]).toEqual([true, []])
  })
})
