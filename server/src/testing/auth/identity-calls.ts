import type { Random } from '@heddle/domain/testing/random.ts'
import { Secret, TOTP } from 'otpauth'
import { DAY, MINUTE, SECOND } from '../../kernel/durations.ts'
import type { ManualClock } from '../manual-clock.ts'
import type { TestSmtpServer } from '../smtp-server.ts'
import { ADMIN, type Answer, type Client, type TestApp } from '../start-test-app.ts'
import { type Account, type IdentityModel, isAccessLive, type Session } from './identity-model.ts'

/** A call, and whether the model allows its response; `explain` updates the model. */
export type Action = {
  readonly name: string
  readonly send: () => Promise<Sent>
  readonly explain: (model: IdentityModel, sent: Sent) => boolean
}
export type Sent = { readonly status: number; readonly body: Answer['body']; readonly mailed?: string }
type SessionCall = {
  readonly send: () => Promise<Sent>
  readonly explain: (model: IdentityModel, sent: Sent, session: string) => boolean
}
type AdminCall = { readonly send: () => Promise<Sent>; readonly explain: (model: IdentityModel, sent: Sent) => void }
/** Undefined if the model has nothing to call it with. */
export type Builder = (model: IdentityModel, slot: number, random: Random) => Promise<Action | undefined>

export type World = { readonly app: TestApp; readonly clock: ManualClock; readonly smtp: TestSmtpServer }

type IdentityCalls = ReturnType<typeof createIdentityCalls>
export type MakeAction = (calls: IdentityCalls) => Builder

export const ACCESS_MS = 15 * MINUTE
const STEP_MS = 30 * SECOND
let secrets = 0
let addresses = 0

export const newPassword = (): string => `long enough secret ${++secrets}`
export const newAddress = (name: string): string => `${name}-${++secrets}@example.org`
export const isRefused = ({ status }: Sent): boolean => status >= 400 && status < 500
/** A new address each time, to stay clear of limits per address. */
const fromElsewhere = () => ({ 'x-forwarded-for': `10.2.${Math.floor(++addresses / 250)}.${addresses % 250}` })

/** What all actions call the server with. */
export function createIdentityCalls({ app, clock, smtp }: World) {
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
      admin = {
        ...admin,
        access: (await post('token/refresh', { refresh: admin.refresh })).body.access,
        issuedMs: nowMs(),
      }
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

  /** Few mails per recipient and hour are sent; these sequences are about what their links do. */
  const forgetMails = async (): Promise<void> => {
    await app.app.platform.database.pool.query(`delete from counted_events where subject like '%-mail:%'`)
  }

  const stepNow = (): number => Math.floor(nowMs() / STEP_MS)
  const codeOf = (secret: string): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs() })

  function addSession(model: IdentityModel, slot: number, { access, refresh }: Answer['body']): true {
    const expiresAtMs = nowMs() + 7 * DAY
    const first = { token: access, expiresAtMs: nowMs() + ACCESS_MS }
    const refreshes = [{ token: refresh, generation: 0 }]
    const session = {
      slot,
      token: refresh,
      access: [first],
      refreshes,
      replacedAtMs: [],
      expiresAtMs,
      lastSeenMs: nowMs(),
      isOver: false,
    }
    model.sessions.push(session)
    return true
  }

  /** Prefers live ones and those ended early, over those that merely expired: they tell the most. */
  function pickIssued<One extends { isOver: boolean; expiresAtMs: number }>(own: readonly One[], random: Random): One {
    const young = own.filter(({ expiresAtMs }) => nowMs() < expiresAtMs)
    const [live, ended] = [young.filter(({ isOver }) => !isOver), young.filter(({ isOver }) => isOver)]
    const wanted = random.chance(0.5) ? [live, ended, own] : [ended.slice(-2), live, own]
    return random.pick(wanted.find(({ length }) => length > 0)!)
  }

  const named = (model: IdentityModel, slot: number, what: string): string =>
    `${what} of ${model.accounts[slot]!.username}`
  const sessionOf = (model: IdentityModel, token: string): Session =>
    model.sessions.find((session) => session.token === token)!

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
  const manage = async (id: number, action: string, body?: unknown) =>
    (await asAdmin()).post(`/api/auth/management/${id}/${action}/`, body)

  return {
    app,
    clock,
    nowMs,
    bearer,
    post,
    asAdmin,
    manage,
    mailedToken,
    forgetMails,
    stepNow,
    codeOf,
    addSession,
    pickIssued,
    named,
    sessionOf,
    withSession,
    byAdmin,
  }
}
