import { randomUUID } from 'node:crypto'
import { isRefused, type MakeAction } from './identity-calls.ts'
import { endSessions, isSessionLive } from './identity-model.ts'

export const signOut: MakeAction = ({ post, sessionOf, withSession }) =>
  withSession('sign-out', (access) => ({
    send: () => post('logout', undefined, access),
    explain: (model, sent, own) => {
      sessionOf(model, own).isOver = true
      return sent.status === 204
    },
  }))

export const signOutEverywhere: MakeAction = ({ post, withSession }) =>
  withSession('sign-out everywhere', (access, _account, slot) => ({
    send: () => post('logout', { all: true }, access),
    explain: (model, sent) => {
      endSessions(model, slot)
      return sent.status === 204
    },
  }))

/** Ends any session of the account, the caller's own included; sessions learn their ids from their own lists. */
export const endSession: MakeAction =
  ({ app, bearer, nowMs, sessionOf, withSession }) =>
  async (model, slot, random) => {
    const own = model.sessions.filter((session) => session.slot === slot)
    if (own.length === 0) return undefined
    const { token, access: held } = random.pick(own)
    const newest = bearer(held.at(-1)!.token)
    return withSession('end of a session', (access) => ({
      send: async () => {
        const { status, body } = await app.anonymous.get('/api/auth/sessions/', newest)
        const id = status === 200 ? body.find(({ current }: { current: boolean }) => current).id : randomUUID()
        return { ...(await app.anonymous.delete(`/api/auth/sessions/${id}/`, bearer(access))), isKnown: status === 200 }
      },
      explain: (now, sent) => {
        const ended = sessionOf(now, token)
        if (!('isKnown' in sent && sent.isKnown === true)) return isRefused(sent)
        const wasLive = isSessionLive(now, ended, nowMs())
        ended.isOver = true
        return wasLive && sent.status === 204
      },
    }))(model, slot, random)
  }
