import { newQuery } from '../../testing/audit-walk/objects.ts'
import {
  about,
  admin,
  app,
  expectOk,
  FROM,
  idOf,
  newUser,
  nothing,
  own,
  type Scenario,
} from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { snapshotsFeature } from './index.ts'

const SNAPSHOTS = '/api/history/snapshots/'

const order = async () => ({ saved_query: await newQuery() })
const newSnapshot = async (): Promise<string> =>
  idOf(await expectOk(app.admin.post('/api/history/capture/', await order())))

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/history/capture/': about(
    nothing,
    'snapshot_capture',
    async () => admin.post('/api/history/capture/', await order(), FROM),
    idOf,
  ),
  'GET /api/history/snapshots/:id/results/': about(newSnapshot, 'results_export', (id) =>
    admin.get(`${SNAPSHOTS}${id}/results/`, FROM),
  ),
  'DELETE /api/history/snapshots/:id/': about(newSnapshot, 'snapshot_delete', (id) =>
    admin.delete(`${SNAPSHOTS}${id}/`, FROM),
  ),
  'POST /api/history/snapshots/:id/annotate/': about(newSnapshot, 'snapshot_annotate', (id) =>
    admin.post(`${SNAPSHOTS}${id}/annotate/`, { annotation: 'a note' }, FROM),
  ),
  'POST /api/history/snapshots/:id/pin/': about(newSnapshot, 'snapshot_pin', (id) =>
    admin.post(`${SNAPSHOTS}${id}/pin/`, undefined, FROM),
  ),
  'PATCH /api/history/settings/': own('snapshot_settings_update', (user) =>
    user.patch('/api/history/settings/', { default_retention_policy: '7d' }, FROM),
  ),
  'POST /api/history/cleanup/execute/': async () => {
    const user = await newUser()
    const answer = await user.post('/api/history/cleanup/execute/', undefined, FROM)
    return { answer, action: 'snapshot_cleanup', by: user, target: null }
  },
}

walkAuditLog(snapshotsFeature, SCENARIOS)
