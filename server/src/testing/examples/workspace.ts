import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import { installOperatorModel } from '../start-assistant.ts'
import type { Person, World } from './start-world.ts'

/** What several areas use. */
export type Workspace = {
  readonly operator: Person
  readonly connection: string
  /** Lists bridge domains and their settings. */
  readonly query: string
  /** Finds bridge domains without a VRF. */
  readonly lostQuery: string
}

export const CONNECTIONS = '/api/controller/connections/'
export const QUERIES = '/api/queries/saved-queries/'

export const SETTINGS_OF_BRIDGE_DOMAINS = {
  nodes: [
    { id: 'bd', class_name: 'fvBD', position: { x: 0, y: 0 }, properties: ['name', 'arpFlood', 'unicastRoute', 'mtu'] },
  ],
  edges: [],
  post_processors: [],
}
export const WITHOUT_VRF = {
  nodes: [
    { id: 'bd', class_name: 'fvBD', position: { x: 0, y: 0 }, primary: true, properties: ['name'] },
    { id: 'vrf', class_name: 'fvCtx', position: { x: 260, y: 0 } },
  ],
  edges: [{ id: 'e1', source: 'bd', target: 'vrf', kind: 'references', through: 'fvRsCtx', join: 'without' }],
  post_processors: [{ id: 'split', type: 'split_dn', enabled: true, config: { parts: ['tenant'] } }],
}

export async function prepareWorkspace(world: World): Promise<Workspace> {
  const { prepare, controller } = world
  await installOperatorModel(world.app)
  const account = { host: controller.url, username: 'admin', password: DEFAULT_PASSWORD }
  const { id: connection } = await prepare(`POST ${CONNECTIONS}`, {
    body: { name: 'DC1 fabric', ...account, is_default: true },
  })
  const save = async (name: string, drawing: object): Promise<string> =>
    (await prepare(`POST ${QUERIES}`, { body: { name, controller_connection: connection, ...drawing } })).id
  return {
    operator: await world.signUp('olga', 'Operators'),
    connection,
    query: await save('Settings of bridge domains', SETTINGS_OF_BRIDGE_DOMAINS),
    lostQuery: await save('Bridge domains without a VRF', WITHOUT_VRF),
  }
}
