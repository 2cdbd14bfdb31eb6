import type { World } from '../start-world.ts'
import type { Workspace } from '../workspace.ts'

const REGISTRY = '/api/mim-registry/'
const RUN = `${REGISTRY}remote/runs/:id/`

/** Comes last: it replaces the class model. */
export async function registryExamples(world: World, { connection }: Workspace): Promise<void> {
  const { example, refused, prepare, until, controller } = world
  const ended = async (id: string) => until(`GET ${RUN}`, { params: { id } }, ({ run }) => run.state !== 'running')
  await example(`GET ${REGISTRY}remote/versions/`)
  const { run_id: id } = await example(`POST ${REGISTRY}remote/install/`, {
    body: { version_key: 'latest', concurrency: 4 },
  })
  await ended(id)
  await example(`GET ${RUN}`, { params: { id } })
  const { run_id: other } = await prepare(`POST ${REGISTRY}remote/install/`, {
    body: { version_key: '611', concurrency: 4, activate: false },
  })
  await ended(other)
  await example(`GET ${REGISTRY}compare/`, { query: { from: 'latest', to: '611' } })
  await example(`GET ${REGISTRY}status/`)
  await example(`GET ${REGISTRY}remote/runs/`)

  const fault = controller.faults.add({ kind: 'hang', on: 'document', next: 1 })
  const body = { controller_connection: connection, concurrency: 1 }
  const { run_id: hanging } = await example(`POST ${REGISTRY}controller/install/`, { body })
  await until(`GET ${RUN}`, { params: { id: hanging } }, () => fault.struck > 0)
  await refused(`POST ${REGISTRY}remote/install/`, { body: { version_key: 'latest' } })
  await example(`POST ${RUN}cancel/`, { params: { id: hanging } })
  await ended(hanging)
  await example(`POST ${RUN}resume/`, { params: { id: hanging } })
  await ended(hanging)
  await prepare(`GET ${RUN}`, { params: { id: hanging } })
}
