import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Wire } from '../../../lib/api/wire.ts'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { sampleRequest } from '../../../testing/wire-samples.ts'
import { RequestActions } from './request-actions.tsx'

const ALL = [
  'automation.view_request',
  'automation.cancel_request',
  'automation.launch_template',
  'queries.execute_savedquery',
]
const SOURCE: Wire.AutomationRequest['source'] = {
  type: 'saved_query',
  saved_query: 'q-1',
  snapshot: null,
  snapshot_a: null,
  snapshot_b: null,
  execution: 'r-1',
  row_count: 9,
  scheduled_execution: null,
}

const showActions = (
  facts: Partial<Wire.AutomationRequestDetail>,
  permissions: readonly string[],
  api?: SimulatedApi,
) => show(<RequestActions request={sampleRequest(facts)} />, { permissions, ...(api && { api }) })
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

describe('the actions of a request', () => {
  it.each([
    ['one that goes on', { status: 'running' }, ALL, ['Cancel request']],
    ['one of somebody else', { status: 'running', user: 'edgar' }, ALL, []],
    ['one that goes on, for a viewer', { status: 'running' }, ['automation.view_request'], []],
    ['one that has ended', {}, ALL, ['Proof', 'Launch again']],
    ['one with a source', { source: SOURCE }, ALL, ['Check the result', 'Proof', 'Launch again']],
    [
      'one with rows of a comparison',
      { source: { ...SOURCE, type: 'compare', snapshot_a: 's-1', snapshot_b: 's-2' } },
      ALL,
      ['Check the result', 'Proof', 'Launch again'],
    ],
    ['one that has ended, for a viewer', { source: SOURCE }, ['automation.view_request'], ['Proof']],
  ] as const)('are those that make sense and are allowed: %s', (_case, facts, permissions, expected) => {
    showActions(facts, permissions)

    expect(buttons()).toEqual(expected)
  })

  it('launch again what failed, and lead to the new request', async () => {
    const api = new SimulatedApi()
    api.answers(({ automation }) => automation.requests.relaunch('a-1'), sampleRequest({ id: 'a-2' }))
    const { user, router } = showActions({ status: 'failed' }, ALL, api)
    const navigate = vi.spyOn(router, 'navigate').mockResolvedValue()

    await user.click(screen.getByRole('button', { name: 'Launch again' }))
    await user.click(screen.getAllByRole('button', { name: 'Launch again' }).at(-1)!)

    await waitFor(() =>
      expect(navigate).toHaveBeenCalledWith({ to: '/automation/requests/$id', params: { id: 'a-2' } }),
    )
    expect(api.sentTo(({ automation }) => automation.requests.relaunch('a-1'))).toEqual([{ only: 'failed' }])
  })

  it('check the result as one says', async () => {
    const api = new SimulatedApi()
    api.answers(({ automation }) => automation.requests.verify('a-1', { expect: 'gone' }), sampleRequest())
    const { user } = showActions({ source: SOURCE }, ALL, api)

    await user.click(screen.getByRole('button', { name: 'Check the result' }))
    await user.clear(screen.getByLabelText('Told apart by'))
    await user.type(screen.getByLabelText('Told apart by'), 'tenant, name{Enter}')

    await waitFor(() =>
      expect(api.sentTo(({ automation }) => automation.requests.verify('a-1', { expect: 'gone' }))).toEqual([
        { expect: 'gone', by: ['tenant', 'name'] },
      ]),
    )
  })

  it('cancel after a question, and keep the words of a refusal', async () => {
    const api = new SimulatedApi()
    api.refuses(({ automation }) => automation.requests.cancel('a-1'), 409, {
      detail: 'The request has already finished.',
      code: 'already_finished',
    })
    const { user } = showActions({ status: 'running' }, ALL, api)

    await user.click(screen.getByRole('button', { name: 'Cancel request' }))
    await user.click(screen.getAllByRole('button', { name: 'Cancel request' }).at(-1)!)

    expect((await screen.findByRole('alert')).textContent).toContain('already finished')
  })
})
