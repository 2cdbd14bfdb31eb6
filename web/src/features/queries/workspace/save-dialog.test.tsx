import type { ComponentProps } from 'react'
import { HeddleError } from '@heddle/client'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { SaveDialog } from './save-dialog.tsx'

type Details = ComponentProps<typeof SaveDialog>['details']

function showDialog(error: Error | null = null) {
  const api = new SimulatedApi()
  api.lists(
    ({ queries }) => queries.categories.all(),
    [{ id: 5, name: 'Tenants', parent: null, query_count: 0, children: [] }],
  )
  const saved: Details[] = []
  const part = (
    <SaveDialog
      title="Save query"
      details={{ name: '', description: '', category: null }}
      isBusy={false}
      error={error}
      onSave={(details) => saved.push(details)}
      onClose={() => undefined}
    />
  )
  return { ...show(part, { api }), saved }
}

describe('the dialog of the first save', () => {
  it('asks for a name before anything is sent', async () => {
    const { user, saved } = showDialog()

    await user.type(screen.getByLabelText('Name'), '   ')
    await user.click(screen.getByRole('button', { name: 'Save' }))

    await screen.findByText('Give it a name.')
    expect(saved).toEqual([])
  })

  it('saves the name without spaces around it, and the category', async () => {
    const { user, saved } = showDialog()

    await user.type(screen.getByLabelText('Name'), ' Ports ')
    await user.click(screen.getByRole('combobox', { name: 'Category' }))
    await user.click(await screen.findByRole('option', { name: 'Tenants', hidden: true }))
    await user.click(screen.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(saved).toEqual([{ name: 'Ports', description: '', category: 5 }]))
  })

  it('shows what the server refuses at its field', async () => {
    showDialog(new HeddleError('It was refused.', 400, { fields: { name: ['You have a query of this name.'] } }))

    await screen.findByText('You have a query of this name.')
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
  })
})
