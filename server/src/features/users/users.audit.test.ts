import {
  about,
  admin,
  another,
  expectOk,
  FROM,
  grouped,
  idOf,
  newGroup,
  newUser,
  nothing,
  type Scenario,
} from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { usersFeature } from './index.ts'

const GROUPS = '/api/auth/groups/'

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/auth/groups/': about(
    nothing,
    'group_create',
    () => admin.post(GROUPS, { name: `group ${another()}` }, FROM),
    idOf,
  ),
  'PATCH /api/auth/groups/:id/': grouped('group_update', (id) =>
    admin.patch(`${GROUPS}${id}/`, { name: `group ${another()}` }, FROM),
  ),
  'DELETE /api/auth/groups/:id/': grouped('group_delete', (id) => admin.delete(`${GROUPS}${id}/`, FROM)),
  'POST /api/auth/groups/:id/clone/': about(
    newGroup,
    'group_clone',
    (id) => admin.post(`${GROUPS}${id}/clone/`, { name: `group ${another()}` }, FROM),
    idOf,
  ),
  'POST /api/auth/groups/:id/add_members/': grouped('members_add', async (id) =>
    admin.post(`${GROUPS}${id}/add_members/`, { user_ids: [(await newUser()).id] }, FROM),
  ),
  'POST /api/auth/groups/:id/remove_members/': grouped('members_remove', async (id) => {
    const members = { user_ids: [(await newUser()).id] }
    await expectOk(admin.post(`${GROUPS}${id}/add_members/`, members))
    return admin.post(`${GROUPS}${id}/remove_members/`, members, FROM)
  }),
}

walkAuditLog(usersFeature, SCENARIOS)
