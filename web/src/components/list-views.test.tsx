import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Wire } from '../lib/api/wire.ts'
import { show } from '../testing/show.tsx'
import { SimulatedApi } from '../testing/simulated-api.ts'
import { sampleProfile } from '../testing/wire-samples.ts'
import { ListViews } from './list-views.tsx'

const KEPT: Wire.Preferences = {
  ...sampleProfile({}).preferences,
  ui: { 'views list templates': { views: [{ name: 'Ports', search: 'category=3&search=port' }] } },
}

it('a view replaces the filters of a list and its page, and nothing else of the address', async () => {
  const seen: unknown[] = []
  const search = { search: 'vlan', page: '4', source_snapshot: 's-1' }
  const { user } = show(
    <ListViews of="templates" search={search} names={['search', 'category']} onSearch={(next) => seen.push(next)} />,
    { api: new SimulatedApi(), profile: { preferences: KEPT } },
  )

  await user.click(screen.getByRole('button', { name: /^Views/ }))
  await user.click(screen.getByRole('menuitem', { name: 'Ports' }))

  expect(seen).toEqual([{ search: 'port', category: '3', page: undefined }])
})

it('the page of a list is no part of a view', async () => {
  const { user } = show(<ListViews of="users" search={{ page: '4' }} onSearch={() => undefined} />, {
    api: new SimulatedApi(),
  })

  await user.click(screen.getByRole('button', { name: /^Views/ }))

  await user.click(screen.getByRole('menuitem', { name: /^Save this view/ }))
  expect(screen.queryByRole('dialog')).toBeNull()
})
