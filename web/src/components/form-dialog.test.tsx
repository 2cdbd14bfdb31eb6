import { useMutation } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { useHeddle } from '../lib/session/context.tsx'
import { show } from '../testing/show.tsx'
import { SimulatedApi } from '../testing/simulated-api.ts'
import { TextField } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { FormFrame } from './form.tsx'
import { formFaults } from './form-faults.ts'

const CREATED = {
  id: 7,
  name: 'operators',
  role_template: null,
  member_count: 0,
  permissions: [],
  quota: { ai_analysis_daily: null, queries_max: null, can_use_ai_builder: false },
  scim: null,
}
const create: Parameters<SimulatedApi['sentTo']>[0] = ({ auth }) => auth.groups.create({ name: '' })

function showGroupDialog(api = new SimulatedApi()) {
  const closed: string[] = []
  function GroupDialog() {
    const { auth } = useHeddle()
    const [name, setName] = useState('')
    const sending = useMutation({
      mutationFn: () => auth.groups.create({ name }),
      onSuccess: () => closed.push('sent'),
    })
    const faults = formFaults(sending.error, ['name'])
    return (
      <FormDialog
        title="New group"
        isDirty={name !== ''}
        sending={sending}
        faults={faults.general}
        verb="Create"
        onSubmit={() => sending.mutate()}
        onClose={() => closed.push('left')}
      >
        <TextField
          label="Name"
          value={name}
          faults={faults.of('name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </FormDialog>
    )
  }
  return { ...show(<GroupDialog />, { api }), closed }
}

describe('a dialog with a form', () => {
  it('shows faults at their fields, and moves the focus to the first', async () => {
    const { user, api } = showGroupDialog()
    api.refuses(create, 400, { name: ['This name is taken.'], quota: ['expected an object'] })

    await user.type(screen.getByLabelText('Name'), 'operators{Enter}')

    expect((await screen.findByRole('alert')).textContent).toBe('quota: expected an object')
    const field = screen.getByLabelText('Name')
    expect([field.getAttribute('aria-invalid'), screen.getByText('This name is taken.').id]).toEqual([
      'true',
      field.getAttribute('aria-describedby'),
    ])
    expect(document.activeElement).toBe(screen.getByRole('alert'))
  })

  it('says on top what belongs to no field, and keeps what was typed', async () => {
    const { user, api, closed } = showGroupDialog()
    api.refuses(create, 403, { detail: 'Only administrators create groups.' })

    await user.type(screen.getByLabelText('Name'), 'operators{Enter}')

    expect((await screen.findByRole('alert')).textContent).toBe('That did not work. Only administrators create groups.')
    expect([screen.getByLabelText<HTMLInputElement>('Name').value, closed]).toEqual(['operators', []])
  })

  it('is sent once, although Enter is pressed again while the answer is slow', async () => {
    const { user, api, closed } = showGroupDialog()
    const answer = api.holds(({ auth }) => auth.groups.create({ name: '' }), CREATED)

    await user.type(screen.getByLabelText('Name'), 'operators{Enter}{Enter}')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Create' }).title).toBe('Sending…'))
    await user.keyboard('{Enter}')
    answer()

    await waitFor(() => expect(closed).toEqual(['sent']))
    expect(api.sentTo(create)).toEqual([{ name: 'operators' }])
  })

  it('can be sent again after a refusal', async () => {
    const { user, api, closed } = showGroupDialog()
    api.refuses(create, 409, { detail: 'Somebody else was faster.' })
    await user.type(screen.getByLabelText('Name'), 'operators{Enter}')
    await screen.findByRole('alert')

    api.answers(({ auth }) => auth.groups.create({ name: '' }), CREATED)
    await user.click(screen.getByRole('button', { name: 'Create' }))

    await waitFor(() => expect(closed).toEqual(['sent']))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('asks before it throws away what was typed', async () => {
    const { user, closed } = showGroupDialog()
    await user.type(screen.getByLabelText('Name'), 'o')

    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Keep editing' }))
    const kept = [...closed]
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Discard' }))

    expect([kept, closed]).toEqual([[], ['left']])
  })

  it('closes at once where nothing was typed', async () => {
    const { user, closed } = showGroupDialog()

    await user.keyboard('{Escape}')

    expect(closed).toEqual(['left'])
  })
})

it('two clicks within a frame send a form once, unless something was chosen between them', () => {
  let sent = 0
  show(
    <FormFrame error={null} onSubmit={() => (sent += 1)}>
      <button type="button">Editors</button>
      <button type="submit">Create</button>
    </FormFrame>,
  )
  const [choice, send] = ['Editors', 'Create'].map((name) => screen.getByRole('button', { name }))

  fireEvent.click(send!)
  fireEvent.click(send!)
  const once = sent
  fireEvent.click(choice!)
  fireEvent.click(send!)

  expect([once, sent]).toEqual([1, 2])
})
