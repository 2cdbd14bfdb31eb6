import { expect, it } from 'vitest'
import {
  ADDRESS,
  app,
  codeOf,
  FROM,
  hush,
  mailedToken,
  newPassword,
  newUser,
  newUserWithFactor,
  own,
  type Scenario,
  slapd,
} from '../../testing/audit-walk/walk.ts'
import { newestEntries, walkAuditLog } from '../../testing/audit-walk/walk-audit-log.ts'
import { authFeature } from './index.ts'

const SCENARIOS: Readonly<Record<string, Scenario>> = {
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
    return {
      answer: await app.anonymous.post('/api/auth/mfa-login/', sent, FROM),
      action: 'user_login',
      by: user,
      target: user.id,
    }
  },
  'POST /api/auth/token/refresh/': own('token_refresh', async ({ refresh }) => {
    const answer = await app.anonymous.post('/api/auth/token/refresh/', { refresh }, FROM)
    hush(answer.body.access)
    return answer
  }),
  'POST /api/auth/logout/': own('user_logout', (user) => user.post('/api/auth/logout/', { all: true }, FROM)),
  'DELETE /api/auth/sessions/:id/': async () => {
    const user = await newUser()
    const { id } = (await user.get('/api/auth/sessions/')).body[0]
    return { answer: await user.delete(`/api/auth/sessions/${id}/`, FROM), action: 'session_end', by: user, target: id }
  },
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
  'POST /api/auth/email/take-back/': own('email_take_back', async (user) => {
    await user.post('/api/auth/email/send-verification/')
    await app.anonymous.get(`/api/auth/email/verify/?token=${await mailedToken(user.email)}`)
    await user.patch('/api/auth/profile/', { email: `new-${user.email}` })
    return app.anonymous.post('/api/auth/email/take-back/', { token: await mailedToken(user.email) }, FROM)
  }),
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
}

walkAuditLog(authFeature, SCENARIOS, {
  directory: true,
  tests: () => {
    it('records a correct password that still needs the second factor', async () => {
      const { username, id, password } = await newUserWithFactor()

      const { status, body } = await app.anonymous.post('/api/auth/login/', { username, password }, FROM)
      hush(body.mfa_token)

      expect(status).toBe(202)
      // Background work may have left newer ones.
      const challenges = (await newestEntries()).filter(({ action }) => action === 'mfa_challenge')
      expect(challenges[0]).toMatchObject({ username, user_id: id, ip_address: ADDRESS })
    })
  },
})
