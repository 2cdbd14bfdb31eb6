import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { MfaSection } from './mfa-section.tsx'

const SETUP = { secret: 'ABCDEFGH', qr_code_svg: '<svg/>', otpauth_url: 'otpauth://totp/Heddle' }
const CODES = ['AAAA-1111', 'BBBB-2222']

function apiWith(enabled: boolean): SimulatedApi {
  const api = new SimulatedApi()
  api.answers(({ auth }) => auth.mfa.status(), { enabled, backup_codes_remaining: enabled ? 2 : 0 })
  return api
}

describe('two-factor sign-in', () => {
  it('is set up in three steps; a wrong code is said at its field', async () => {
    const api = apiWith(false)
    api.answers(({ auth }) => auth.mfa.setup(), SETUP)
    api.refuses(({ auth }) => auth.mfa.verify({ code: '' }), 400, { code: ['The code is wrong.'] })
    const { user } = show(<MfaSection />, { api })
    await user.click(await screen.findByRole('button', { name: 'Set up two-factor sign-in' }))
    await user.type(await screen.findByLabelText('Code'), '12 34 56{Enter}')
    await screen.findByText('The code is wrong.')

    api.answers(({ auth }) => auth.mfa.verify({ code: '' }), { enabled: true, backup_codes: CODES })
    api.answers(({ auth }) => auth.mfa.status(), { enabled: true, backup_codes_remaining: 2 })
    await user.click(screen.getByRole('button', { name: 'Verify' }))

    await screen.findByText('AAAA-1111')
    expect(api.sentTo(({ auth }) => auth.mfa.verify({ code: '' }))).toEqual([{ code: '123456' }, { code: '123456' }])
    await user.click(screen.getByRole('button', { name: 'I kept them' }))
    await screen.findByText('On. 2 backup codes are left.')
  })

  it('is turned off with the password, which stays when it is wrong', async () => {
    const api = apiWith(true)
    api.refuses(({ auth }) => auth.mfa.disable({ password: '' }), 400, { password: ['Wrong password.'] })
    const { user } = show(<MfaSection />, { api })
    await user.click(await screen.findByRole('button', { name: 'Turn off…' }))
    await user.type(screen.getByLabelText('Password'), 'wrong{Enter}')
    await screen.findByText('Wrong password.')

    api.answers(({ auth }) => auth.mfa.disable({ password: '' }), { enabled: false })
    api.answers(({ auth }) => auth.mfa.status(), { enabled: false, backup_codes_remaining: 0 })
    await user.type(screen.getByLabelText('Password'), '!{Enter}')

    await screen.findByRole('button', { name: 'Set up two-factor sign-in' })
    expect(api.sentTo(({ auth }) => auth.mfa.disable({ password: '' }))).toEqual([
      { password: 'wrong' },
      { password: 'wrong!' },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
