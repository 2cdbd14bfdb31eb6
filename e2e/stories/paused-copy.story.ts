import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { resumeInstallation } from '@heddle/server/compose/resume-installation.ts'
import { setStandstill } from '@heddle/server/platform/instance/standstill.ts'
import { chromiumPath } from '../browser.ts'
import { barriers, heading, signIn, startWebUi, type WebUi } from '../web-ui.ts'

const PAUSED = 'This is a restored copy, paused since 2026-11-22 06:30.'

describe.skipIf(chromiumPath === undefined)('a paused copy in the browser', () => {
  let ui: WebUi
  beforeAll(async () => {
    ui = await startWebUi({ alone: true })
    await setStandstill(ui.runs.app.app.platform.database.db, { kind: 'paused', since: '2026-11-22T06:30:41.125Z' })
  })
  afterAll(() => ui.stop())

  it('says so on every page, until it is resumed', async () => {
    const watched = await ui.open('/login')
    onTestFinished(() => watched.context.close())
    const { page, complaints } = watched
    await page.clock.install()
    const bar = page.getByRole('status').getByText(PAUSED)
    await signIn(watched)
    await heading(watched, 'Home')
    // It is there with the page, not after it.
    expect(await bar.isVisible()).toBe(true)
    expect(await barriers(watched)).toEqual([])
    await page.getByRole('link', { name: 'Queries' }).first().click()
    await heading(watched, 'Queries')
    expect(await bar.isVisible()).toBe(true)

    const { database, clock } = ui.runs.app.app.platform
    await resumeInstallation({ database, clock, discardsMails: false })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.clock.fastForward('00:31')
    await bar.waitFor({ state: 'detached' })
    await page.clock.fastForward('05:00')

    expect(asked).toEqual(['/api/auth/profile/'])
    expect(complaints).toEqual([])
  })
})
