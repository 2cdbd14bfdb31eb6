import type { AuditAction } from '@heddle/domain/audit/actions.ts'
import {
  slapd,
  type Scenario,
  about,
  admin,
  another,
  app,
  codeOf,
  expectOk,
  FROM,
  grouped,
  hush,
  idOf,
  mailedToken,
  managed,
  newGroup,
  newPassword,
  newUser,
  newUserWithFactor,
  nothing,
  own,
} from './walk.ts'

const USERS = '/api/auth/management/'
const GROUPS = '/api/auth/groups/'

const newAccount = () => {
  const username = `new-${another()}`
  return { username, email: `${username}@example.org`, password: newPassword() }
}
const manage = (action: AuditAction, path: string, bodyOf: () => object | undefined = () => undefined): Scenario =>
  managed(action, ({ id }) => admin.post(`${USERS}${id}/${path}/`, bodyOf(), FROM))

/** Signing in, the caller's account, users and groups. */
export const IDENTITY_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /api/auth/login/': own('user_login', async ({ username, password }) => {
    const answer = await app.anonymous.post('/api/auth/login/', { username, password }, FROM)
    hush(answer.body.access)
    return answer
  }),
  'POST /api/auth/ldap-login/': async () => {
    const credentials = { username: 'bob', password: hush(slapd!.userPassword) }
    const answer = await app.anonymous.post('/api/auth/ldap-login/', credentials, FROM)
    const id = answer.body.user?.id
    return { answer, action: 'user_login', by: { username: 'bob', id }, target: id }
  },
  'POST /api/auth/mfa-login/': async () => {
    const user = await newUserWithFactor()
    const { body } = await app.anonymous.post('/api/auth/login/', { username: user.username, password: user.password })
    const sent = { mfa_token: hush(body.mfa_token as string), code: user.backupCodes[0] }
    return { answer: await app.anonymous.post('/api/auth/mfa-login/', sent, FROM), action: 'user_login', by: user, target: user.id }
  },
  'POST /api/auth/token/refresh/': own('token_refresh', async ({ refresh }) => {
    const answer = await app.anonymous.post('/api/auth/token/refresh/', { refresh }, FROM)
    hush(answer.body.access)
    return answer
  }),
  'POST /api/auth/mfa/setup/': own('mfa_setup', async (user) => {
    const answer = await user.post('/api/auth/mfa/setup/', undefined, FROM)
    hush(answer.body.secret)
    return answer
  }),
  'POST /api/auth/mfa/verify/': own('mfa_enable', async (user) => {
    const { secret } = (await user.post('/api/auth/mfa/setup/')).body
    return user.post('/api/auth/mfa/verify/', { code: codeOf(hush(secret)) }, FROM)
  }),
  'POST /api/auth/mfa/backup-codes/': async () => {
    const user = await newUserWithFactor()
    const answer = await user.post('/api/auth/mfa/backup-codes/', { password: user.password }, FROM)
    answer.body.backup_codes?.forEach(hush)
    return { answer, action: 'backup_codes_regenerate', by: user, target: user.id }
  },
  'POST /api/auth/mfa/disable/': async () => {
    const user = await newUserWithFactor()
    const answer = await user.post('/api/auth/mfa/disable/', { password: user.password }, FROM)
    return { answer, action: 'mfa_disable', by: user, target: user.id }
  },
  'POST /api/auth/password/change/': own('password_change', (user) =>
    user.post('/api/auth/password/change/', { old_password: user.password, new_password: newPassword() }, FROM),
  ),
  'POST /api/auth/password-reset/': async () => {
    const { email } = await newUser()
    const answer = await app.anonymous.post('/api/auth/password-reset/', { email }, FROM)
    await mailedToken(email)
    return { answer, action: 'password_reset_request', by: { username: email, id: null }, target: null }
  },
  'POST /api/auth/password-reset/confirm/': async () => {
    const user = await newUser()
    await app.anonymous.post('/api/auth/password-reset/', { email: user.email })
    const body = { token: await mailedToken(user.email), new_password: newPassword() }
    const answer = await app.anonymous.post('/api/auth/password-reset/confirm/', body, FROM)
    return { answer, action: 'password_reset', by: user, target: user.id }
  },
  'POST /api/auth/email/send-verification/': own('email_verification_send', async (user) => {
    const answer = await user.post('/api/auth/email/send-verification/', undefined, FROM)
    await mailedToken(user.email)
    return answer
  }),
  'GET /api/auth/email/verify/': own('email_verify', async (user) => {
    await user.post('/api/auth/email/send-verification/')
    return app.anonymous.get(`/api/auth/email/verify/?token=${await mailedToken(user.email)}`, FROM)
  }),
  'PATCH /api/auth/profile/': own('profile_update', (user) => user.patch('/api/auth/profile/', { first_name: 'Ada' }, FROM)),
  'PATCH /api/auth/preferences/': own('preferences_update', (user) => user.patch('/api/auth/preferences/', { theme: 'dark' }, FROM)),
  'POST /api/auth/session-timeout/': own('session_timeout_change', (user) =>
    user.post('/api/auth/session-timeout/', { minutes: 30 }, FROM),
  ),
  'POST /api/ws-ticket/': own(
    'ticket_issue',
    async (user) => {
      const answer = await user.post('/api/ws-ticket/', undefined, FROM)
      hush(answer.body.ticket)
      return answer
    },
    { target: false },
  ),

  'POST /api/auth/management/': about(nothing, 'user_create', () => admin.post(USERS, newAccount(), FROM), idOf),
  'PATCH /api/auth/management/:id/': managed('user_update', ({ id }) => admin.patch(`${USERS}${id}/`, { last_name: 'Byron' }, FROM)),
  'DELETE /api/auth/management/:id/': managed('user_delete', ({ id }) => admin.delete(`${USERS}${id}/`, FROM)),
  'POST /api/auth/management/:id/reset_password/': manage('user_password_reset', 'reset_password', () => ({ new_password: newPassword() })),
  'POST /api/auth/management/:id/generate_reset_code/': managed('reset_code_generate', async ({ id }) => {
    const answer = await admin.post(`${USERS}${id}/generate_reset_code/`, undefined, FROM)
    hush(answer.body.code)
    return answer
  }),
  'POST /api/auth/management/:id/verify_email/': manage('user_email_verify', 'verify_email'),
  'POST /api/auth/management/:id/disable_mfa/': manage('user_mfa_disable', 'disable_mfa'),
  'POST /api/auth/management/:id/activate/': manage('user_activate', 'activate'),
  'POST /api/auth/management/:id/deactivate/': manage('user_deactivate', 'deactivate'),
  'POST /api/auth/management/:id/add_permissions/': manage('permissions_add', 'add_permissions', () => ({
    permissions: ['users.view_user'],
  })),
  'POST /api/auth/management/:id/remove_permissions/': manage('permissions_remove', 'remove_permissions', () => ({
    permissions: ['users.view_user'],
  })),

  'POST /api/auth/groups/': about(nothing, 'group_create', () => admin.post(GROUPS, { name: `group ${another()}` }, FROM), idOf),
  'PATCH /api/auth/groups/:id/': grouped('group_update', (id) => admin.patch(`${GROUPS}${id}/`, { name: `group ${another()}` }, FROM)),
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
