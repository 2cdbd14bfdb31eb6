import { DAY } from '../../kernel/durations.ts'
import { isRefused, newAddress, newPassword, type MakeAction } from './identity-calls.ts'
import { endAll, endIdle, endSessions, isLive, setPassword } from './identity-model.ts'

const TIMEOUTS = [0, 15, 30, 60] as const

export const changePassword: MakeAction = ({ post, withSession }) =>
  withSession('password change', (access, { password }, slot) => {
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

export const enableMfa: MakeAction = ({ post, stepNow, codeOf, withSession }) =>
  withSession('mfa setup and verify', (access, { factor, password }, slot) => ({
    send: async () => {
      const setup = await post('mfa/setup', factor ? { password: password ?? 'none was set' } : undefined, access)
      if (setup.status !== 200) return setup
      const { secret } = setup.body
      const verified = await post('mfa/verify', { code: codeOf(secret) }, access)
      return { status: verified.status, body: { ...verified.body, secret } }
    },
    explain: (model, sent, own) => {
      const now = model.accounts[slot]!
      if (now.factor && (password === null || now.password !== password)) return isRefused(sent)
      now.factor = { secret: sent.body.secret, lastStep: stepNow() }
      now.backupCodes = sent.body.backup_codes
      endSessions(model, slot, own)
      return sent.status === 200
    },
  }))

export const disableMfa: MakeAction = ({ post, withSession }) =>
  withSession('mfa disable', (access, account, slot) => ({
    send: () => post('mfa/disable', { password: account.password ?? 'none was set' }, access),
    explain: (model, sent) => {
      const now = model.accounts[slot]!
      if (account.password === null || now.password !== account.password) return isRefused(sent)
      now.factor = null
      now.backupCodes = []
      return sent.status === 200
    },
  }))

export const setTimeoutLimit: MakeAction =
  ({ nowMs, post, withSession }) =>
  async (model, slot, random) => {
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

export const changeEmail: MakeAction = ({ app, bearer, withSession }) =>
  withSession('new address', (access, _account, slot) => {
    const email = newAddress('moved')
    return {
      send: () => app.anonymous.patch('/api/auth/profile/', { email }, bearer(access)),
      explain: (model, sent) => {
        const now = model.accounts[slot]!
        now.formerEmail ??= now.email
        now.email = email
        now.emailRevision += 1
        return sent.status === 200
      },
    }
  })

export const sendVerification: MakeAction = ({ nowMs, post, mailedToken, forgetMails, withSession }) =>
  withSession('verification link', (access, account, slot) => ({
    send: async () => {
      await forgetMails()
      const answer = await post('email/send-verification', undefined, access)
      return answer.status === 200 ? { ...answer, mailed: await mailedToken(account.email, 'email/verify') } : answer
    },
    explain: (model, { status, mailed }) => {
      if (status !== 200 || mailed === undefined) return false
      const { emailRevision } = model.accounts[slot]!
      const expiresAtMs = nowMs() + 3 * DAY
      for (const one of model.verifications) {
        if (one.slot === slot && one.emailRevision === emailRevision && isLive(one, nowMs()))
          one.expiresAtMs = expiresAtMs
      }
      model.verifications.push({ slot, token: mailed, expiresAtMs, isOver: false, emailRevision })
      return true
    },
  }))

export const openVerification: MakeAction =
  ({ app, nowMs, named }) =>
  async (model, slot, random) => {
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
        const counts =
          isLive(proof, nowMs()) &&
          now.accounts[slot]!.exists &&
          proof.emailRevision === now.accounts[slot]!.emailRevision
        if (isLive(proof, nowMs())) proof.isOver = true
        if (counts && now.accounts[slot]!.formerEmail !== null) {
          now.accounts[slot]!.formerEmail = null
          endAll(now.links, slot)
        }
        return status === 302 && String(body).endsWith(`verified=${counts ? 1 : 0}`)
      },
    }
  }
