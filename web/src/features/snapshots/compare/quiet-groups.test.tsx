import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { QuietGroups } from './quiet-groups.tsx'

function apiWith(groups: string[], truncated = false): SimulatedApi {
  const api = new SimulatedApi()
  api.answers((heddle) => heddle.history.snapshots.groups('s-1', { by: 'place' }), { groups, truncated })
  return api
}

it('counts the tenants and nodes without a change, and names them', async () => {
  const api = apiWith(['', 'pod-1/node-101', 'tn-a', 'tn-b', 'tn-c'])
  show(<QuietGroups capture="s-1" grouping="place" changedGroups={['tn-b', 'tn-new']} />, { api })

  await userEvent.click(await screen.findByRole('button', { name: '2 tenants and 1 node without change' }))

  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'pod-1/node-101',
    'tn-a',
    'tn-c',
  ])
})

it('says nothing where not all of them are known', async () => {
  const api = apiWith(['tn-a'], true)
  show(<QuietGroups capture="s-1" grouping="place" changedGroups={[]} />, { api })

  await expect.poll(() => api.requests.length).toBe(1)
  expect(screen.queryByRole('button')).toBeNull()
})
