import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Wire } from '../../../lib/api/wire.ts'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { sampleRun } from '../../../testing/wire-samples.ts'
import { RunActions } from './run-actions.tsx'

const PERMISSIONS = ['queries.execute_savedquery', 'history.capture_snapshot']
const again: Parameters<SimulatedApi['sentTo']>[0] = ({ queries }) => queries.savedQueries.executeBackground('q-1')

const showActions = (api: SimulatedApi, facts: Partial<Wire.ExecutionLog> = {}, permissions = PERMISSIONS) =>
  show(<RunActions run={sampleRun(facts)} />, { api, permissions })

describe('the actions of a run', () => {
  it('ask for its variables before it runs again; those that nobody touched keep their type', async () => {
    const api = new SimulatedApi()
    api.answers(({ queries }) => queries.savedQueries.executeBackground('q-1'), {
      job_id: 'j-2',
      execution_id: 'r-2',
      channel: '/ws/chain-execution/j-2/',
    })
    const { user, router } = showActions(api, { variables: { tenant: 'prod', mtu: 9000 } })
    const navigate = vi.spyOn(router, 'navigate').mockResolvedValue()

    await user.click(screen.getByRole('button', { name: 'Run again' }))
    await user.clear(screen.getByLabelText('tenant'))
    await user.type(screen.getByLabelText('tenant'), 'test{Enter}')

    await waitFor(() =>
      expect(navigate).toHaveBeenCalledWith(
        expect.objectContaining({ to: '/queries/execution-logs/$id/', params: { id: 'r-2' } }),
      ),
    )
    expect(api.sentTo(again)).toEqual([{ controller_connection: 'c-1', variables: { tenant: 'test', mtu: 9000 } }])
  })

  it('keep the form, and say why the server refuses to run it', async () => {
    const api = new SimulatedApi()
    api.refuses(again, 400, { variables: ['tenant is required'] })
    const { user } = showActions(api, { variables: { tenant: 'prod' } })

    await user.click(screen.getByRole('button', { name: 'Run again' }))
    await user.type(screen.getByLabelText('tenant'), '!{Enter}')

    expect((await screen.findByRole('alert')).textContent).toBe('variables: tenant is required')
    expect(screen.getByLabelText<HTMLInputElement>('tenant').value).toBe('prod!')
  })

  it('say in a message why a run without variables cannot start', async () => {
    const api = new SimulatedApi()
    api.refuses(again, 409, { detail: 'The query has no connection.' })
    const { user } = showActions(api)

    await user.click(screen.getByRole('button', { name: 'Run again' }))

    await screen.findByText('The query has no connection.')
  })

  it('capture its rows with a note, and show what is wrong with the note at its field', async () => {
    const api = new SimulatedApi()
    api.refuses(({ history }) => history.capture(), 400, { annotation: ['expected at most 500 characters'] })
    const { user } = showActions(api)

    await user.click(screen.getByRole('button', { name: 'Capture' }))
    await user.type(screen.getByLabelText('Note (optional)'), 'before the change{Enter}')

    await screen.findByText('expected at most 500 characters')
    expect(api.requests[0]?.body).toEqual({ execution: 'r-1', annotation: 'before the change' })
  })

  it('offer nothing that its reader may not do, or that makes no sense for this run', async () => {
    showActions(new SimulatedApi(), { draft: true }, ['history.capture_snapshot'])

    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Print'])
  })

  it('say why one that goes on cannot be cancelled', async () => {
    const api = new SimulatedApi()
    api.refuses(({ queries }) => queries.pipelineExecutions.cancel('p-1'), 409, { detail: 'The run has ended.' })
    const { user } = showActions(api, { status: 'running' })

    await user.click(screen.getByRole('button', { name: 'Cancel run' }))

    await screen.findByText('The run has ended.')
    expect(screen.getByRole('button', { name: 'Cancel run' }).hasAttribute('aria-disabled')).toBe(false)
  })
})
