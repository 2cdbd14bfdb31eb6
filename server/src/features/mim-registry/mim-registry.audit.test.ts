import { expect } from 'vitest'
import { newConnection } from '../../testing/audit-walk/objects.ts'
import { about, admin, app, controller, expectOk, FROM, nothing, type Scenario } from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { mimRegistryFeature } from './index.ts'

const REGISTRY = '/api/mim-registry/'
const RUNS = `${REGISTRY}remote/runs/`
const runOf = ({ body }: { body: { run_id: string } }): string => body.run_id

/** Only one import runs at a time, so this ends those of other scenarios first. */
async function idle(): Promise<void> {
  const { active_import: active } = (await app.admin.get(`${REGISTRY}status/`)).body
  if (active) await cancelled(active.task_id)
}
async function cancelled(run: string): Promise<string> {
  await app.admin.post(`${RUNS}${run}/cancel/`)
  await expect
    .poll(async () => (await app.admin.get(`${RUNS}${run}/`)).body.run.state, { timeout: 20_000 })
    .not.toBe('running')
  return run
}

/** An import from a controller that never responds, so that it stays running. */
async function newImport(): Promise<string> {
  await idle()
  const fault = controller.faults.add({ kind: 'hang', on: 'document', next: 1 })
  const { body } = await expectOk(
    app.admin.post(`${REGISTRY}controller/install/`, { controller_connection: await newConnection(), concurrency: 1 }),
  )
  await expect.poll(() => fault.struck, { timeout: 20_000 }).toBeGreaterThan(0)
  return body.run_id
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/mim-registry/remote/install/': about(
    nothing,
    'mim_import_start',
    async () => {
      await idle()
      return admin.post(`${REGISTRY}remote/install/`, { version_key: 'latest' }, FROM)
    },
    runOf,
  ),
  'POST /api/mim-registry/controller/install/': about(
    nothing,
    'mim_import_start',
    async () => {
      await idle()
      return admin.post(`${REGISTRY}controller/install/`, { controller_connection: await newConnection() }, FROM)
    },
    runOf,
  ),
  'POST /api/mim-registry/remote/runs/:id/cancel/': about(newImport, 'mim_import_cancel', (id) =>
    admin.post(`${RUNS}${id}/cancel/`, undefined, FROM),
  ),
  'POST /api/mim-registry/remote/runs/:id/resume/': about(
    async () => cancelled(await newImport()),
    'mim_import_resume',
    (id) => admin.post(`${RUNS}${id}/resume/`, undefined, FROM),
  ),
}

walkAuditLog(mimRegistryFeature, SCENARIOS)
