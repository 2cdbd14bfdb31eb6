import type { Page } from 'playwright-core'
import type { Facts } from './facts.ts'

/** One picture: where it is, how to get there, and what must be seen. */
export type Look = {
  /** Of the file. */
  readonly name: string
  readonly path: string | ((facts: Facts) => string)
  /** Shown before anybody signed in. */
  readonly isSignedOut?: boolean
  /** Answers of the server that are provoked. */
  readonly before?: (page: Page) => Promise<unknown>
  /** From the page as it opens to what is pictured. An edit leaves a draft: such a state comes last of its query. */
  readonly act: (page: Page) => Promise<void>
  /** The picture of this name in docs/images. */
  readonly docs?: string
  /** Instead of all widths. */
  readonly onlyWide?: boolean
}

/** Answers what reads this instead of the server. */
export const answer = (read: RegExp, status: number, json: unknown) => (page: Page) =>
  page.route(read, (route) => route.fulfill({ status, json }))
/** Waits for the page of this title. */
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
