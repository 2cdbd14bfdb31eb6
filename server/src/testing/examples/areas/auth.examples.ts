import { Secret, TOTP } from 'otpauth'
import { MINUTE } from '../../../kernel/durations.ts'
import { mailedToken } from '../mailed-token.ts'
import type { Person, World } from '../start-world.ts'
import type { Workspace } from '../workspace.ts'

export async function authExamples(world: World): Promise<void> {
  await signInExamples(world)
  await secondFactorExamples(world)
  await passwordExamples(world)
  await addressExamples(world)
}

async function signInExamples(world: World): Promise<void> {
  const { app, example, slapd, hide } = world
  const by = app.anonymous
  const user = await world.signUp('dana', 'Operators')
  await example('POST /api/auth/login/', { by, body: { username: 'dana', password: user.password } })
  await example('POST /api/auth/token/refresh/', { by, body: { refresh: user.refresh } })
  if (slapd) {
    const password = hide(slapd.userPassword, '<password>')
    await example('POST /api/auth/ldap-login/', { by, body: { username: 'bob', password } })
  }
  await example('GET /api/auth/health/', { by })
  await example('POST /api/ws-ticket/', { by: user })
  await example('POST /api/auth/session-timeout/', { by: user, body: { minutes: 30 } })
  await world.refused('POST /api/auth/session-timeout/', { by: user, body: { minutes: 45 } })
  const sessions = await example('GET /api/auth/sessions/', { by: user })
  const other = sessions.find(({ current }: { current: boolean }) => !current)
  await example('DELETE /api/auth/sessions/:id/', { by: user, params: { id: other.id } })
  await example('POST /api/auth/logout/', { by: user, body: { all: true } })
}

async function secondFactorExamples(world: World): Promise<void> {
  const { app, example, also, clock } = world
  const user = await world.signUp('finn', 'Operators')
  const { password } = user
  const { secret } = await example('POST /api/auth/mfa/setup/', {
    by: user,
    body: {},
    show: (answer) => ({ ...answer, qr_code_svg: '<svg xmlns="http://www.w3.org/2000/svg">…</svg>' }),
  })
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() })
  const { backup_codes } = await example('POST /api/auth/mfa/verify/', {
    by: user,
    body: { code },
    bodyShown: { code: '123456' },
  })
  await example('GET /api/auth/mfa/status/', { by: user })
  clock.step(MINUTE)
  const challenge = await also('POST /api/auth/login/', { by: app.anonymous, body: { username: 'finn', password } })
  const answered = { mfa_token: challenge.mfa_token, code: backup_codes[0] }
  await example('POST /api/auth/mfa-login/', {
    by: app.anonymous,
    body: answered,
    bodyShown: { ...answered, code: '123456' },
  })
  await example('POST /api/auth/mfa/backup-codes/', { by: user, body: { password } })
  await example('POST /api/auth/mfa/disable/', { by: user, body: { password } })
}

async function passwordExamples(world: World): Promise<void> {
  const { app, example, refused, hide } = world
  const user = await world.signUp('hana', 'Editors')
  const next = (name: string) => hide(`${name} secret of hana`, '<new password>')
  const change = { old_password: user.password, new_password: next('another') }
  await example('POST /api/auth/password/change/', { by: user, body: change })
  await refused('POST /api/auth/password/change/', { by: user, body: { old_password: 'not it', new_password: '1234' } })
  await example('POST /api/auth/password-reset/', { by: app.anonymous, body: { email: 'hana@example.net' } })
  const token = hide(await mailedToken(world, 'hana@example.net'), '<token from the mail>')
  await example('POST /api/auth/password-reset/confirm/', {
    by: app.anonymous,
    body: { token, new_password: next('a third') },
  })
  await refused('POST /api/auth/password-reset/confirm/', { by: app.anonymous, body: { token, new_password: '1234' } })
}

async function addressExamples(world: World): Promise<void> {
  const { app, example, refused, prepare, hide } = world
  const user: Person = await world.signUp('ida', 'Editors')
  await example('POST /api/auth/email/send-verification/', { by: user })
  const token = hide(await mailedToken(world, 'ida@example.net'), '<token from the mail>')
  await example('GET /api/auth/email/verify/', { by: app.anonymous, query: { token } })
  await prepare('PATCH /api/auth/profile/', { by: user, body: { email: 'ida@example.org' } })
  const former = hide(await mailedToken(world, 'ida@example.net'), '<token from the mail to the former address>')
  await example('POST /api/auth/email/take-back/', { by: app.anonymous, body: { token: former } })
  await refused('POST /api/auth/email/take-back/', { by: app.anonymous, body: { token: former } })
}

/** What a signed-in user reads and sets about themselves. */
export async function accountExamples(world: World, { operator: by }: Workspace): Promise<void> {
  const { example, refused } = world
  await example('PATCH /api/auth/profile/', { by, body: { first_name: 'Olga', last_name: 'Lindqvist' } })
  await example('GET /api/auth/profile/', { by })
  await example('PATCH /api/auth/preferences/', {
    by,
    body: { timezone: 'Europe/Stockholm', time_format: '24h', theme: 'dark' },
  })
  await refused('PATCH /api/auth/preferences/', { by, body: { timezone: 'Stockholm', theme: 'blue' } })
  await example('GET /api/auth/preferences/', { by })
  await example('GET /api/auth/quota-usage/', { by })
  await example('GET /api/auth/stats/', { by })

  const tokens = '/api/auth/tokens/'
  const body = {
    name: 'Nightly export',
    permissions: ['queries.execute_savedquery'],
    expires_at: '2026-12-31T00:00:00Z',
  }
  const { id } = await example(`POST ${tokens}`, { by, body })
  await refused(`POST ${tokens}`, { by, body: { name: '', permissions: ['queries.everything'], expires_at: 'Friday' } })
  await example(`GET ${tokens}`, { by, query: { ordering: 'name' } })
  await example(`DELETE ${tokens}:id/`, { by, params: { id } })
}
