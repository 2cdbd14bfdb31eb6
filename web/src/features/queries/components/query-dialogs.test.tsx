import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { DeleteQueriesDialog, MoveDialog } from './query-dialogs.tsx'

const QUERIES = [
  { id: 'q-1', name: 'Bridge domains' },
  { id: 'q-2', name: 'Ports' },
]

function actions() {
  const happened: string[] = []
  return {
    happened,
    onClose: () => void happened.push('closed'),
    onDone: async () => void happened.push('done'),
  }
}

describe('the dialogs of queries', () => {
  it('deletes all, after their names and what goes with them', async () => {
    const api = new SimulatedApi()
    for (const { id } of QUERIES) api.answers(({ queries }) => queries.savedQueries.remove(id), null)
    const { happened, ...given } = actions()
    const { user } = show(<DeleteQueriesDialog queries={QUERIES} {...given} />, { api })
    screen.getByRole('dialog', { name: 'Delete 2 queries?' })
    screen.getByText('Bridge domains')

    await user.click(screen.getByRole('button', { name: 'Delete' }))

    await waitFor(() => expect(happened).toContain('done'))
    expect(api.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /api/queries/saved-queries/q-1/',
      'DELETE /api/queries/saved-queries/q-2/',
    ])
  })

  it('names the queries that could not be deleted, and why, when the others are gone', async () => {
    const api = new SimulatedApi()
    api.answers(({ queries }) => queries.savedQueries.remove('q-1'), null)
    api.refuses(({ queries }) => queries.savedQueries.remove('q-2'), 403, { detail: 'It is not yours.' })
    const { user } = show(<DeleteQueriesDialog queries={QUERIES} {...actions()} />, { api })

    await user.click(screen.getByRole('button', { name: 'Delete' }))

    await screen.findByText(/1 query was not deleted/)
    screen.getByText(/It is not yours/)
  })

  it('moves a query out of its category', async () => {
    const api = new SimulatedApi()
    const move: Parameters<SimulatedApi['sentTo']>[0] = ({ queries }) => queries.savedQueries.update('q-1', {})
    api.refuses(move, 403, { detail: 'It is not yours.' })
    const categories = [{ id: 5, name: 'Tenants', parent: null, query_count: 1, children: [] }]
    const { user } = show(
      <MoveDialog queries={QUERIES.slice(0, 1)} categories={categories} from={5} {...actions()} />,
      {
        api,
      },
    )

    await user.click(screen.getByRole('combobox', { name: 'Category' }))
    await user.click(await screen.findByRole('option', { name: 'No category', hidden: true }))
    await user.click(screen.getByRole('button', { name: 'Move' }))

    await screen.findByText(/It is not yours/)
    expect(api.sentTo(move)).toEqual([{ category: null }])
  })
})
