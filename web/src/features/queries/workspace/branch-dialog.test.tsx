import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { BranchDialog } from './branch-dialog.tsx'

it('sends what a save would have changed to a branch, with a message', async () => {
  const api = new SimulatedApi()
  const body = { name: 'x', message: 'y' }
  api.answers(({ queries }) => queries.repositories.branch('r-1', body), { branch: 'less-noise', commit: 'abc' })
  const closed: string[] = []
  const changes = { nodes: [], edges: [] }
  const { user } = show(
    <BranchDialog repository="r-1" savedQuery="q-1" changes={changes} onClose={() => void closed.push('closed')} />,
    { api },
  )

  await user.type(screen.getByLabelText('Name of the branch'), 'less-noise')
  await user.type(screen.getByLabelText('What you changed'), 'Leave out the lab')
  await user.click(screen.getByRole('button', { name: 'Save as a branch' }))

  await waitFor(() => expect(closed).toEqual(['closed']))
  expect(api.sentTo(({ queries }) => queries.repositories.branch('r-1', body))).toEqual([
    { name: 'less-noise', message: 'Leave out the lab', saved_query: 'q-1', query: changes },
  ])
})
