import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Wire } from '../../../lib/api/wire.ts'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { sampleRequest } from '../../../testing/wire-samples.ts'
import { ApprovalPanel } from './approval-panel.tsx'

const WAITING = { status: 'waiting', decided_by: null, decided_at: null, note: '' } as const
const MAY = ['automation.approve_request']

const asked = (facts: Partial<Wire.AutomationRequestDetail> = {}) =>
  sampleRequest({ user: 'edgar', status: 'pending', started_at: null, finished_at: null, approval: WAITING, ...facts })

const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

describe('a request that waits for approval', () => {
  it('says who asks and what will happen, and is approved with a note', async () => {
    const api = new SimulatedApi()
    const request = asked()
    api.answers(({ automation }) => automation.requests.approve('a-1'), request)
    const { user } = show(<ApprovalPanel request={request} />, { api, permissions: MAY })
    screen.getByText('edgar asks to launch')
    screen.getByText('2 rows with “Give bridge domains a VRF”: 1 job.')

    await user.click(screen.getByRole('button', { name: 'Approve and launch' }))
    await user.type(screen.getByLabelText('Note (optional)'), 'seen{Enter}')

    expect(api.sentTo(({ automation }) => automation.requests.approve('a-1'))).toEqual([{ note: 'seen' }])
  })

  it('is declined only after a question, and says why the server refuses', async () => {
    const api = new SimulatedApi()
    const decline: Parameters<SimulatedApi['sentTo']>[0] = ({ automation }) => automation.requests.decline('a-1')
    api.refuses(decline, 409, { detail: 'The request was decided or cancelled before.', code: 'already_decided' })
    const { user } = show(<ApprovalPanel request={asked()} />, { api, permissions: MAY })

    await user.click(screen.getByRole('button', { name: 'Decline' }))
    expect(api.sentTo(decline)).toEqual([])
    await user.click(screen.getAllByRole('button', { name: 'Decline' }).at(-1)!)

    expect((await screen.findByRole('alert')).textContent).toContain('decided or cancelled before')
  })

  it('is not decided by those who asked, or who may not', () => {
    show(<ApprovalPanel request={asked({ user: 'ada' })} />, { permissions: MAY })
    screen.getByText('You asked for it, so somebody else has to approve it.')
    expect(buttons()).toEqual([])
  })

  it('says whom it waits for to those who may not decide', () => {
    show(<ApprovalPanel request={asked()} />)
    screen.getByText('Somebody who may approve requests has to approve or decline it.')
    expect(buttons()).toEqual([])
  })

  it('tells later who decided, and why', () => {
    const approval = { ...WAITING, status: 'approved', decided_by: 'olga', note: 'in the window' } as const
    show(<ApprovalPanel request={asked({ status: 'succeeded', approval })} />, { permissions: MAY })

    screen.getByText('approved by olga')
    screen.getByText('in the window')
    expect(buttons()).toEqual([])
  })
})
