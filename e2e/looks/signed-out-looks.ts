import { answer, heading, type Look } from './look.ts'

const WRONG_PASSWORD = { detail: 'No active account found with the given credentials' }

/** What is seen by somebody who has not signed in. */
export const SIGNED_OUT_LOOKS: readonly Look[] = [
  { name: 'sign-in', path: '/login', isSignedOut: true, act: (page) => heading(page, 'Sign in') },
  {
    name: 'undo-address',
    path: '/take-back-address?token=one',
    isSignedOut: true,
    act: (page) => page.getByRole('button', { name: 'Undo the change' }).waitFor(),
  },
  {
    name: 'undo-address-expired',
    path: '/take-back-address?token=one',
    isSignedOut: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Undo the change' }).click()
      await page.getByText('This link is not valid').waitFor()
    },
  },
  {
    name: 'undo-address-done',
    path: '/take-back-address?token=one',
    isSignedOut: true,
    before: answer(/\/api\/auth\/email\/take-back\//, 200, { status: 'restored' }),
    act: async (page) => {
      await page.getByRole('button', { name: 'Undo the change' }).click()
      await page.getByRole('link', { name: 'Choose a new password' }).waitFor()
    },
  },
  {
    name: 'sign-in-refused',
    path: '/login',
    isSignedOut: true,
    // The server refuses those who tried often; how often others did is no matter of this picture.
    before: answer(/\/api\/auth\/login\//, 401, WRONG_PASSWORD),
    act: async (page) => {
      await page.getByLabel('Username').fill('admin')
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await page.keyboard.press('Enter')
      await page.locator('[aria-invalid="true"]').first().waitFor()
    },
  },
]
