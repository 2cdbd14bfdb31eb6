import type { World } from '../start-world.ts'
import { crudExamples } from './crud.ts'

const MIM = '/api/mim/'
const params = { name: 'fvBD' }

export async function mimExamples(world: World): Promise<void> {
  const { example } = world
  await example(`GET ${MIM}search/`, { query: { q: 'bridge domain', type: 'class', limit: 2 } })
  await example(`GET ${MIM}stats/`)
  await example(`GET ${MIM}explorer/tree/`, { query: { parent: 'fvTenant' } })
  await example(`GET ${MIM}explorer/class/:name/`, { params })
  await example(`GET ${MIM}explorer/classes/`, { query: { names: 'fvBD,fvCtx' } })
  await example(`GET ${MIM}explorer/relationships/:name/`, { params })
  await example(`GET ${MIM}explorer/ancestors/:name/`, { params })
  await example(`GET ${MIM}explorer/connect/`, { query: { source: 'fvBD', target: 'fvCtx' } })
  await example(`GET ${MIM}explorer/connectable/`, { query: { class: 'fvBD', q: 'vrf', limit: 2 } })
  await example(`GET ${MIM}classes/`, { query: { package: 'fv', page_size: 2 } })
  await example(`GET ${MIM}classes/search/`, { query: { q: 'subnet', limit: 2 } })
  await example(`GET ${MIM}classes/search/enhanced/`, { query: { q: 'subnet', limit: 2 } })
  await example(`GET ${MIM}classes/roots/`)
  await example(`GET ${MIM}classes/:name/`, { params })
  await example(`GET ${MIM}classes/:name/hierarchy/`, { params, query: { depth: 1 } })
  await example(`GET ${MIM}classes/:name/related/`, { params })
  await example(`GET ${MIM}classes/:name/children/search/`, {
    params: { name: 'fvTenant' },
    query: { q: 'bd', limit: 2 },
  })
  await example(`GET ${MIM}packages/`)
  await example(`GET ${MIM}packages/top/`, { query: { limit: 2 } })
  await shelfExamples(world)
}

/** What users keep: favorites, table templates and preferences. */
async function shelfExamples(world: World): Promise<void> {
  const { example, also } = world
  const { id } = await example(`POST ${MIM}favorites/`, { body: { class_name: 'fvBD' } })
  await also(`POST ${MIM}favorites/`, { body: { class_name: 'fvBD' } })
  await example(`GET ${MIM}favorites/`, { query: { detail: true } })
  await example(`DELETE ${MIM}favorites/:id/`, { params: { id } })
  const columns = ['name', 'arpFlood', 'unicastRoute']
  await crudExamples(world, `${MIM}table-templates/`, {
    create: { name: 'Flooding of bridge domains', class_name: 'fvBD', columns },
    refused: { name: '', columns: 'name' },
    list: { class_name: 'fvBD' },
    replace: { name: 'Flooding of bridge domains', class_name: 'fvBD', columns: [...columns, 'mtu'], is_shared: true },
    change: { is_shared: false },
  })
  const shown = [
    { name: 'name', width: 240 },
    { name: 'dn', visible: false },
  ]
  await crudExamples(world, `${MIM}table-preferences/`, {
    create: { class_name: 'fvBD', columns: shown },
    createsOnce: true,
    refused: { class_name: 'fvBD', columns: [{ width: 'wide' }] },
    list: { class_name: 'fvBD' },
    replace: { class_name: 'fvBD', columns: [...shown, { name: 'mtu' }] },
    change: { columns: shown },
  })
}
