import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Wire } from '../../lib/api/wire.ts'
import { show } from '../../testing/show.tsx'
import { SimulatedApi } from '../../testing/simulated-api.ts'
import { sampleConnection } from '../../testing/wire-samples.ts'
import { KeysContext } from './keys.tsx'
import { Palette } from './palette.tsx'

const LAB = '257ab9dd-7339-4911-90b7-05f86decb74f'
const ENDPOINT = 'uni/tn-a/ap-b/epg-c/cep-00:22:BD:F8:19:FF'
const MAY_RUN = ['queries.execute_savedquery', 'controller.view_connection']
const NO_HITS = { results: [] } as unknown as Wire.MimSearchReply

const keys = {
  ...{ isPaletteOpen: true, isHelpOpen: false },
  ...{ showPalette: () => undefined, showHelp: () => undefined },
}
const rows = (...dns: string[]) => ({ results: dns.map((dn) => ({ dn })) }) as unknown as Wire.ExecuteReply

function open({ permissions = MAY_RUN, isDefault = true } = {}) {
  const api = new SimulatedApi()
  let closed = 0
  api.answers(({ mim }) => mim.search({}), NO_HITS)
  api.lists(
    ({ controller }) => controller.connections.all(),
    [sampleConnection({ id: LAB, name: 'lab', is_default: isDefault })],
  )
  const shown = show(
    <KeysContext value={{ ...keys, close: () => void closed++ }}>
      <Palette />
    </KeysContext>,
    { api, permissions },
  )
  return { ...shown, api, closings: () => closed }
}

const runsOf = (api: SimulatedApi) => api.requests.filter(({ path }) => path.includes('execute'))

describe('objects in the palette', () => {
  it('are found by an address with one small run on the default connection', async () => {
    const { api, user } = open()
    api.answers(({ queries }) => queries.execute({} as Wire.ExecuteDraftBody), rows(`${ENDPOINT}/ip-[10.0.0.7]`))

    await user.type(screen.getByRole('combobox'), '10.0.0.7')

    expect((await screen.findByRole('option', { name: /ip-\[10\.0\.0\.7\]/ })).textContent).toContain('lab')
    expect(runsOf(api).map(({ body }) => body)).toMatchObject([
      { controller_connection: LAB, draft: { nodes: [{ class_names: ['fvIp'] }] } },
    ])
  })

  it('are found by the look-up of the pack where it is installed, and lead to their page', async () => {
    const { api, user, router, closings } = open({ permissions: [...MAY_RUN, 'packs.view_pack'] })
    const navigate = vi.spyOn(router, 'navigate').mockResolvedValue()
    api.answers(({ packs }) => packs.list(), { results: [{ name: 'aci-troubleshooting' }] } as Wire.PacksListReply)
    const checks = [{ id: 'O17-mac', enabled: true, saved_query: 'q-mac' }]
    api.answers(({ packs }) => packs.get('aci-troubleshooting'), { checks } as Wire.Pack)
    api.answers(({ queries }) => queries.savedQueries.execute('q-mac'), rows(ENDPOINT))

    await user.type(screen.getByRole('combobox'), '0022.bdf8.19ff')
    await user.click(await screen.findByRole('option', { name: new RegExp(ENDPOINT) }))

    expect(runsOf(api).map(({ body }) => body)).toEqual([
      { controller_connection: LAB, variables: { mac: '00:22:BD:F8:19:FF' } },
    ])
    expect(closings()).toBe(1)
    const where = new URLSearchParams({ dn: ENDPOINT, connection: LAB }).toString()
    expect(navigate.mock.lastCall).toEqual([{ href: `/controller/objects?${where}` }])
  })

  it('are looked for by name only when asked, in many classes with one run', async () => {
    const { api, user, closings } = open()
    api.answers(({ queries }) => queries.execute({} as Wire.ExecuteDraftBody), rows('uni/tn-a/BD-web'))

    await user.type(screen.getByRole('combobox'), 'web')
    const entry = await screen.findByRole('option', { name: /Find objects with “web” in their name/ })
    expect(runsOf(api)).toEqual([])
    await user.click(entry)

    expect(await screen.findByRole('option', { name: /uni\/tn-a\/BD-web/ })).toBeDefined()
    expect(runsOf(api)).toHaveLength(1)
    expect(closings()).toBe(0)
  })

  it('are shown also where the name is not part of the DN', async () => {
    const { api, user } = open()
    const results = [{ dn: 'topology/pod-1/node-101', className: 'fabricNode', name: 'leaf-web' }]
    api.answers(({ queries }) => queries.execute({} as Wire.ExecuteDraftBody), {
      results,
    } as unknown as Wire.ExecuteReply)

    await user.type(screen.getByRole('combobox'), 'web')
    await user.click(await screen.findByRole('option', { name: /Find objects/ }))

    expect((await screen.findByRole('option', { name: /node-101/ })).textContent).toContain('fabricNode, lab')
  })

  it('of one class leave room for those of the others', async () => {
    const { api, user } = open()
    const dns = ['a', 'b', 'c', 'd', 'e'].map((tenant) => `uni/tn-${tenant}/BD-web`)
    api.answers(({ queries }) => queries.execute({} as Wire.ExecuteDraftBody), rows(...dns))

    await user.type(screen.getByRole('combobox'), 'web')
    await user.click(await screen.findByRole('option', { name: /Find objects/ }))

    expect(await screen.findAllByRole('option', { name: /BD-web/ })).toHaveLength(4)
  })

  it('that have no such name are said to be none', async () => {
    const { api, user } = open()
    api.answers(({ queries }) => queries.execute({} as Wire.ExecuteDraftBody), rows())

    await user.type(screen.getByRole('combobox'), 'web')
    await user.click(await screen.findByRole('option', { name: /Find objects/ }))

    expect(await screen.findByRole('option', { name: /No object has “web” in its name/ })).toBeDefined()
  })

  it.each([
    ['without the permission to run queries', { permissions: ['controller.view_connection'] }],
    ['without a default connection', { isDefault: false }],
  ])('are not offered %s', async (_, given) => {
    const { api, user } = open(given)

    await user.type(screen.getByRole('combobox'), '10.0.0.7')
    // Classes are searched at the same pause in typing.
    await expect.poll(() => api.requests.some(({ query }) => query.q === '10.0.0.7')).toBe(true)

    expect(screen.getByText('Nothing matches “10.0.0.7”.')).toBeDefined()
    expect(runsOf(api)).toEqual([])
  })

  it('add nothing when the run fails', async () => {
    const { api, user } = open()
    api.refuses(({ queries }) => queries.execute({} as Wire.ExecuteDraftBody), 400, { detail: 'no' })

    await user.type(screen.getByRole('combobox'), '10.0.0.7')
    await expect.poll(() => runsOf(api).length).toBe(1)

    expect(await screen.findByText('Nothing matches “10.0.0.7”.')).toBeDefined()
  })
})
