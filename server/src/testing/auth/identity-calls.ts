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
type Now = () => number
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

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** What all actions call the server with. */
export function createIdentityCalls({ app, clock, smtp }: World) {
  const nowMs = (): number => clock.now().getTime()
  const post = (path: string, body?: unknown, token?: string): Promise<Answer> =>
    app.anonymous.post(`/api/auth/${path}/`, body, { ...fromElsewhere(), ...(token !== undefined && bearer(token)) })
  const administrator = new Administrator(app, post, nowMs)
  const asAdmin = (): Promise<AdminClient> => administrator.client()

  return {
    app,
    clock,
    nowMs,
    bearer,
    post,
    asAdmin,
    manage: async (id: number, action: string, body?: unknown) =>
      (await asAdmin()).post(`/api/auth/management/${id}/${action}/`, body),
    mailedToken: (address: string, page: string) => mailedToken(smtp, address, page),
    /** Few mails per recipient and hour are sent; these sequences are about what their links do. */
    forgetMails: async (): Promise<void> => {
      await app.app.platform.database.pool.query(`delete from counted_events where subject like '%-mail:%'`)
    },
    stepNow: (): number => Math.floor(nowMs() / STEP_MS),
    codeOf: (secret: string): string =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs() }),
    addSession: (model: IdentityModel, slot: number, login: Answer['body']) => addSession(model, slot, login, nowMs()),
    pickIssued: <One extends { isOver: boolean; expiresAtMs: number }>(own: readonly One[], random: Random): One =>
      pickIssued(own, random, nowMs()),
    named,
    sessionOf,
    withSession: (what: string, call: CallOfSession): Builder => withSession(nowMs, what, call),
    byAdmin,
  }
}

type Post = (path: string, body?: unknown) => Promise<Answer>
type AdminClient = Pick<Client, 'post' | 'patch' | 'delete'>

/** Logs in once a week, and refreshes as a browser does. */
class Administrator {
  readonly #app: TestApp
  readonly #post: Post
  readonly #nowMs: Now
  #tokens: { access: string; refresh: string; loggedInMs: number; issuedMs: number } | undefined

  constructor(app: TestApp, post: Post, nowMs: Now) {
    this.#app = app
    this.#post = post
    this.#nowMs = nowMs
  }

  async client(): Promise<AdminClient> {
    const header = bearer(await this.#access())
    const { anonymous } = this.#app
    return {
      post: (path, body) => anonymous.post(path, body, header),
      patch: (path, body) => anonymous.patch(path, body, header),
      delete: (path) => anonymous.delete(path, header),
    }
  }

  async #access(): Promise<string> {
    const now = this.#nowMs()
    const known = this.#tokens
    if (!known || now - known.loggedInMs > 6 * DAY) {
      const { access, refresh } = (await this.#post('login', ADMIN)).body
      this.#tokens = { access, refresh, loggedInMs: now, issuedMs: now }
      return access
    }
    if (now - known.issuedMs < ACCESS_MS / 2) return known.access
    const { access } = (await this.#post('token/refresh', { refresh: known.refresh })).body
    this.#tokens = { ...known, access, issuedMs: now }
    return access
  }
}

async function mailedToken(smtp: TestSmtpServer, address: string, page: string): Promise<string> {
  for (;;) {
    const mail = await smtp.nextMail()
    const link = new RegExp(`https?://\\S*${page}\\S*`).exec(mail.text)?.[0]
    if (mail.to.includes(address) && link) return new URL(link).searchParams.get('token')!
  }
}

function addSession(model: IdentityModel, slot: number, { access, refresh }: Answer['body'], now: number): true {
  model.sessions.push({
    slot,
    token: refresh,
    access: [{ token: access, expiresAtMs: now + ACCESS_MS }],
    refreshes: [{ token: refresh, generation: 0 }],
    replacedAtMs: [],
    expiresAtMs: now + 7 * DAY,
    lastSeenMs: now,
    isOver: false,
  })
  return true
}

/** Prefers live ones and those ended early, over those that merely expired: they tell the most. */
function pickIssued<One extends { isOver: boolean; expiresAtMs: number }>(
  own: readonly One[],
  random: Random,
  now: number,
): One {
  const young = own.filter(({ expiresAtMs }) => now < expiresAtMs)
  const [live, ended] = [young.filter(({ isOver }) => !isOver), young.filter(({ isOver }) => isOver)]
  const wanted = random.chance(0.5) ? [live, ended, own] : [ended.slice(-2), live, own]
  return random.pick(wanted.find(({ length }) => length > 0)!)
}

const named = (model: IdentityModel, slot: number, what: string): string =>
  `${what} of ${model.accounts[slot]!.username}`
const sessionOf = (model: IdentityModel, token: string): Session =>
  model.sessions.find((session) => session.token === token)!

type CallOfSession = (access: string, account: Account, slot: number) => SessionCall

/** A call with the newest access token of a session; prefers live sessions, or hardly any call would succeed. */
function withSession(nowMs: Now, what: string, call: CallOfSession): Builder {
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
