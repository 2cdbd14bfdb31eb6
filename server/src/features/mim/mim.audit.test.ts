import { generateModel } from '@heddle/simulators/registry/generate-model.ts'
import {
  about,
  admin,
  another,
  app,
  expectOk,
  FROM,
  idOf,
  nothing,
  type Scenario,
} from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { mimFeature } from './index.ts'
import { installModel } from '../../testing/mim/install-model.ts'

const FAVORITES = '/api/mim/favorites/'
const TEMPLATES = '/api/mim/table-templates/'
const PREFERENCES = '/api/mim/table-preferences/'

/** Only classes of the installed model can be favorites. */
async function newModel(): Promise<string> {
  const model = generateModel({ classes: 50 })
  await installModel(
    app.app,
    model.classNames.map((name) => model.document(name)!),
  )
  return 'fvTenant'
}
const newFavorite = async (): Promise<number> =>
  idOf(await expectOk(app.admin.post(FAVORITES, { class_name: await newModel() })))
const template = () => ({ name: `template ${another()}`, class_name: 'fvBD', columns: ['name', 'dn'] })
const newTemplate = async (): Promise<number> => idOf(await expectOk(app.admin.post(TEMPLATES, template())))
const preference = () => ({ class_name: `fvBD${another()}`, columns: [{ name: 'dn' }] })
const newPreference = async (): Promise<number> => idOf(await expectOk(app.admin.post(PREFERENCES, preference())))

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/mim/favorites/': about(newModel, 'mim_favorite_add', (class_name) =>
    admin.post(FAVORITES, { class_name }, FROM),
  ),
  'DELETE /api/mim/favorites/:id/': async () => {
    const id = await newFavorite()
    const answer = await admin.delete(`${FAVORITES}${id}/`, FROM)
    return { answer, action: 'mim_favorite_remove', by: admin, target: 'fvTenant' }
  },
  'POST /api/mim/table-templates/': about(
    nothing,
    'table_template_create',
    () => admin.post(TEMPLATES, template(), FROM),
    idOf,
  ),
  'PUT /api/mim/table-templates/:id/': about(newTemplate, 'table_template_update', (id) =>
    admin.put(`${TEMPLATES}${id}/`, { ...template(), is_shared: true }, FROM),
  ),
  'PATCH /api/mim/table-templates/:id/': about(newTemplate, 'table_template_update', (id) =>
    admin.patch(`${TEMPLATES}${id}/`, { columns: ['dn'] }, FROM),
  ),
  'DELETE /api/mim/table-templates/:id/': about(newTemplate, 'table_template_delete', (id) =>
    admin.delete(`${TEMPLATES}${id}/`, FROM),
  ),
  'POST /api/mim/table-preferences/': about(
    nothing,
    'table_preference_set',
    () => admin.post(PREFERENCES, preference(), FROM),
    idOf,
  ),
  'PUT /api/mim/table-preferences/:id/': about(newPreference, 'table_preference_set', (id) =>
    admin.put(`${PREFERENCES}${id}/`, preference(), FROM),
  ),
  'PATCH /api/mim/table-preferences/:id/': about(newPreference, 'table_preference_set', (id) =>
    admin.patch(`${PREFERENCES}${id}/`, { columns: [] }, FROM),
  ),
  'DELETE /api/mim/table-preferences/:id/': about(newPreference, 'table_preference_delete', (id) =>
    admin.delete(`${PREFERENCES}${id}/`, FROM),
  ),
}

walkAuditLog(mimFeature, SCENARIOS)
