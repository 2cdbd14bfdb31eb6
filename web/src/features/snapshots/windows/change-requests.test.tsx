import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { sampleRequest } from '../../../testing/wire-samples.ts'
import { ChangeRequests } from './change-requests.tsx'

const VIEW = ['automation.view_request']

describe('the requests of a report', () => {
  it('have the name of their template and how they are now', async () => {
    const api = new SimulatedApi()
    api.answers(({ automation }) => automation.requests.get('a-1'), sampleRequest({ status: 'failed' }))

    show(<ChangeRequests ids={['a-1']} byHand={[]} />, { api, permissions: VIEW })

    expect((await screen.findByRole('link', { name: 'Give bridge domains a VRF' })).getAttribute('href')).toBe(
      '/automation/requests/a-1',
    )
    expect(screen.getByRole('listitem').textContent).toMatch(/Failed.*by ada/)
  })

  it('have their ids for those who may not see requests, and for what is gone', async () => {
    const api = new SimulatedApi()
    api.refuses(({ automation }) => automation.requests.get('a-2'), 404, { detail: 'Not found.' })

    show(<ChangeRequests ids={['a-1']} byHand={[]} />, { api })
    show(<ChangeRequests ids={['a-2']} byHand={[]} />, { api, permissions: VIEW })

    expect(await screen.findByText('It can no longer be read.')).toBeDefined()
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['a-1', 'a-2'])
    expect(api.requests.map(({ path }) => path)).toEqual(['/api/automation/requests/a-2/'])
  })

  it('are read up to five, those with typed rows apart', async () => {
    const api = new SimulatedApi()
    const ids = Array.from({ length: 22 }, (_, index) => `a-${index}`)
    for (const id of ids) api.answers(({ automation }) => automation.requests.get(id), sampleRequest({ id }))

    show(<ChangeRequests ids={ids.slice(0, 4)} byHand={ids.slice(4)} />, { api, permissions: VIEW })

    const named = () => screen.queryAllByRole('link', { name: 'Give bridge domains a VRF' })
    await expect.poll(() => named().length).toBe(5)
    expect(screen.getAllByRole('link')).toHaveLength(22)
    expect(screen.getAllByRole('list').map(({ children }) => children.length)).toEqual([4, 18])
  })
})
