import { HOUR, MINUTE } from '../../kernel/durations.ts'
import { isRefused, newPassword, type MakeAction } from './identity-calls.ts'
import { endAll, type IdentityModel, isLive, mailAddressOf, setPassword } from './identity-model.ts'

export const requestReset: MakeAction =
  ({ nowMs, post, mailedToken, forgetMails, named }) =>
  async (model, slot) => {
    const account = model.accounts[slot]!
    const email = mailAddressOf(account)
    // No one else is mailed a link, and a test cannot wait for a mail that never comes.
    if (!account.exists || !account.isActive) return undefined
    await forgetMails()
    return {
      name: named(model, slot, 'reset link'),
      send: async () => ({
        ...(await post('password-reset', { email })),
        mailed: await mailedToken(email, 'reset-password'),
      }),
      explain: (now, { status, mailed }) => status === 200 && addLink(now, slot, mailed, nowMs()),
    }
  }

export const confirm =
  (kind: 'links' | 'codes'): MakeAction =>
  ({ nowMs, post, pickIssued, named }) =>
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
        if (!isKnown || !now.accounts[slot]!.exists || !now.accounts[slot]!.isActive) return isRefused(sent)
        setPassword(now, slot, next)
        return sent.status === 200
      },
    }
  }

export const generateCode: MakeAction = ({ nowMs, manage, byAdmin }) =>
  byAdmin('reset code', (account, slot) => ({
    send: () => manage(account.id, 'generate_reset_code'),
    explain: (model, { body }) => {
      endAll(model.codes, slot)
      model.codes.push({ slot, token: body.code, expiresAtMs: nowMs() + 30 * MINUTE, isOver: false })
    },
  }))

export const adminSetsPassword: MakeAction = ({ manage, byAdmin }) =>
  byAdmin('new password by an administrator', (account, slot) => {
    const next = newPassword()
    return {
      send: () => manage(account.id, 'reset_password', { new_password: next }),
      explain: (model) => setPassword(model, slot, next),
    }
  })

export const adminForcesReset: MakeAction = ({ nowMs, manage, mailedToken, byAdmin }) =>
  byAdmin('forced reset', (account, slot) => ({
    send: async () => {
      const answer = await manage(account.id, 'reset_password', {})
      return account.isActive
        ? { ...answer, mailed: await mailedToken(mailAddressOf(account), 'reset-password') }
        : answer
    },
    explain: (model, { mailed }) => {
      setPassword(model, slot, null)
      addLink(model, slot, mailed, nowMs())
    },
  }))

function addLink(model: IdentityModel, slot: number, token: string | undefined, nowMs: number): boolean {
  endAll(model.links, slot)
  if (token !== undefined) model.links.push({ slot, token, expiresAtMs: nowMs + HOUR, isOver: false })
  return token !== undefined
}
