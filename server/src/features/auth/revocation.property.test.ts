import { type Random, seededRandom } from '@heddle/domain/testing/random.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MINUTE } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { startSmtpServer, type TestSmtpServer } from '../../testing/smtp-server.ts'
import { ADMIN, startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { createIdentityActions, type IdentityActions } from '../../testing/auth/identity-actions.ts'
import type { Action, Builder } from '../../testing/auth/identity-calls.ts'
import { type IdentityModel, isAccessLive, isReused, isSessionLive } from '../../testing/auth/identity-model.ts'

/** `REVOCATION_SEED=7` repeats the sequence that a failure named; `REVOCATION_STEPS` makes it longer. */
const { REVOCATION_SEED, REVOCATION_STEPS, TEST_DATABASE_URL } = process.env
// Four seeds are enough to race every pair, and on a server is where pairs really race.
const SEEDS = REVOCATION_SEED ? [Number(REVOCATION_SEED)] : TEST_DATABASE_URL ? [1, 2, 3, 4] : [1]
const STEPS = Number(REVOCATION_STEPS ?? 18)
const RACE_EVERY = 3
const SLOTS = 3

const clock = createManualClock('2026-03-02T09:00:00Z')
let smtp: TestSmtpServer
let app: TestApp
let actions: IdentityActions
beforeAll(async () => {
  smtp = await startSmtpServer()
  // The sequences include wrong passwords, and the lockout would hide their normal response.
  app = await startTestApp({ clock, env: { SMTP_URL: smtp.url, TRUST_PROXY: 'true', LOGIN_LOCKOUT_FAILURES: '0' } })
  actions = createIdentityActions({ app, clock, smtp })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

/** Creating tokens is more frequent than ending them, or there would never be one to end. */
const weighted = (): Builder[] => [
  ...Array<Builder>(6).fill(actions.login),
  ...Array<Builder>(5).fill(actions.mfaLogin),
  ...Array<Builder>(3).fill(actions.wait),
  ...Array<Builder>(6).fill(actions.refresh),
  ...Array<Builder>(2).fill(actions.enableMfa),
  ...Array<Builder>(2).fill(actions.requestReset),
  ...Array<Builder>(2).fill(actions.generateCode),
  ...Array<Builder>(2).fill(actions.activate),
  ...Array<Builder>(4).fill(actions.create),
  ...Object.values(actions),
]

/** Pairs of calls that race on one account. */
const races = (): [Builder, Builder][] => [
  [actions.login, actions.deactivate],
  [actions.login, actions.remove],
  [actions.login, actions.adminSetsPassword],
  [actions.login, actions.changePassword],
  [actions.login, actions.resetByLink],
  [actions.mfaLogin, actions.mfaLogin],
  [actions.mfaLogin, actions.changePassword],
  [actions.mfaLogin, actions.deactivate],
  [actions.mfaLogin, actions.adminDisablesMfa],
  [actions.mfaLogin, actions.resetByCode],
  [actions.refresh, actions.refresh],
  [actions.refresh, actions.deactivate],
  [actions.refresh, actions.signOut],
  [actions.refresh, actions.signOutEverywhere],
  [actions.login, actions.signOutEverywhere],
  [actions.mfaLogin, actions.enableMfa],
  [actions.login, actions.enableMfa],
  [actions.login, actions.adminEndsSessions],
  [actions.resetByLink, actions.resetByLink],
  [actions.resetByLink, actions.changePassword],
  [actions.resetByLink, actions.deactivate],
  [actions.resetByLink, actions.adminSetsPassword],
  [actions.changePassword, actions.changePassword],
  [actions.changePassword, actions.deactivate],
]

let sequences = 0
function emptyModel(): IdentityModel {
  const prefix = `s${++sequences}`
  const factor = null
  const accounts = Array.from({ length: SLOTS }, (_, slot) => ({
    ...{
      id: 0,
      exists: false,
      username: `${prefix}-${'abc'[slot]}`,
      email: '',
      formerEmail: null,
      emailRevision: 0,
      password: null,
      isActive: false,
    },
    ...{ factor, backupCodes: [], idleMinutes: 0 },
  }))
  return { accounts, sessions: [], challenges: [], links: [], codes: [], verifications: [] }
}

/** The models that remain possible after one response, or after two in either order. */
async function perform(model: IdentityModel, done: readonly Action[]): Promise<IdentityModel[]> {
  const sent = await Promise.all(done.map(({ send }) => send()))
  const orders = done.length === 1 ? [[0]] : [[0, 1], [1, 0]] // prettier-ignore
  const possible = orders.flatMap((order) => {
    const copy = structuredClone(model)
    return order.every((index) => done[index]!.explain(copy, sent[index]!)) ? [copy] : []
  })
  if (possible.length === 0)
    throw new Error(`unexpected: ${done.map(({ name }, index) => `${name} was ${sent[index]!.status}`).join(', ')}`)
  return possible
}

/**
 * Tries every token ever issued, except refresh tokens whose use would end their session, and keeps the model that
 * predicted every response.
 */
async function probe([model, ...others]: IdentityModel[]): Promise<IdentityModel> {
  const nowMs = clock.now().getTime()
  const mayEnd = (index: number, token: string): boolean =>
    [model!, ...others].some(({ sessions }) => isReused(sessions[index]!, token, nowMs))
  const tries = model!.sessions.flatMap(({ refreshes, access }, index) => [
    ...refreshes
      .filter(({ token }) => !mayEnd(index, token))
      .map(({ token }, number) => ({
        what: `refresh ${index}.${number}`,
        send: () => refresh(token),
        expected: (one: IdentityModel) => isSessionLive(one, one.sessions[index]!, nowMs),
      })),
    ...access.map((held, number) => ({
      what: `access ${index}.${number}`,
      send: () => profile(held.token),
      expected: (one: IdentityModel) => isAccessLive(one, one.sessions[index]!, held.token, nowMs),
    })),
  ])
  const answers = await Promise.all(tries.map(async (one) => ({ ...one, isUsable: await one.send() })))
  const mistakes = (one: IdentityModel) =>
    answers
      .filter(({ isUsable, expected }) => isUsable !== expected(one))
      .map(({ what, isUsable }) => `${what} ${isUsable ? 'is usable' : 'is dead'}`)
  const right = [model!, ...others].find((one) => mistakes(one).length === 0)
  if (!right) throw new Error(mistakes(model!).join(', '))
  for (const session of right.sessions) {
    if (session.access.some(({ token }) => isAccessLive(right, session, token, nowMs))) session.lastSeenMs = nowMs
  }
  return right
}
const refresh = async (token: string) =>
  (await app.anonymous.post('/api/auth/token/refresh/', { refresh: token })).status === 200
const profile = async (token: string) =>
  (await app.anonymous.get('/api/auth/profile/', { authorization: `Bearer ${token}` })).status === 200

type Run = { model: IdentityModel; readonly log: string[] }

async function step(run: Run, slot: number, random: Random, builders: readonly Builder[]): Promise<void> {
  const built: Action[] = []
  for (const build of builders) {
    const action = await build(run.model, slot, random)
    if (action) built.push(action)
  }
  if (built.length === 0) return
  run.log.push(built.map(({ name }) => name).join('  ||  '))
  run.model = await probe(await perform(run.model, built))
}

/** Prepares an account with every kind of unfinished link, code and login. */
async function openAll(run: Run, slot: number, random: Random, hasFactor: boolean): Promise<void> {
  const login = [actions.login, actions.login]
  const account = [actions.create, actions.activate, actions.adminSetsPassword, actions.adminDisablesMfa, ...login]
  const proofs = [actions.requestReset, actions.generateCode]
  for (const builder of [...account, ...(hasFactor ? [actions.enableMfa, ...login] : []), ...proofs])
    await step(run, slot, random, [builder])
}

async function explore(run: Run, seed: number): Promise<void> {
  const random = seededRandom(seed)
  const [all, pairs] = [weighted(), races()]
  // Continues where the previous seed stopped, so that every pair is raced.
  let race = seed * Math.floor(STEPS / RACE_EVERY)
  for (let count = 0; count < STEPS; count++) {
    const slot = random.below(SLOTS)
    if (count % RACE_EVERY === RACE_EVERY - 1) {
      const pair = pairs[race++ % pairs.length]!
      await openAll(run, slot, random, pair.includes(actions.mfaLogin))
      await step(run, slot, random, random.chance(0.5) ? pair : pair.toReversed())
      // What the race ended must stay ended when the account is activated again.
      await step(run, slot, random, [actions.activate])
      await spendAll(run, slot, random)
    } else await step(run, slot, random, [random.pick(all)])
  }
  for (let slot = 0; slot < SLOTS; slot++) await spendAll(run, slot, random)
}

/** Single-use proofs are tried at chosen moments only, because trying uses them up. */
async function spendAll(run: Run, slot: number, random: Random): Promise<void> {
  for (const builder of [
    actions.mfaLogin,
    actions.mfaLogin,
    actions.resetByCode,
    actions.resetByLink,
    actions.openVerification,
  ]) {
    await step(run, slot, random, [builder])
  }
}

it.each(SEEDS)(
  'no sequence of identity calls leaves a revoked token usable, or ends a valid one (seed %i)',
  { timeout: 240_000 },
  async (seed) => {
    const run: Run = { model: emptyModel(), log: [] }

    const failure = await explore(run, seed).catch((error: unknown) => error)

    const sequence = run.log.map((line, index) => `${index + 1}. ${line}`).join('\n')
    expect(
      failure,
      `REVOCATION_SEED=${seed}\n${sequence}\n${failure instanceof Error ? failure.stack : ''}`,
    ).toBeUndefined()
  },
)

it('ends an idle session permanently, even if its user lifts the limit later', async () => {
  const admin = await app.signIn(ADMIN.username, ADMIN.password)
  const [username, password] = ['idler', 'a long enough secret']
  await admin.post('/api/auth/management/', { username, email: 'idler@example.org', password })
  const forgotten = await app.signIn(username, password)
  await forgotten.post('/api/auth/session-timeout/', { minutes: 15 })
  await clock.leap(20 * MINUTE)
  expect(await refresh(forgotten.refresh)).toBe(false)

  const later = await app.signIn(username, password)
  await later.post('/api/auth/session-timeout/', { minutes: 0 })

  expect(await refresh(forgotten.refresh)).toBe(false)
})
