import type { Random } from '@heddle/domain/testing/random.ts'
import { Secret, TOTP } from 'otpauth'
import { DAY, HOUR, MINUTE, SECOND } from '../../../kernel/durations.ts'
import type { ManualClock } from '../../../testing/manual-clock.ts'
import type { TestSmtpServer } from '../../../testing/smtp-server.ts'
import { ADMIN, type Answer, type Client, type TestApp } from '../../../testing/start-test-app.ts'
import {
  type Account,
  countWrongCode,
  endAll,
  endIdle,
  endSessions,
  type IdentityModel,
  isAccessLive,
  isLive,
  isSessionLive,
  removeAccount,
  type Session,
  setPassword,
  spendChallenge,
} from './identity-model.ts'

/** A call, and whether the model allows its response; `explain` updates the model. */
export type Action = {
  readonly name: string
  readonly send: () => Promise<Sent>
  readonly explain: (model: IdentityModel, sent: Sent) => boolean
}
type Sent = { readonly status: number; readonly body: Answer['body']; readonly mailed?: string }
type SessionCall = {
  readonly send: () => Promise<Sent>
  readonly explain: (model: IdentityModel, sent: Sent, session: string) => boolean
}
type AdminCall = { readonly send: () => Promise<Sent>; readonly explain: (model: IdentityModel, sent: Sent) => void }
/** Undefined if the model has nothing to call it with. */
export type Builder = (model: IdentityModel, slot: number, random: Random) => Promise<Action | undefined>
export type IdentityActions = ReturnType<typeof createIdentityActions>

type World = { readonly app: TestApp; readonly clock: ManualClock; readonly smtp: TestSmtpServer }

const ACCESS_MS = 15 * MINUTE
const STEP_MS = 30 * SECOND
const TIMEOUTS = [0, 15, 30, 60] as const
const SOME_TIME = [2, 4, 6, 14, 16, 31, 61] as const
let secrets = 0
let addresses = 0

const newPassword = (): string => `long enough secret ${++secrets}`
const isRefused = ({ status }: Sent): boolean => status >= 400 && status < 500
/** A new address each time, to stay clear of limits per address. */
const fromElsewhere = () => ({ 'x-forwarded-for': `10.2.${Math.floor(++addresses / 250)}.${addresses % 250}` })

