import { createHmac } from 'node:crypto'
import jsQR from 'jsqr'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSmtpServer, type TestSmtpServer } from '@heddle/server/testing/smtp-server.ts'
import { ADMIN } from '@heddle/server/testing/start-test-app.ts'
import { chromiumPath, type WatchedPage } from '../browser.ts'
import { barriers, heading, signIn, startWebUi, type WebUi } from '../web-ui.ts'

const NEW_PASSWORD = 'ten apples and a loom'
const PROFILE = '/auth/profile'

describe.skipIf(chromiumPath === undefined)('the account page', () => {
  let smtp: TestSmtpServer
  let ui: WebUi
  beforeAll(async () => {
    smtp = await startSmtpServer()
    ui = await startWebUi({ env: { SMTP_URL: smtp.url } })
  })
  afterAll(async () => {
    await ui.stop()
    await smtp.stop()
  })

  /** A user of their own, on their account page in a browser of their own. */
  async function openAccount(): Promise<WatchedPage & { readonly username: string; readonly id: number }> {
    const user = await ui.runs.app.userOf('editor')
    const { username } = (await user.get('/api/auth/profile/')).body
    const watched = await ui.open(PROFILE)
    await signIn(watched, username)
    await heading(watched, 'Account')
    return { ...watched, username, id: user.id }
  }

  async function signInWith({ page }: WatchedPage, username: string, password: string): Promise<void> {
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  async function mailTo(username: string, part: string): Promise<string> {
    const find = () => smtp.mails.find(({ to, text }) => to.includes(`${username}@localhost`) && text.includes(part))
    await expect.poll(find).toBeDefined()
    return find()!.text
  }

  it('sets up two-factor sign-in; a code, and each backup code once, then sign in', async () => {
    const watched = await openAccount()
    const { page, username } = watched
    const setup = page.waitForResponse(/mfa\/setup/)
    await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click()
    const { otpauth_url: url, secret } = (await (await setup).json()) as { otpauth_url: string; secret: string }
    await page.getByRole('button', { name: 'Verify' }).waitFor()
    expect(await barriers(watched)).toEqual([])

    expect(await decodeQr(watched)).toBe(url)
    expect((await page.getByRole('dialog').locator('code').innerText()).replaceAll(' ', '')).toBe(secret)
    await page.getByRole('textbox', { name: 'Code' }).fill(totp(secret, Date.now()))
    await page.getByRole('button', { name: 'Verify' }).click()
    const codes = page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
    await expect.poll(() => codes.count()).toBe(8)
    const [first] = await codes.allInnerTexts()
    await page.keyboard.press('Escape')
    await page.getByRole('alert').getByText('The codes are not shown again').waitFor()
    await page.getByRole('button', { name: 'I kept them' }).click()
    await page.getByText('8 backup codes are left').waitFor()
    expect(watched.complaints).toEqual([])

    await signOut(watched)
    await signInWith(watched, username, ADMIN.password)
    await page.getByRole('textbox', { name: 'Code' }).fill(first!)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('7 backup codes are left').waitFor()

    await signOut(watched)
    await signInWith(watched, username, ADMIN.password)
    await page.getByRole('textbox', { name: 'Code' }).fill(first!)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Code' }).getAttribute('aria-invalid')).toBe('true')
    // The app's code counts once per half minute; the next one is accepted a little early.
    await page.getByRole('textbox', { name: 'Code' }).fill(totp(secret, Date.now() + 30_000))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading(watched, 'Account')
  })

  it('changes the password, with its rules as one types', async () => {
    const watched = await openAccount()
    const { page, username } = watched
    await page.getByLabel('Old password', { exact: true }).fill('wrong')
    await page.getByLabel('New password', { exact: true }).fill('short')
    const rules = page.getByRole('list', { name: 'Rules for the new password' })
    await rules.getByText('At least 10 characters (5 so far)').getByText('not met yet').waitFor()

    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect.poll(() => page.getByLabel('Old password', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe(NEW_PASSWORD)

    await page.getByLabel('Old password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed.').waitFor()
    await signOut(watched)
    await signInWith(watched, username, NEW_PASSWORD)
    await heading(watched, 'Account')
  })

  it('shows theme, zone and formats at once, and without a flash after a reload', async () => {
    const watched = await openAccount()
    const { page } = watched
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
    await page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name: 'Dark' }).click({ force: true })
    await expect.poll(scheme).toBe('dark')
    await choose(watched, 'Time zone', 'Europe/Warsaw')
    await choose(watched, 'Date format', 'DD.MM.YYYY')
    await choose(watched, 'Time format', '12h')

    const now = page.locator('time', { hasText: 'Europe/Warsaw' })
    await expect.poll(() => now.innerText()).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d [ap]m Europe\/Warsaw$/)
    await page.getByRole('contentinfo').getByText('Warsaw').waitFor()
    await page.addInitScript(`addEventListener('DOMContentLoaded', () => {
      window.firstScheme = document.documentElement.getAttribute('data-mantine-color-scheme')
    })`)
    await page.reload()
    await heading(watched, 'Account')
    expect([await page.evaluate('window.firstScheme'), await scheme()]).toEqual(['dark', 'dark'])
    await expect.poll(() => now.innerText()).toMatch(/^\d\d\.\d\d\.\d{4} .*m Europe\/Warsaw$/)
    expect(watched.complaints).toEqual([])
  })

  it('sends a mail to confirm the address, and a link to reset the password', async () => {
    const watched = await openAccount()
    const { page } = watched
    await page.getByRole('button', { name: 'Send verification' }).click()
    await page.getByText('A mail with a link is on its way').waitFor()
    expect(await mailTo(watched.username, '/api/auth/email/verify/?token=')).toBeDefined()

    const other = await ui.open('/reset-password')
    await other.page.getByLabel('E-mail address').fill(`${watched.username}@localhost`)
    await other.page.getByRole('button', { name: 'Send the link' }).click()
    await other.page.getByText('a mail with a link is on its way').waitFor()
    const link = /\/reset-password\?token=\S+/.exec(await mailTo(watched.username, '/reset-password?token='))![0]
    await other.page.goto(link)
    await other.page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await other.page.getByRole('button', { name: 'Change password' }).click()
    await other.page.getByText('Your password has been changed.').waitFor()
    await other.page.getByRole('link', { name: 'Sign in' }).click()
    await signInWith(other, watched.username, NEW_PASSWORD)
    await heading(other, 'Home')
    expect(other.complaints).toEqual([])
  })

  it('resets the password with the code of an administrator', async () => {
    const user = await ui.runs.app.userOf('viewer')
    const { username } = (await user.get('/api/auth/profile/')).body
    const { code } = (await ui.runs.app.admin.post(`/api/auth/management/${user.id}/generate_reset_code/`)).body
    const watched = await ui.open('/reset-password')
    await watched.page.getByRole('button', { name: 'I have a code' }).click()
    await watched.page.getByRole('textbox', { name: 'Code' }).fill(code)
    await watched.page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await watched.page.getByRole('button', { name: 'Change password' }).click()
    await watched.page.getByText('Your password has been changed.').waitFor()

    await watched.page.getByRole('link', { name: 'Sign in' }).click()
    await signInWith(watched, username, NEW_PASSWORD)
    await heading(watched, 'Home')
  })

  it('ends another session, and all of them', async () => {
    const watched = await openAccount()
    const { page, username } = watched
    const elsewhere = await ui.open(PROFILE)
    await signIn(elsewhere, username)
    await heading(elsewhere, 'Account')
    await elsewhere.page.close()
    await page.reload()
    await heading(watched, 'Account')
    const others = page.getByRole('button', { name: /^End the session of/ })
    const before = await expect
      .poll(() => others.count())
      .toBeGreaterThan(1)
      .then(() => others.count())

    await others.first().click()
    await expect.poll(() => others.count()).toBe(before - 1)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
  })

  it('creates an API token, which is shown once and works until it is deleted', async () => {
    const watched = await openAccount()
    const { page } = watched
    await page.getByRole('button', { name: 'New API token' }).click()
    await page.getByLabel('Name', { exact: true }).fill('nightly report')
    await page.getByRole('button', { name: 'Create' }).click()
    const token = await page.getByRole('dialog', { name: 'Your new API token' }).locator('code').innerText()
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('button', { name: 'I kept it' }).click()
    const mine = ui.runs.app.as(token)
    expect((await mine.get('/api/queries/saved-queries/')).status).toBe(200)

    await page.getByRole('button', { name: 'Delete the token nightly report' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted the token “nightly report”.').waitFor()
    expect((await mine.get('/api/queries/saved-queries/')).status).toBe(401)
    expect(watched.complaints).toEqual([])
  })

  it('switches single-letter keys off', async () => {
    const watched = await openAccount()
    const { page } = watched
    await page.getByRole('checkbox', { name: 'Single-letter keys' }).click()
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
    await page.keyboard.press('Escape')

    expect(await page.getByRole('dialog', { name: 'Keys' }).count()).toBe(0)
    await page.getByRole('checkbox', { name: 'Single-letter keys' }).click()
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    expect(await barriers(watched)).toEqual([])
  })

  it('has no barriers', async () => {
    const watched = await ui.opened(PROFILE, 'Account')
    await watched.page.getByRole('table', { name: 'Sessions' }).waitFor()

    expect(await barriers(watched)).toEqual([])
    expect(await watched.page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(watched.complaints).toEqual([])
  })

  it('fits a narrow screen', async () => {
    const { page } = await ui.opened(PROFILE, 'Account', { viewport: { width: 390, height: 844 } })
    await page.getByRole('table', { name: 'Sessions' }).waitFor()

    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    expect(await page.evaluate('document.querySelector("main").scrollWidth')).toBe(390)
  })
})

async function signOut({ page }: WatchedPage): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
}

async function choose({ page }: WatchedPage, label: string, value: string): Promise<void> {
  const saved = page.waitForResponse((reply) => reply.url().endsWith('/preferences/') && reply.ok())
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('combobox', { name: label }).fill(value)
  await page
    .getByRole('option', { name: new RegExp(`^${value.replaceAll(/[./]/g, '\\$&')}`) })
    .first()
    .click()
  await saved
}

/** What a phone would read. */
async function decodeQr({ page }: WatchedPage): Promise<string | undefined> {
  const image = page.getByRole('img', { name: 'QR code' })
  await image.waitFor()
  const size = 400
  const data = await page.evaluate<number[]>(`(async () => {
    const image = document.querySelector('img[alt="QR code"]')
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = ${size}
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0, ${size}, ${size})
    return [...context.getImageData(0, 0, ${size}, ${size}).data]
  })()`)
  return jsQR.default(Uint8ClampedArray.from(data), size, size)?.data
}

/** The code of an authenticator app at that time. */
function totp(secret: string, at: number): string {
  const bits = Array.from(secret, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = digest.at(-1)! & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
