import type { Page } from 'playwright-core'

/** When pictures that are compared begin: calendars, weekends and what has run out by then are the same each time. */
export const PICTURED_AT = Date.parse('2026-11-25T09:00:00Z')

/** Sets the clock of a page back, as that of the demo is. */
export const setClockBack = (page: Page, behindMs: number): Promise<unknown> =>
  page.addInitScript(
    `{ const Real = Date; const now = () => Real.now() - ${behindMs};
       globalThis.Date = new Proxy(Real, {
         construct: (date, given, target) =>
           given.length === 0 ? new date(now()) : Reflect.construct(date, given, target === globalThis.Date ? date : target),
         get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
       }) }`,
  )
