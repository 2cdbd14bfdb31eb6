import { about, admin, expectOk, FROM, type Scenario } from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { packFiles } from '../../testing/packs/pack-files.ts'
import { packsFeature } from './index.ts'

const PACKS = '/api/packs/'
const newPack = async (name: string): Promise<string> => {
  await expectOk(admin.post(PACKS, { files: packFiles(name) }))
  return name
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/packs/': about(
    async () => 'added',
    'pack_install',
    (name) => admin.post(PACKS, { files: packFiles(name) }, FROM),
  ),
  'PATCH /api/packs/:name/checks/:id/': about(
    () => newPack('changed'),
    'pack_check_update',
    (name) => admin.patch(`${PACKS}${name}/checks/node-active/`, { enabled: false }, FROM),
  ),
  'DELETE /api/packs/:name/': about(
    () => newPack('removed'),
    'pack_remove',
    (name) => admin.delete(`${PACKS}${name}/`, FROM),
  ),
}

walkAuditLog(packsFeature, SCENARIOS)