/** Every identity call of the API, each with its effect on the tokens issued before. */
export function createIdentityActions({ app, clock, smtp }: World) {
  const nowMs = (): number => clock.now().getTime()
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const post = (path: string, body?: unknown, token?: string): Promise<Answer> =>
    app.anonymous.post(`/api/auth/${path}/`, body, { ...fromElsewhere(), ...(token !== undefined && bearer(token)) })

  let admin: { access: string; refresh: string; loggedInMs: number; issuedMs: number } | undefined
  /** Logs in once a week, and refreshes as a browser does. */
  async function asAdmin(): Promise<Pick<Client, 'post' | 'patch' | 'delete'>> {
    if (!admin || nowMs() - admin.loggedInMs > 6 * DAY) {
      const { body } = await post('login', ADMIN)
      admin = { ...body, loggedInMs: nowMs(), issuedMs: nowMs() } as NonNullable<typeof admin>
    } else if (nowMs() - admin.issuedMs >= ACCESS_MS / 2) {
      admin = { ...admin, access: (await post('token/refresh', { refresh: admin.refresh })).body.access, issuedMs: nowMs() }
    }
    const header = bearer(admin.access)
    return {
      post: (path, body) => app.anonymous.post(path, body, header),
      patch: (path, body) => app.anonymous.patch(path, body, header),
      delete: (path) => app.anonymous.delete(path, header),
    }
  }

  async function mailedToken(address: string, page: string): Promise<string> {
    for (;;) {
      const mail = await smtp.nextMail()
      const link = new RegExp(`https?://\\S*${page}\\S*`).exec(mail.text)?.[0]
      if (mail.to.includes(address) && link) return new URL(link).searchParams.get('token')!
    }
  }

  const stepNow = (): number => Math.floor(nowMs() / STEP_MS)
  const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs() })

  function addSession(model: IdentityModel, slot: number, { access, refresh }: Answer['body']): true {
    const expiresAtMs = nowMs() + 7 * DAY
    const first = { token: access, expiresAtMs: nowMs() + ACCESS_MS }
    model.sessions.push({ slot, token: refresh, access: [first], expiresAtMs, lastSeenMs: nowMs(), isOver: false })
    return true
  }

  /** Prefers live ones and those ended early, over those that merely expired: they tell the most. */
  function pickIssued<One extends { isOver: boolean; expiresAtMs: number }>(own: readonly One[], random: Random): One {
    const young = own.filter(({ expiresAtMs }) => nowMs() < expiresAtMs)
    const [live, ended] = [young.filter(({ isOver }) => !isOver), young.filter(({ isOver }) => isOver)]
    const wanted = random.chance(0.5) ? [live, ended, own] : [ended.slice(-2), live, own]
    return random.pick(wanted.find(({ length }) => length > 0)!)
  }

  const named = (model: IdentityModel, slot: number, what: string): string => `${what} of ${model.accounts[slot]!.username}`
  const sessionOf = (model: IdentityModel, token: string): Session => model.sessions.find((session) => session.token === token)!

  /** A call with the newest access token of a session; prefers live sessions, or hardly any call would succeed. */
  function withSession(what: string, call: (access: string, account: Account, slot: number) => SessionCall): Builder {
    return async (model, slot, random) => {
      const own = model.sessions.filter((session) => session.slot === slot)
      const live = own.filter((session) => isAccessLive(model, session, session.access.at(-1)!.token, nowMs()))
      const from = live.length > 0 && random.chance(0.9) ? live : own
      if (from.length === 0) return undefined
      const { token, access } = random.pick(from)
      const bearerToken = access.at(-1)!.token
      const { send, explain } = call(bearerToken, model.accounts[slot]!, slot)
      return {
        name: `${named(model, slot, what)} (session ${model.sessions.findIndex((session) => session.token === token)})`,
        send,
        explain: (now, sent) => {
          const session = sessionOf(now, token)
          if (!isAccessLive(now, session, bearerToken, nowMs())) return isRefused(sent)
          session.lastSeenMs = nowMs()
          return explain(now, sent, token)
        },
      }
    }
  }

  /** An administrator's call about an existing account. */
  const byAdmin =
    (what: string, call: (account: Account, slot: number) => AdminCall): Builder =>
    async (model, slot) => {
      const account = model.accounts[slot]!
      if (!account.exists) return undefined
      const { send, explain } = call(account, slot)
      return {
        name: named(model, slot, what),
        send,
        explain: (now, sent) => {
          if (!now.accounts[slot]!.exists) return isRefused(sent)
          if (sent.status >= 300) return false
          explain(now, sent)
          return true
        },
      }
    }
  const manage = async (id: number, action: string, body?: unknown) => (await asAdmin()).post(`/api/auth/management/${id}/${action}/`, body)

  const login: Builder = async (model, slot) => {
    const { username, password } = model.accounts[slot]!
    return {
      name: named(model, slot, 'login'),
      send: () => post('login', { username, password: password ?? 'none was set' }),
      explain: (now, sent) => {
        const account = now.accounts[slot]!
        if (!account.exists || !account.isActive || account.password === null || account.password !== password) return sent.status === 401
        if (!account.factor) return sent.status === 200 && addSession(now, slot, sent.body)
        if (sent.status !== 202) return false
        now.challenges.push({ slot, token: sent.body.mfa_token, expiresAtMs: nowMs() + 5 * MINUTE, isOver: false, tries: 0 })
        return true
      },
    }
  }

  const mfaLogin: Builder = async (model, slot, random) => {
    const own = model.challenges.filter((challenge) => challenge.slot === slot)
    if (own.length === 0) return undefined
    const { token } = pickIssued(own, random)
    const { factor, backupCodes } = model.accounts[slot]!
    const isWrong = !factor || random.chance(0.1)
    const usesBackup = !isWrong && backupCodes.length > 0 && random.chance(0.5)
    if (!isWrong && !usesBackup && stepNow() <= factor.lastStep) await clock.leap(2 * MINUTE)
    const code = isWrong
      ? { typed: 'not a code' }
      : usesBackup
        ? { typed: random.pick(backupCodes) }
        : { typed: codeOf(factor.secret), secret: factor.secret, step: stepNow() }
    return {
      name: `${named(model, slot, 'mfa-login')} (challenge ${model.challenges.findIndex((one) => one.token === token)}, ${isWrong ? 'wrong' : usesBackup ? 'backup' : 'authenticator'} code)`,
      send: () => post('mfa-login', { mfa_token: token, code: code.typed }),
      explain: (now, sent) => {
        const challenge = now.challenges.find((one) => one.token === token)!
        if (!spendChallenge(now, challenge, code, nowMs())) return sent.status === 401
        return sent.status === 200 && addSession(now, slot, sent.body)
      },
    }
  }

  const refresh: Builder = async (model, slot, random) => {
    const own = model.sessions.filter((session) => session.slot === slot)
    if (own.length === 0) return undefined
    const { token } = random.pick(own)
    return {
      name: named(model, slot, 'refresh'),
      send: () => post('token/refresh', { refresh: token }),
      explain: (now, sent) => {
        const session = sessionOf(now, token)
        if (sent.status === 200) session.access.push({ token: sent.body.access, expiresAtMs: nowMs() + ACCESS_MS })
        return isSessionLive(now, session, nowMs()) ? sent.status === 200 : sent.status === 401
      },
    }
  }

  const changePassword = withSession('password change', (access, { password }, slot) => {
    const next = newPassword()
    return {
      send: () => post('password/change', { old_password: password ?? 'none was set', new_password: next }, access),
      explain: (model, sent, own) => {
        if (password === null || model.accounts[slot]!.password !== password) return isRefused(sent)
        setPassword(model, slot, next, own)
        return sent.status === 200
      },
    }
  })

  const enableMfa = withSession('mfa setup and verify', (access, _account, slot) => ({
    send: async () => {
      const setup = await post('mfa/setup', undefined, access)
      if (setup.status !== 200) return setup
      const { secret } = setup.body
      const verified = await post('mfa/verify', { code: codeOf(secret) }, access)
      return { status: verified.status, body: { ...verified.body, secret } }
    },
    explain: (model, { status, body }) => {
      const now = model.accounts[slot]!
      now.factor = { secret: body.secret, lastStep: stepNow() }
      now.backupCodes = body.backup_codes
      return status === 200
    },
  }))

  const disableMfa = withSession('mfa disable', (access, account, slot) => ({
    send: () => post('mfa/disable', { password: account.password ?? 'none was set' }, access),
    explain: (model, sent) => {
      const now = model.accounts[slot]!
      if (account.password === null || now.password !== account.password) return isRefused(sent)
      now.factor = null
      now.backupCodes = []
      return sent.status === 200
    },
  }))

  const setTimeoutLimit: Builder = async (model, slot, random) => {
    const minutes = random.pick(TIMEOUTS)
    return withSession(`idle limit of ${minutes} minutes`, (access) => ({
      send: () => post('session-timeout', { minutes }, access),
      explain: (now, sent) => {
        endIdle(now, slot, nowMs())
        now.accounts[slot]!.idleMinutes = minutes
        return sent.status === 200
      },
    }))(model, slot, random)
  }

  const changeEmail = withSession('new address', (access, _account, slot) => {
    const email = `moved-${++secrets}@example.org`
    return {
      send: () => app.anonymous.patch('/api/auth/profile/', { email }, bearer(access)),
      explain: (model, sent) => {
        const now = model.accounts[slot]!
        now.email = email
        now.emailRevision += 1
        endAll(model.links, slot)
        return sent.status === 200
      },
    }
  })

  const sendVerification = withSession('verification link', (access, account, slot) => ({
    send: async () => {
      const answer = await post('email/send-verification', undefined, access)
      return answer.status === 200 ? { ...answer, mailed: await mailedToken(account.email, 'email/verify') } : answer
    },
    explain: (model, { status, mailed }) => {
      if (status !== 200 || mailed === undefined) return false
      const { emailRevision } = model.accounts[slot]!
      const expiresAtMs = nowMs() + 3 * DAY
      for (const one of model.verifications) {
        if (one.slot === slot && one.emailRevision === emailRevision && isLive(one, nowMs())) one.expiresAtMs = expiresAtMs
      }
      model.verifications.push({ slot, token: mailed, expiresAtMs, isOver: false, emailRevision })
      return true
    },
  }))

  const openVerification: Builder = async (model, slot, random) => {
    const own = model.verifications.filter((one) => one.slot === slot)
    if (own.length === 0) return undefined
    const { token } = random.pick(own)
    return {
      name: named(model, slot, 'opening of a verification link'),
      send: async () => {
        const { status, headers } = await app.anonymous.get(`/api/auth/email/verify/?token=${token}`)
        return { status, body: headers.get('location') }
      },
      explain: (now, { status, body }) => {
        const proof = now.verifications.find((one) => one.token === token)!
        const counts = isLive(proof, nowMs()) && now.accounts[slot]!.exists && proof.emailRevision === now.accounts[slot]!.emailRevision
        if (isLive(proof, nowMs())) proof.isOver = true
        return status === 302 && String(body).endsWith(`verified=${counts ? 1 : 0}`)
      },
    }
  }

  const requestReset: Builder = async (model, slot) => {
    const { exists, isActive, email } = model.accounts[slot]!
    // No one else is mailed a link, and a test cannot wait for a mail that never comes.
    if (!exists || !isActive) return undefined
    return {
      name: named(model, slot, 'reset link'),
      send: async () => ({ ...(await post('password-reset', { email })), mailed: await mailedToken(email, 'reset-password') }),
      explain: (now, { status, mailed }) => status === 200 && addLink(now, slot, mailed),
    }
  }
  function addLink(model: IdentityModel, slot: number, token: string | undefined): boolean {
    endAll(model.links, slot)
    if (token !== undefined) model.links.push({ slot, token, expiresAtMs: nowMs() + HOUR, isOver: false })
    return token !== undefined
  }

  const confirm =
    (kind: 'links' | 'codes'): Builder =>
    async (model, slot, random) => {
      const own = model[kind].filter((one) => one.slot === slot)
      if (own.length === 0) return undefined
      const { token } = pickIssued(own, random)
      const next = newPassword()
      return {
        name: named(model, slot, kind === 'links' ? 'reset by link' : 'reset by code'),
        send: () => post('password-reset/confirm', { [kind === 'links' ? 'token' : 'code']: token, new_password: next }),
        explain: (now, sent) => {
          const proof = now[kind].find((one) => one.token === token)!
          const isKnown = isLive(proof, nowMs())
          if (!isKnown && kind === 'codes') countWrongCode(now)
          if (!isKnown || !now.accounts[slot]!.exists || !now.accounts[slot]!.isActive) return isRefused(sent)
          setPassword(now, slot, next)
          return sent.status === 200
        },
      }
    }

  const generateCode = byAdmin('reset code', (account, slot) => ({
    send: () => manage(account.id, 'generate_reset_code'),
    explain: (model, { body }) => {
      endAll(model.codes, slot)
      model.codes.push({ slot, token: body.code, expiresAtMs: nowMs() + 30 * MINUTE, isOver: false, wrongTries: 0 })
    },
  }))

  const adminSetsPassword = byAdmin('new password by an administrator', (account, slot) => {
    const next = newPassword()
    return {
      send: () => manage(account.id, 'reset_password', { new_password: next }),
      explain: (model) => setPassword(model, slot, next),
    }
  })

  const adminForcesReset = byAdmin('forced reset', (account, slot) => ({
    send: async () => {
      const answer = await manage(account.id, 'reset_password', {})
      return account.isActive ? { ...answer, mailed: await mailedToken(account.email, 'reset-password') } : answer
    },
    explain: (model, { mailed }) => {
      setPassword(model, slot, null)
      addLink(model, slot, mailed)
    },
  }))

  const adminDisablesMfa = byAdmin('mfa disable by an administrator', (account, slot) => ({
    send: () => manage(account.id, 'disable_mfa'),
    explain: (model) => {
      Object.assign(model.accounts[slot]!, { factor: null, backupCodes: [] })
      endSessions(model, slot)
    },
  }))

  const shutOut = (model: IdentityModel, slot: number): void => {
    model.accounts[slot]!.isActive = false
    endSessions(model, slot)
    endAll(model.links, slot)
    endAll(model.codes, slot)
  }
  const deactivate = byAdmin('deactivation', (account, slot) => ({
    send: () => manage(account.id, 'deactivate'),
    explain: (model) => shutOut(model, slot),
  }))
  const patchInactive = byAdmin('deactivation by change', (account, slot) => ({
    send: async () => (await asAdmin()).patch(`/api/auth/management/${account.id}/`, { is_active: false }),
    explain: (model) => shutOut(model, slot),
  }))
  const activate = byAdmin('activation', (account, slot) => ({
    send: () => manage(account.id, 'activate'),
    explain: (model) => void (model.accounts[slot]!.isActive = true),
  }))
  const remove = byAdmin('deletion', (account, slot) => ({
    send: async () => (await asAdmin()).delete(`/api/auth/management/${account.id}/`),
    explain: (model) => removeAccount(model, slot),
  }))

  /** Reuses the name of the deleted account, if there was one. */
  const create: Builder = async (model, slot) => {
    const { username, exists } = model.accounts[slot]!
    if (exists) return undefined
    const [email, password] = [`mail-${++secrets}@example.org`, newPassword()]
    return {
      name: named(model, slot, 'creation'),
      send: async () => (await asAdmin()).post('/api/auth/management/', { username, email, password }),
      explain: (now, { status, body }) => {
        const fresh = { emailRevision: now.accounts[slot]!.emailRevision + 1, factor: null, backupCodes: [], idleMinutes: 0 }
        now.accounts[slot] = { id: body.id, exists: true, username, email, password, isActive: true, ...fresh }
        return status === 201
      },
    }
  }

  const wait: Builder = async (_model, _slot, random) => {
    const minutes = random.chance(0.03) ? (8 * DAY) / MINUTE : random.pick(SOME_TIME)
    return {
      name: `${minutes} minutes pass`,
      send: async () => {
        await clock.leap(minutes * MINUTE)
        return { status: 200, body: undefined }
      },
      explain: () => true,
    }
  }

  return {
    login,
    mfaLogin,
    refresh,
    changePassword,
    enableMfa,
    disableMfa,
    setTimeoutLimit,
    changeEmail,
    sendVerification,
    openVerification,
    requestReset,
    resetByLink: confirm('links'),
    resetByCode: confirm('codes'),
    generateCode,
    adminSetsPassword,
    adminForcesReset,
    adminDisablesMfa,
    deactivate,
    patchInactive,
    activate,
    remove,
    create,
    wait,
  }
}
