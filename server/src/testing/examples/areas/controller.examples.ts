import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import type { World } from '../start-world.ts'
import { CONNECTIONS, type Workspace } from '../workspace.ts'
import { crudExamples } from './crud.ts'

export async function controllerExamples(world: World, { connection }: Workspace): Promise<void> {
  const { example, controller } = world
  const account = { host: controller.url, username: 'heddle-reader', password: DEFAULT_PASSWORD }
  const params = { id: connection }

  await crudExamples(world, CONNECTIONS, {
    create: {
      name: 'DC2 fabric',
      ...account,
      verify_ssl: true,
      max_parallel_requests: 8,
      max_requests_per_minute: 600,
    },
    refused: { host: '', username: 'heddle-reader', verify_ssl: 'yes' },
    list: { search: 'fabric' },
    replace: { name: 'DC2 fabric', ...account, hosts: ['apic2.example.net', 'apic3.example.net'], verify_ssl: true },
    change: { password: DEFAULT_PASSWORD, verify_ssl: false },
  })
  await example(`GET ${CONNECTIONS}:id/budget/`, { params })
  await example(`GET ${CONNECTIONS}:id/facts/`, { params })
  await example(`GET ${CONNECTIONS}:id/object/`, {
    params,
    query: { dn: 'uni/tn-prod/BD-web', include: 'properties,path,children,points_to' },
  })
  await example(`GET ${CONNECTIONS}:id/objects/`, { params, query: { class_name: 'fvBD', limit: 2 } })
  await example(`POST ${CONNECTIONS}:id/test_connection/`, { params })
  await example(`POST ${CONNECTIONS}:id/set_default/`, { params })
}
