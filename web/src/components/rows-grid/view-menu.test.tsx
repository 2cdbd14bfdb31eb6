import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Wire } from '../../lib/api/wire.ts'
import { show } from '../../testing/show.tsx'
import { SimulatedApi } from '../../testing/simulated-api.ts'
import { sampleProfile } from '../../testing/wire-samples.ts'
import type { View } from '../views/saved-views.ts'
import { ViewMenu } from './view-menu.tsx'

const LARGE = { views: [{ name: 'Large', search: 'sort=-mtu' }], standard: 'Large' }

function shown(view: View, kept?: unknown) {
  const preferences: Wire.Preferences = {
    ...sampleProfile({}).preferences,
    ui: { other: 1, ...(kept !== undefined && { 'views rows q': kept }) },
  }
  const api = new SimulatedApi()
  api.answers(({ auth }) => auth.preferences.get(), preferences)
  api.answers(({ auth }) => auth.preferences.update(), preferences)
  const seen: View[] = []
  const menu = <ViewMenu place="rows q" view={view} onView={(next) => seen.push(next)} />
  return {
    ...show(menu, { api, profile: { preferences } }),
    api,
    seen,
    sent: () => api.sentTo(({ auth }) => auth.preferences.update()),
  }
}

describe('the views of a place', () => {
  it('are saved under a name, beside what was kept meanwhile', async () => {
    const { user, sent } = shown({ q: 'web' }, { views: LARGE.views })
    await user.click(screen.getByRole('button', { name: /^Views/ }))
    await user.click(screen.getByRole('menuitem', { name: 'Save this view…' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    screen.getByText('Give it a name.')

    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Web{Enter}')

    await screen.findByText('Saved the view “Web”.')
    expect(sent()).toEqual([{ ui: { 'views rows q': { views: [...LARGE.views, { name: 'Web', search: 'q=web' }] } } }])
  })

  it('open with the default where the address says nothing else', async () => {
    const { seen } = shown({}, LARGE)
    await waitFor(() => expect(seen).toEqual([{ sort: '-mtu' }]))
  })

  it('leave an address alone that says how to look at it', () => {
    const { seen } = shown({ q: 'web' }, LARGE)
    expect(seen).toEqual([])
  })

  it('are gone with the last of them', async () => {
    const { user, sent } = shown({ sort: '-mtu' }, LARGE)
    await user.click(screen.getByRole('button', { name: /^View: Large/ }))
    await user.click(screen.getByRole('menuitem', { name: 'Delete this view' }))

    await screen.findByText('Deleted the view “Large”.')
    expect(sent()).toEqual([{ ui: { 'views rows q': null } }])
  })

  it('say that there is no room left', async () => {
    const { user, api } = shown({ q: 'web' })
    api.refuses(({ auth }) => auth.preferences.update(), 400, { ui: ['70000 bytes: expected at most 65536.'] })
    await user.click(screen.getByRole('button', { name: /^Views/ }))
    await user.click(screen.getByRole('menuitem', { name: 'Save this view…' }))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Web{Enter}')

    await screen.findByText(/Your preferences are full/)
  })
})
