import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { ACCESS } from '../../../testing/wire-samples.ts'
import { SignInAgain } from './sign-in-again.tsx'

const showPage = (api = new SimulatedApi()) =>
  show(
    <>
      <textarea aria-label="Note" />
      <SignInAgain />
    </>,
    { api },
  )

describe('a session that ends', () => {
  it('covers the page, which nobody reaches until its user is back', async () => {
    const { session, container } = showPage()

    await act(async () => session.end())

    await screen.findByRole('dialog', { name: 'Sign in again' })
    expect(container.inert).toBe(true)
  })

  it('is followed by another, with what was typed still there and the focus where it was', async () => {
    const api = new SimulatedApi()
    api.answers(({ auth }) => auth.login({ username: '', password: '' }), {
      access: ACCESS,
      user: { id: 1, username: 'ada', is_admin: false, mfa_enabled: false },
    })
    const { user, session, container } = showPage(api)
    const note = screen.getByLabelText<HTMLTextAreaElement>('Note')
    await user.type(note, 'half a sentence')
    await act(async () => session.end())

    await user.type(await screen.findByLabelText('Password'), 'secret{Enter}')

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([container.inert, note.value, document.activeElement === note]).toEqual([false, 'half a sentence', true])
    expect(api.sentTo(({ auth }) => auth.login({ username: '', password: '' }))).toEqual([
      { username: 'ada', password: 'secret' },
    ])
  })
})
