import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { ACCESS } from '../../../testing/wire-samples.ts'
import { SignInForm } from './sign-in-form.tsx'

const BODY = { username: '', password: '' }
const REPLY = { access: ACCESS, user: { id: 1, username: 'ada', is_admin: false, mfa_enabled: false } }

function showForm(api: SimulatedApi) {
  const shown = show(<SignInForm />, { api })
  shown.session.signedOut()
  return shown
}

async function signIn({ user }: ReturnType<typeof showForm>, keys = '{Enter}') {
  await user.type(screen.getByLabelText('Username'), 'ada')
  await user.type(screen.getByLabelText('Password'), `secret${keys}`)
}

describe('the sign-in form', () => {
  it('starts the session, and keeps no refresh token', async () => {
    const api = new SimulatedApi()
    api.answers(({ auth }) => auth.login(BODY), REPLY)
    const shown = showForm(api)

    await signIn(shown)

    await waitFor(() => expect(shown.session.state()).toBe('signed-in'))
    expect(api.requests.map(({ body, headers }) => [body, headers.get('x-heddle-web')])).toEqual([
      [{ username: 'ada', password: 'secret' }, '1'],
    ])
  })

  it('keeps what was typed when the password is wrong', async () => {
    const api = new SimulatedApi()
    api.refuses(({ auth }) => auth.login(BODY), 401, { detail: 'Wrong username or password.' })

    await signIn(showForm(api))

    await screen.findByText('Wrong username or password.')
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('ada')
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true')
  })

  it('counts down after too many attempts, sends nothing meanwhile, and keeps what was typed', async () => {
    const api = new SimulatedApi()
    api.refuses(({ auth }) => auth.login(BODY), 429, { detail: 'Too many attempts.' }, { 'retry-after': '2' })
    const shown = showForm(api)
    await signIn(shown)

    await waitFor(() => expect(screen.getByRole('button', { name: 'Sign in' }).title).toMatch(/again in [12] s/))
    await shown.user.type(screen.getByLabelText('Password'), '{Enter}')
    const sent = api.requests.length
    api.answers(({ auth }) => auth.login(BODY), REPLY)
    const button = screen.getByRole('button', { name: 'Sign in' })
    await waitFor(() => expect(button.hasAttribute('aria-disabled')).toBe(false), { timeout: 20_000 })
    await shown.user.click(button)

    await waitFor(() => expect(shown.session.state()).toBe('signed-in'))
    expect([sent, api.requests.at(-1)?.body]).toEqual([1, { username: 'ada', password: 'secret' }])
  })

  it('is sent once, although Enter is pressed again while the answer is slow', async () => {
    const api = new SimulatedApi()
    const answer = api.holds(({ auth }) => auth.login(BODY), REPLY)
    const shown = showForm(api)

    await signIn(shown, '{Enter}{Enter}')
    answer()

    await waitFor(() => expect(shown.session.state()).toBe('signed-in'))
    expect(api.requests).toHaveLength(1)
  })

  it('asks for the code of a second factor, and says what is wrong with it', async () => {
    const api = new SimulatedApi()
    api.answers(({ auth }) => auth.login(BODY), { mfa_required: true, mfa_token: 'half-way' })
    api.refuses(({ auth }) => auth.mfaLogin({ mfa_token: '', code: '' }), 400, { detail: 'The code is wrong.' })
    const shown = showForm(api)
    await signIn(shown)

    await shown.user.type(await screen.findByLabelText('Code'), ' 123456 {Enter}')

    await screen.findByText('The code is wrong.')
    expect(api.requests.at(-1)?.body).toEqual({ mfa_token: 'half-way', code: '123456' })
  })
})
