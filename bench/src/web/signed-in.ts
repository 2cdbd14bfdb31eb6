import type { WatchedPage } from '@heddle/e2e/browser.ts'
import { ADMIN } from '../test-server.ts'

export async function signInOn({ page }: WatchedPage): Promise<void> {
  await page.getByLabel('Username').fill(ADMIN.username)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
}
