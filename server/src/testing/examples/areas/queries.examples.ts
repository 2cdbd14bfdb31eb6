import type { World } from '../start-world.ts'
import { QUERIES, SETTINGS_OF_BRIDGE_DOMAINS, WITHOUT_VRF, type Workspace } from '../workspace.ts'
import { crudExamples } from './crud.ts'

export async function queryExamples(world: World, { connection, query }: Workspace): Promise<void> {
  const { example, prepare } = world
  const { id: category } = await prepare('POST /api/queries/categories/', { body: { name: 'Audits' } })
  await crudExamples(world, '/api/queries/categories/', {
    create: { name: 'Bridge domains', parent: category },
    refused: { name: '', parent: 'Audits' },
    list: { search: 'bridge' },
    replace: { name: 'Bridge domains and subnets', parent: category },
    change: { parent: null },
    force: true,
  })
  const drawing = { controller_connection: connection, ...WITHOUT_VRF }
  await crudExamples(world, QUERIES, {
    create: { name: 'Bridge domains without a VRF', description: 'Nothing is routed there.', category, ...drawing },
    refused: {
      name: 'Bridge domains',
      nodes: [{ id: 'bd' }],
      edges: [{ id: 'e1', source: 'bd', target: 'vrf', kind: 'references' }],
    },
    list: { search: 'VRF', ordering: '-updated_at' },
    replace: { name: 'Bridge domains without a VRF', category, ...drawing, expect: { rows: { max: 0 } } },
    change: { description: 'Nobody routes there: connect them, or delete them.' },
  })

  const params = { id: query }
  await example(`POST ${QUERIES}:id/favorite/`, { params })
  await example(`POST ${QUERIES}:id/unfavorite/`, { params })
  await example(`POST ${QUERIES}:id/duplicate/`, {
    params,
    body: { name: 'Settings of bridge domains, with description' },
  })
  const [node] = SETTINGS_OF_BRIDGE_DOMAINS.nodes
  await prepare(`PATCH ${QUERIES}:id/`, {
    params,
    body: { nodes: [{ ...node, properties: ['name', 'descr', 'mtu'] }] },
  })
  await example('GET /api/queries/class-use/:name/', { params: { name: 'fvBD' } })
  await example(`GET ${QUERIES}:id/versions/`, { params })
  await example(`GET ${QUERIES}:id/versions/:version/`, { params: { id: query, version: 1 } })
  await example(`POST ${QUERIES}:id/versions/:version/restore/`, { params: { id: query, version: 1 } })
  await fileExamples(world, query)
}

/** The bridge domains of an audit, as a file in version control. */
async function fileExamples({ example, refused }: World, query: string): Promise<void> {
  await example('GET /api/queries/canvas-schema/')
  await example('GET /api/queries/file-schema/')
  await example('GET /api/queries/export/', { query: { ids: query, format: 'json' } })
  const saved = {
    name: 'Bridge domains without a gateway',
    category: 'Audits',
    controller_connection: 'DC1 fabric',
    ...WITHOUT_VRF,
  }
  const body = { version: 1, categories: ['Audits'], saved_queries: [saved], scheduled_tasks: [] }
  await example('POST /api/queries/import/', { query: { dry_run: true }, body })
  await refused('POST /api/queries/import/', {
    body: { ...body, saved_queries: [{ ...saved, controller_connection: 'DC9', colour: 'red' }] },
  })
}
