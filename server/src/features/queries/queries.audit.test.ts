import { newQuery, queryBody } from '../../testing/audit-walk/objects.ts'
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
import { queriesFeature } from './index.ts'

const CATEGORIES = '/api/queries/categories/'
const QUERIES = '/api/queries/saved-queries/'

const newCategory = async (): Promise<number> =>
  idOf(await expectOk(app.admin.post(CATEGORIES, { name: `category ${another()}` })))

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/queries/categories/': about(
    nothing,
    'category_create',
    () => admin.post(CATEGORIES, { name: `category ${another()}` }, FROM),
    idOf,
  ),
  'PUT /api/queries/categories/:id/': about(newCategory, 'category_update', (id) =>
    admin.put(`${CATEGORIES}${id}/`, { name: `category ${another()}` }, FROM),
  ),
  'PATCH /api/queries/categories/:id/': about(newCategory, 'category_update', (id) =>
    admin.patch(`${CATEGORIES}${id}/`, { name: `category ${another()}` }, FROM),
  ),
  'DELETE /api/queries/categories/:id/': about(newCategory, 'category_delete', (id) =>
    admin.delete(`${CATEGORIES}${id}/`, FROM),
  ),
  'POST /api/queries/saved-queries/': about(
    nothing,
    'query_create',
    async () => admin.post(QUERIES, await queryBody(), FROM),
    idOf,
  ),
  'PUT /api/queries/saved-queries/:id/': about(newQuery, 'query_update', async (id) =>
    admin.put(`${QUERIES}${id}/`, await queryBody(), FROM),
  ),
  'PATCH /api/queries/saved-queries/:id/': about(newQuery, 'query_update', (id) =>
    admin.patch(`${QUERIES}${id}/`, { description: 'other' }, FROM),
  ),
  'DELETE /api/queries/saved-queries/:id/': about(newQuery, 'query_delete', (id) =>
    admin.delete(`${QUERIES}${id}/`, FROM),
  ),
  'POST /api/queries/saved-queries/:id/favorite/': about(newQuery, 'favorite_add', (id) =>
    admin.post(`${QUERIES}${id}/favorite/`, undefined, FROM),
  ),
  'POST /api/queries/saved-queries/:id/unfavorite/': about(newQuery, 'favorite_remove', (id) =>
    admin.post(`${QUERIES}${id}/unfavorite/`, undefined, FROM),
  ),
  'POST /api/queries/saved-queries/:id/duplicate/': about(
    newQuery,
    'query_duplicate',
    (id) => admin.post(`${QUERIES}${id}/duplicate/`, {}, FROM),
    idOf,
  ),
  'POST /api/queries/saved-queries/:id/versions/:version/restore/': about(newQuery, 'query_restore', async (id) => {
    await expectOk(
      admin.patch(`${QUERIES}${id}/`, { nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name', 'mtu'] }] }),
    )
    return admin.post(`${QUERIES}${id}/versions/1/restore/`, undefined, FROM)
  }),
}

walkAuditLog(queriesFeature, SCENARIOS)
