import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { sampleConnection } from '../../../testing/wire-samples.ts'
import { ImportDialog } from './import-dialog.tsx'

const QUERY = { name: 'Bridge domains', nodes: [{ id: 'bd', class_name: 'fvBD' }], edges: [], post_processors: [] }
const importing: Parameters<SimulatedApi['sentTo']>[0] = ({ queries }) => queries.import({})

function showDialog() {
  const api = new SimulatedApi()
  api.lists(({ controller }) => controller.connections.all(), [sampleConnection({ name: 'Lab', is_default: true })])
  const happened: string[] = []
  const part = (
    <ImportDialog
      categories={[]}
      category={undefined}
      onClose={() => happened.push('closed')}
      onDone={async () => void happened.push('done')}
    />
  )
  return { ...show(part, { api, permissions: ['controller.view_connection'] }), happened }
}

const paste = (text: string) => fireEvent.change(screen.getByLabelText(/^Query as JSON/), { target: { value: text } })
const step = (action: 'create' | 'change') => ({
  kind: 'saved_query' as const,
  name: 'Bridge domains',
  action,
  diff: null,
})

describe('the import of a query', () => {
  it('asks the server what it would do, and does it at once where nothing changes', async () => {
    const { user, api, happened } = showDialog()
    api.answers(({ queries }) => queries.import({}), { applied: true, plan: [step('create')] })
    paste(JSON.stringify(QUERY))
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Connection' }).value).toBe('Lab'),
    )

    await user.click(screen.getByRole('button', { name: 'Import' }))

    await waitFor(() => expect(happened).toEqual(['closed', 'done']))
    expect(api.requests.filter(({ method }) => method === 'POST').map(({ query }) => query)).toEqual([
      { dry_run: 'true' },
      {},
    ])
  })

  it('shows what it would change before it does', async () => {
    const { user, api, happened } = showDialog()
    api.answers(({ queries }) => queries.import({}), { applied: false, plan: [step('change')] })
    paste(JSON.stringify(QUERY))
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Connection' }).value).toBe('Lab'),
    )

    await user.click(screen.getByRole('button', { name: 'Import' }))
    await screen.findByText('A query with this name already exists. Importing this changes it:')

    expect([api.sentTo(importing).length, happened]).toEqual([1, []])
    await user.click(screen.getByRole('button', { name: 'Change it' }))
    await waitFor(() => expect(happened).toEqual(['closed', 'done']))
  })

  it('says what is wrong with the text, and sends nothing', async () => {
    const { user, api } = showDialog()
    paste('{')

    await user.click(screen.getByRole('button', { name: 'Import' }))

    await screen.findByRole('alert')
    expect(api.sentTo(importing)).toEqual([])
  })
})
