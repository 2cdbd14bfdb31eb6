import { MINUTE } from '../../kernel/durations.ts'
import { ACCESS_MS, type MakeAction } from './identity-calls.ts'
import { addSuccessor, isReused, isSessionLive, spendChallenge } from './identity-model.ts'

export const login: MakeAction =
  ({ nowMs, post, addSession, named }) =>
  async (model, slot) => {
    const { username, password } = model.accounts[slot]!
    return {
      name: named(model, slot, 'login'),
      send: () => post('login', { username, password: password ?? 'none was set' }),
      explain: (now, sent) => {
        const account = now.accounts[slot]!
        if (!account.exists || !account.isActive || account.password === null || account.password !== password)
          return sent.status === 401
        if (!account.factor) return sent.status === 200 && addSession(now, slot, sent.body)
        if (sent.status !== 202) return false
        now.challenges.push({
          slot,
          token: sent.body.mfa_token,
          expiresAtMs: nowMs() + 5 * MINUTE,
          isOver: false,
          tries: 0,
        })
        return true
      },
    }
  }

export const mfaLogin: MakeAction =
  ({ clock, nowMs, post, stepNow, codeOf, addSession, pickIssued, named }) =>
  async (model, slot, random) => {
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

/** With the newest token, or one that was replaced: within its minute, or too late. */
export const refresh: MakeAction =
  ({ nowMs, post, named, sessionOf }) =>
  async (model, slot, random) => {
    const own = model.sessions.filter((session) => session.slot === slot)
    if (own.length === 0) return undefined
    const { token: session, refreshes } = random.pick(own)
    const { token } = random.chance(0.6) ? refreshes.at(-1)! : random.pick(refreshes)
    const rotate = random.chance(0.6)
    return {
      name: `${named(model, slot, rotate ? 'rotation' : 'refresh')} (session ${model.sessions.findIndex((one) => one.token === session)})`,
      send: () => post('token/refresh', { refresh: token, ...(rotate && { rotate }) }),
      explain: (now, sent) => {
        const used = sessionOf(now, session)
        if (!isSessionLive(now, used, nowMs())) return sent.status === 401
        if (isReused(used, token, nowMs())) {
          used.isOver = true
          return sent.status === 401
        }
        if (sent.status !== 200 || (sent.body.refresh !== undefined) !== rotate) return false
        used.access.push({ token: sent.body.access, expiresAtMs: nowMs() + ACCESS_MS })
        if (rotate) addSuccessor(used, token, sent.body.refresh, nowMs())
        return true
      },
    }
  }
