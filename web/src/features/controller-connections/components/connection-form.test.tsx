import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Wire } from '../../../lib/api/wire.ts'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { sampleConnection } from '../../../testing/wire-samples.ts'
import { ConnectionForm } from './connection-form.tsx'

const STORED = sampleConnection({ host: 'apic.example.com', hosts: ['apic2.example.com'] })
const update: Parameters<SimulatedApi['sentTo']>[0] = ({ controller }) => controller.connections.update(STORED.id)

function showForm(api: SimulatedApi, connection?: Wire.ControllerConnection) {
  const happened: string[] = []
  if (connection)
    api.answers(({ controller }) => controller.connections.get(connection.id), connection, { etag: '"read"' })
  const shown = show(
    <ConnectionForm
      {...(connection && { id: connection.id })}
      onClose={() => happened.push('closed')}
      onTest={({ name }) => happened.push(`test ${name}`)}
    />,
    { api, permissions: ['controller.test_connection'] },
  )
  return { ...shown, happened }
}

describe('the form of a connection', () => {
  it('creates one from what was typed, with the usual limits', async () => {
    const api = new SimulatedApi()
    const create = { name: '', host: '', username: '', password: '' }
    api.answers(({ controller }) => controller.connections.create(create), sampleConnection({ name: 'Fabric 2' }))
    const { user, happened } = showForm(api)

    await user.type(screen.getByLabelText('Name'), 'Fabric 2')
    await user.type(screen.getByLabelText('Address'), 'apic.example.com')
    await user.type(screen.getByLabelText('Further addresses'), 'a.example.com{Enter}b.example.com')
    await user.type(screen.getByLabelText('Username'), 'reader')
    await user.type(screen.getByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Save and test' }))

    await waitFor(() => expect(happened).toEqual(['closed', 'test Fabric 2']))
    expect(api.requests[0]?.body).toEqual({
      name: 'Fabric 2',
      host: 'apic.example.com',
      hosts: ['a.example.com', 'b.example.com'],
      username: 'reader',
      password: 'secret',
      verify_ssl: true,
      ca_certificate: null,
      is_default: false,
      max_parallel_requests: 4,
      max_requests_per_minute: null,
    })
  })

  it('sends what was changed, so that what somebody else changed meanwhile stays', async () => {
    const api = new SimulatedApi()
    api.answers(({ controller }) => controller.connections.update(STORED.id), STORED)
    const { user, happened } = showForm(api, STORED)

    await user.type(await screen.findByLabelText('Name'), '!')
    await user.click(screen.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(happened).toEqual(['closed']))
    expect(api.sentTo(update)[0]).toEqual({ name: `${STORED.name}!` })
    expect(api.requests.find(({ method }) => method === 'PATCH')?.headers.get('if-match')).toBe('"read"')
    await screen.findByText('Saved “Demo fabric”.')
  })

  it('says at once why another address needs the password again', async () => {
    const { user } = showForm(new SimulatedApi(), STORED)

    await user.type(await screen.findByLabelText('Address'), '.org')

    screen.getByText('Enter it again: the stored password is never sent to a new address.')
  })

  it('shows what is wrong with each field, and which line of the further addresses', async () => {
    const api = new SimulatedApi()
    api.refuses(update, 400, {
      'hosts.0': ['not an address'],
      max_parallel_requests: ['expected a number from 1 to 64'],
      non_field_errors: ['These addresses are not of one cluster.'],
    })
    const { user, happened } = showForm(api, STORED)

    await user.clear(await screen.findByLabelText('Requests at once'))
    await user.type(screen.getByLabelText('Requests at once'), 'many{Enter}')

    await screen.findByText('line 1: not an address')
    screen.getByText('expected a number from 1 to 64')
    expect(screen.getByRole('alert').textContent).toBe('These addresses are not of one cluster.')
    expect(screen.getByLabelText<HTMLInputElement>('Requests at once').value).toBe('many')
    expect(api.sentTo(update)[0]).toMatchObject({ max_parallel_requests: 0 })
    expect(happened).toEqual([])
  })

  it('is sent once while the answer is slow, by whichever button', async () => {
    const api = new SimulatedApi()
    const answer = api.holds(({ controller }) => controller.connections.update(STORED.id), STORED)
    const { user, happened } = showForm(api, STORED)

    await user.type(await screen.findByLabelText('Name'), '!{Enter}')
    await user.click(screen.getByRole('button', { name: 'Save and test' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    answer()

    await waitFor(() => expect(happened).toEqual(['closed']))
    expect(api.sentTo(update)).toHaveLength(1)
  })
})
