import type { AuditAction } from '@heddle/domain/audit/actions.ts'
import { admin, another, app, expectOk, FROM, hush, type Scenario } from '../../testing/audit-walk/walk.ts'
import { walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { GROUPS, patchOf, USERS } from '../../testing/scim/scim-client.ts'
import type { Answer, Client } from '../../testing/start-test-app.ts'
import { scimFeature } from './index.ts'

const password = hush('a password that a provider sends along')
const newUser = () => ({ userName: `scim-${another()}`, password })
const newGroup = () => ({ displayName: `scim group ${another()}` })

/** A token of the administrator, whose name the entries then have. */
async function newClient(): Promise<Client> {
  const { body } = await expectOk(admin.post('/api/auth/tokens/', { name: 'provider', permissions: ['users.scim'] }))
  return app.as(hush(body.token as string))
}

/** A change of something that is created first. */
const changing =
  (action: AuditAction, path: string, newBody: () => object, call: (scim: Client, id: string) => Promise<Answer>) =>
  async () => {
    const scim = await newClient()
    const { id } = (await expectOk(scim.post(path, newBody()))).body
    return { answer: await call(scim, id), action, by: admin, target: id }
  }

const creating = (action: AuditAction, path: string, newBody: () => object) => async () => {
  const answer = await (await newClient()).post(path, newBody(), FROM)
  return { answer, action, by: admin, target: answer.body.id }
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /scim/v2/Users': creating('user_create', USERS, newUser),
  'PUT /scim/v2/Users/:id': changing('user_update', USERS, newUser, (scim, id) =>
    scim.put(`${USERS}/${id}`, newUser(), FROM),
  ),
  'PATCH /scim/v2/Users/:id': changing('user_deactivate', USERS, newUser, (scim, id) =>
    scim.patch(`${USERS}/${id}`, patchOf({ op: 'replace', value: { active: false, password } }), FROM),
  ),
  'DELETE /scim/v2/Users/:id': changing('user_delete', USERS, newUser, (scim, id) =>
    scim.delete(`${USERS}/${id}`, FROM),
  ),
  'POST /scim/v2/Groups': creating('group_create', GROUPS, newGroup),
  'PUT /scim/v2/Groups/:id': changing('group_update', GROUPS, newGroup, (scim, id) =>
    scim.put(`${GROUPS}/${id}`, newGroup(), FROM),
  ),
  'PATCH /scim/v2/Groups/:id': changing('members_add', GROUPS, newGroup, async (scim, id) => {
    const user = (await expectOk(scim.post(USERS, newUser()))).body
    return scim.patch(`${GROUPS}/${id}`, patchOf({ op: 'add', path: 'members', value: [{ value: user.id }] }), FROM)
  }),
  'DELETE /scim/v2/Groups/:id': changing('group_delete', GROUPS, newGroup, (scim, id) =>
    scim.delete(`${GROUPS}/${id}`, FROM),
  ),
}

walkAuditLog(scimFeature, SCENARIOS)
