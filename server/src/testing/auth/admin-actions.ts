import { newAddress, newPassword, type MakeAction } from './identity-calls.ts'
import { endAll, endSessions, type IdentityModel, removeAccount } from './identity-model.ts'

export const adminDisablesMfa: MakeAction = ({ manage, byAdmin }) =>
  byAdmin('mfa disable by an administrator', (account, slot) => ({
    send: () => manage(account.id, 'disable_mfa'),
    explain: (model) => {
      Object.assign(model.accounts[slot]!, { factor: null, backupCodes: [] })
      endSessions(model, slot)
    },
  }))

export const adminEndsSessions: MakeAction = ({ manage, byAdmin }) =>
  byAdmin('end of all sessions by an administrator', (account, slot) => ({
    send: () => manage(account.id, 'end_sessions'),
    explain: (model) => endSessions(model, slot),
  }))

const shutOut = (model: IdentityModel, slot: number): void => {
  model.accounts[slot]!.isActive = false
  endSessions(model, slot)
  endAll(model.links, slot)
  endAll(model.codes, slot)
}

export const deactivate: MakeAction = ({ manage, byAdmin }) =>
  byAdmin('deactivation', (account, slot) => ({
    send: () => manage(account.id, 'deactivate'),
    explain: (model) => shutOut(model, slot),
  }))

export const patchInactive: MakeAction = ({ asAdmin, byAdmin }) =>
  byAdmin('deactivation by change', (account, slot) => ({
    send: async () => (await asAdmin()).patch(`/api/auth/management/${account.id}/`, { is_active: false }),
    explain: (model) => shutOut(model, slot),
  }))

export const activate: MakeAction = ({ manage, byAdmin }) =>
  byAdmin('activation', (account, slot) => ({
    send: () => manage(account.id, 'activate'),
    explain: (model) => void (model.accounts[slot]!.isActive = true),
  }))

export const remove: MakeAction = ({ asAdmin, byAdmin }) =>
  byAdmin('deletion', (account, slot) => ({
    send: async () => (await asAdmin()).delete(`/api/auth/management/${account.id}/`),
    explain: (model) => removeAccount(model, slot),
  }))

/** Reuses the name of the deleted account, if there was one. */
export const create: MakeAction =
  ({ asAdmin, named }) =>
  async (model, slot) => {
    const { username, exists } = model.accounts[slot]!
    if (exists) return undefined
    const [email, password] = [newAddress('mail'), newPassword()]
    return {
      name: named(model, slot, 'creation'),
      send: async () => (await asAdmin()).post('/api/auth/management/', { username, email, password }),
      explain: (now, { status, body }) => {
        const fresh = {
          emailRevision: now.accounts[slot]!.emailRevision + 1,
          factor: null,
          backupCodes: [],
          idleMinutes: 0,
        }
        now.accounts[slot] = {
          id: body.id,
          exists: true,
          username,
          email,
          formerEmail: null,
          password,
          isActive: true,
          ...fresh,
        }
        return status === 201
      },
    }
  }
