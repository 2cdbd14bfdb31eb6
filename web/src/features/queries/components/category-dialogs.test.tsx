import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import type { Category } from './categories.ts'
import { CategoryDialog, type CategoryTask } from './category-dialogs.tsx'

const category = (id: number, name: string, facts: Partial<Category> = {}): Category => ({
  id,
  name,
  parent: null,
  query_count: 0,
  children: [],
  ...facts,
})
const TENANTS = category(1, 'Tenants', { children: [2], query_count: 3 })
const COMMON = category(2, 'common', { parent: 1 })
const FABRIC = category(3, 'Fabric')

function showDialog(task: CategoryTask, api = new SimulatedApi()) {
  const happened: string[] = []
  if ('category' in task) {
    const { category: read } = task
    api.answers(({ queries }) => queries.categories.get(read.id), read, { etag: '"read"' })
  }
  const part = (
    <CategoryDialog
      task={task}
      categories={[TENANTS, COMMON, FABRIC]}
      onClose={() => happened.push('closed')}
      onDone={async () => void happened.push('done')}
    />
  )
  return { ...show(part, { api }), happened }
}

describe('the dialogs of categories', () => {
  it('creates a category inside of another', async () => {
    const { user, api, happened } = showDialog({ kind: 'add', parent: TENANTS })
    api.answers(({ queries }) => queries.categories.create({ name: '' }), category(4, 'prod', { parent: 1 }))
    screen.getByRole('dialog', { name: 'New category in “Tenants”' })

    await user.type(screen.getByLabelText('Name'), 'prod{Enter}')

    await waitFor(() => expect(happened).toEqual(['closed', 'done']))
    expect(api.sentTo(({ queries }) => queries.categories.create({ name: '' }))).toEqual([{ name: 'prod', parent: 1 }])
  })

  it('keeps the name that was typed when the server refuses it, and says why at the field', async () => {
    const { user, api, happened } = showDialog({ kind: 'rename', category: FABRIC })
    api.refuses(({ queries }) => queries.categories.update(3, {}), 400, { name: ['This name is taken here.'] })
    const field = await screen.findByLabelText('Name')

    await user.clear(field)
    await user.type(field, 'Tenants{Enter}')

    await screen.findByText('This name is taken here.')
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Tenants')
    expect(happened).toEqual([])
  })

  it('offers every place for a category but itself and what is inside of it', async () => {
    const { user } = showDialog({ kind: 'move', category: TENANTS })

    await user.click(await screen.findByRole('combobox', { name: 'Inside' }))

    const options = await screen.findAllByRole('option', { hidden: true })
    expect(options.map(({ textContent }) => textContent)).toEqual(['At the top', 'Fabric'])
  })

  it('says where the contents of a category go, so that the server need not ask', async () => {
    const { user, api, happened } = showDialog({ kind: 'remove', category: TENANTS })
    api.answers(({ queries }) => queries.categories.remove(1), null)
    screen.getByText('Nothing in it will be deleted: its 3 queries and its category will move to the top.')

    await user.click(screen.getByRole('button', { name: 'Delete' }))

    await waitFor(() => expect(happened).toEqual(['closed', 'done']))
    expect(api.requests.at(-1)?.query).toEqual({ force: 'true' })
  })
})
