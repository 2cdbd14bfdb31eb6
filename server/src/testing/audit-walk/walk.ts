import { type ControllerSimulator, startController } from '@heddle/simulators/controller/start-controller.ts'
import type { AuditAction } from '@heddle/domain/audit/actions.ts'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { type Slapd, slapdPath, startSlapd } from '../slapd.ts'
import { addSmallFabric } from '../small-fabric.ts'
import { startSmtpServer, type TestSmtpServer } from '../smtp-server.ts'
import { type Answer, type Client, startTestApp, type TestApp } from '../start-test-app.ts'

type Person = { readonly username: string; readonly id: number | null }
/** A successful call, and the audit entry it must leave. */
export type Called = {
  readonly answer: Answer
  readonly action: AuditAction
  readonly by: Person
  readonly target: string | number | null
}
export type Scenario = () => Promise<Called>

export const ADDRESS = '198.51.100.7'
/** A distinct address, so that an entry shows whether it has the caller's. */
export const FROM = { 'x-forwarded-for': ADDRESS }

export let app: TestApp
let smtp: TestSmtpServer
export let slapd: Slapd | undefined
export let controller: ControllerSimulator
export let admin: Client & Person
export const WEBHOOK_SECRET = 'webhook-secret-of-the-walk'

export type WalkNeeds = {
  readonly directory: boolean
  /** Further settings. */
  readonly env?: Readonly<Record<string, string>> | undefined
}

/**
 * Starts everything a scenario may need. Scenarios are defined before anything is started, so they read these
 * variables.
 */
export async function startWalk({ directory, env: more = {} }: WalkNeeds): Promise<void> {
  secrets.clear()
  smtp = await startSmtpServer()
  controller = await startController()
  addSmallFabric(controller.store)
  slapd = directory && slapdPath !== undefined ? await startSlapd() : undefined
  // Nothing listens there: imports start, and fail.
  const env = {
    SMTP_URL: smtp.url,
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'trace',
    MIM_REGISTRY_URL: 'http://127.0.0.1:9',
    AUTOMATION_WEBHOOK_SECRET: hush(WEBHOOK_SECRET),
  }
  app = sendingUnknownFields(await startTestApp({ env: { ...env, ...directoryEnv(), ...more } }))
  admin = { ...app.admin, username: 'admin' }
  hush(app.admin.access)
  hush(app.admin.refresh)
}

export async function stopWalk(): Promise<void> {
  await app.stop()
  await slapd?.stop()
  await controller.close()
  await smtp.stop()
}

/** The same app, whose users send a field that no route knows with every body: it must be stored nowhere. */
function sendingUnknownFields(plain: TestApp): TestApp {
  const unknown = { unknown_field: hush('value-of-an-unknown-field') }
  // The audit settings refuse unknown fields.
  const extended = (path: string, body: unknown) =>
    typeof body === 'object' && body !== null && path !== '/api/audit/settings/' ? { ...body, ...unknown } : body
  const talkative = <C extends Client>(client: C): C => ({
    ...client,
    post: (path, body, headers) => client.post(path, extended(path, body), headers),
    put: (path, body, headers) => client.put(path, extended(path, body), headers),
    patch: (path, body, headers) => client.patch(path, extended(path, body), headers),
  })
  const signIn: TestApp['signIn'] = async (...credentials) => talkative(await plain.signIn(...credentials))
  return { ...plain, admin: talkative(plain.admin), signIn }
}

const directoryEnv = (): Record<string, string> =>
  slapd
    ? {
        LDAP_ENABLED: 'true',
        LDAP_URL: slapd.url,
        LDAP_STARTTLS: 'true',
        LDAP_CA_FILE: slapd.caFile,
        LDAP_BIND_DN: slapd.bindDn,
        LDAP_BIND_PASSWORD: hush(slapd.bindPassword),
        LDAP_USER_BASE: slapd.userBase,
      }
    : {}

/** Everything that must appear in neither the log nor the database. */
export const secrets = new Set<string>()
let created = 0
/** A number unique in this test file. */
export const another = (): number => ++created
export function hush<Text extends string>(secret: Text): Text {
  secrets.add(secret)
  return secret
}
export const newPassword = (): string => hush(`walk-secret-${++created}-of-the-tests`)

export type User = Client & {
  readonly username: string
  readonly id: number
  readonly email: string
  readonly password: string
  readonly access: string
  readonly refresh: string
}
export async function newUser(): Promise<User> {
  const [username, password] = [`walker-${++created}`, newPassword()]
  const email = `${username}@example.org`
  await expectOk(
    app.admin.post('/api/auth/management/', { username, email, password, groups: await groupIds('Operators') }),
  )
  const client = await app.signIn(username, password)
  hush(client.access)
  hush(client.refresh)
  return { ...client, username, email, password }
}

export async function newUserWithFactor(): Promise<User & { secret: string; backupCodes: string[] }> {
  const user = await newUser()
  const { secret } = (await expectOk(user.post('/api/auth/mfa/setup/'))).body
  const { body } = await expectOk(user.post('/api/auth/mfa/verify/', { code: codeOf(secret) }))
  return { ...user, secret: hush(secret), backupCodes: body.backup_codes.map(hush) }
}
export const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

export async function expectOk(sent: Promise<Answer>): Promise<Answer> {
  const answer = await sent
  expect(answer.status, answer.text).toBeLessThan(400)
  return answer
}
async function groupIds(name: string): Promise<number[]> {
  const { body } = await app.admin.get(`/api/auth/groups/?search=${name}`)
  return body.results.map(({ id }: { id: number }) => id)
}
export async function mailedToken(address: string): Promise<string> {
  for (;;) {
    const mail = await smtp.nextMail()
    const link = /https?:\/\/\S+token=\S+/.exec(mail.text)?.[0]
    if (!mail.to.includes(address) || !link) continue
    const token = new URL(link).searchParams.get('token')!
    hush(token.split(':').at(-1)!)
    return token
  }
}

/** A call by a user about their own account. */
export const own =
  (action: AuditAction, call: (user: User) => Promise<Answer>, { target = true } = {}): Scenario =>
  async () => {
    const user = await newUser()
    return { answer: await call(user), action, by: user, target: target ? user.id : null }
  }

/** A call by the administrator about another account. */
export const managed =
  (action: AuditAction, call: (user: User) => Promise<Answer>): Scenario =>
  async () => {
    const user = await newUser()
    return { answer: await call(user), action, by: admin, target: user.id }
  }

export async function newGroup(): Promise<number> {
  return (await expectOk(app.admin.post('/api/auth/groups/', { name: `group ${++created}` }))).body.id
}
export const grouped =
  (action: AuditAction, call: (id: number) => Promise<Answer>): Scenario =>
  async () => {
    const id = await newGroup()
    return { answer: await call(id), action, by: admin, target: id }
  }

/**
 * A call about an object that is created first. `targetOf` reads the target from the response if the call creates
 * another.
 */
export const about =
  <Id extends string | number>(
    make: () => Promise<Id>,
    action: AuditAction,
    call: (id: Id) => Promise<Answer>,
    targetOf?: (answer: Answer) => Id,
  ): Scenario =>
  async () => {
    const id = await make()
    const answer = await call(id)
    return { answer, action, by: admin, target: targetOf ? targetOf(answer) : id }
  }
export const idOf = ({ body }: Answer) => body.id
export const nothing = async (): Promise<string> => ''
