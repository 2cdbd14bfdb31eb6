import { setTimeout as wait } from 'node:timers/promises'
import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import { MINUTE, SECOND } from '../../kernel/durations.ts'
import { ADMIN, type Client, startTestApp, type TestApp } from '../start-test-app.ts'
import { CLIENT } from '../sign-on/registration.ts'
import { createSteppedClock, type SteppedClock } from '../stepped-clock.ts'
import { createRecorder, type Order, type Recorder } from './recorder.ts'
import { createStableValues, type StableValues } from './stable-values.ts'
import { type Simulators, startSimulators } from './start-simulators.ts'

/** A Friday morning. */
const START = '2026-03-06T08:00:00Z'
const FROM = { 'x-forwarded-for': '198.51.100.7', 'user-agent': 'curl/8.14.1' }
const PATIENCE_MS = 20_000
const BETWEEN_LOOKS_MS = 50
/** Less than an access token lives. */
const LONGEST_AREA_MS = 10 * MINUTE
const MOST_IDS = 1_000
export const WEBHOOK_SECRET = 'secret-that-the-automation-server-sends'

export type Person = Client & {
  readonly id: number
  readonly username: string
  readonly password: string
  readonly refresh: string
}
export type World = Omit<Recorder, 'examples' | 'look'> &
  Pick<StableValues, 'hide'> &
  Omit<Simulators, 'stop'> & {
    readonly app: TestApp
    readonly clock: SteppedClock
    /** A new user in a group, signed in. */
    readonly signUp: (username: string, group: string) => Promise<Person>
    readonly signIn: (username: string, password: string) => Promise<Person>
    /** Repeats a read until it answers what the next example needs. */
    readonly until: (operation: string, order: Order, isReady: (body: any) => boolean) => Promise<any>
    /** Gives an area a time and ids of its own, so that what another area sends changes none of its answers. */
    readonly enter: (area: number) => Promise<void>
    readonly examples: Recorder['examples']
    readonly stop: () => Promise<void>
  }

/** The server and what it talks to, with users and simulated systems but nothing stored yet. */
export async function startWorld(): Promise<World> {
  const clock = createSteppedClock(START, (error) => console.error(error))
  const simulators = await startSimulators(clock)
  const app = await startTestApp({ clock, env: environmentOf(simulators) })
  const values = createStableValues(clock.now())
  hideAddresses(values, app, simulators)

  const signIn = async (username: string, password: string): Promise<Person> => {
    const client = await app.signIn(username, password)
    values.hideSecrets(client)
    return { ...client, ...withHeaders(client), username, password }
  }
  let admin = withHeaders(app.admin)
  const recorder = createRecorder(
    () => admin,
    values,
    () => clock.step(SECOND),
  )
  const signUp = async (username: string, group: string): Promise<Person> => {
    const password = values.hide(`initial secret of ${username}`, '<password>')
    const { results } = await recorder.prepare('GET /api/auth/groups/', { query: { search: group } })
    const body = { username, email: `${username}@example.net`, password, groups: [results[0].id] }
    await recorder.prepare('POST /api/auth/management/', { body })
    return signIn(username, password)
  }
  return {
    ...recorder,
    ...simulators,
    hide: values.hide,
    app,
    clock,
    signUp,
    signIn,
    enter: async (area) => {
      const time = new Date(Date.parse(START) + (area + 1) * LONGEST_AREA_MS)
      if (clock.now() >= time) throw new Error('the area before takes too long')
      clock.stepTo(time)
      await continueIdsAt(app, (area + 1) * MOST_IDS)
      admin = await signIn(ADMIN.username, ADMIN.password)
    },
    until: (operation, order, isReady) => until(() => recorder.look(operation, order), isReady),
    stop: async () => {
      await app.stop()
      await simulators.stop()
    },
  }
}

async function continueIdsAt({ app }: TestApp, id: number): Promise<void> {
  const { pool } = app.platform.database
  await pool.query(
    `select setval(format('%I.%I', schemaname, sequencename), $1, false) from pg_sequences where schemaname = 'public'`,
    [id],
  )
}

async function until(look: () => Promise<any>, isReady: (body: any) => boolean): Promise<any> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const body = await look()
    if (isReady(body)) return body
    if (Date.now() > deadline) throw new Error(`never ready: ${JSON.stringify(body).slice(0, 1_000)}`)
    await wait(BETWEEN_LOOKS_MS)
  }
}

const environmentOf = ({ smtp, registry, slapd, provider }: Simulators): Readonly<Record<string, string>> => ({
  SMTP_URL: smtp.url,
  TRUST_PROXY: 'true',
  PUBLIC_URL: 'https://heddle.example.net',
  MIM_REGISTRY_URL: registry.url,
  AUTOMATION_WEBHOOK_SECRET: WEBHOOK_SECRET,
  OIDC_KEYCLOAK_ISSUER: provider.issuer,
  OIDC_KEYCLOAK_CLIENT_ID: CLIENT.id,
  OIDC_KEYCLOAK_CLIENT_SECRET: CLIENT.secret,
  OIDC_KEYCLOAK_LABEL: 'Keycloak',
  ...(slapd && {
    LDAP_ENABLED: 'true',
    LDAP_URL: slapd.url,
    LDAP_STARTTLS: 'true',
    LDAP_CA_FILE: slapd.caFile,
    LDAP_BIND_DN: slapd.bindDn,
    LDAP_BIND_PASSWORD: slapd.bindPassword,
    LDAP_USER_BASE: slapd.userBase,
  }),
})

function hideAddresses(
  { hide }: StableValues,
  app: TestApp,
  { controller, automation, ai, registry, provider }: Simulators,
): void {
  hide(controller.url, 'https://apic1.example.net')
  hide(automation.url, 'https://awx.example.net')
  hide(ai.url, 'https://ai.example.net')
  hide(registry.url, 'https://registry.example.net')
  hide(provider.issuer, 'https://id.example.net/realms/network')
  hide(app.url, 'https://heddle.example.net')
  for (const { port, name } of [
    { port: controller.port, name: 'apic1' },
    { port: automation.port, name: 'awx' },
    { port: ai.port, name: 'ai' },
  ])
    hide(`127.0.0.1:${port}`, `${name}.example.net`)
  hide(DEFAULT_PASSWORD, '<password of the controller>')
  hide(automation.token, '<token of the automation server>')
  hide(ADMIN.password, '<password>')
  hide(WEBHOOK_SECRET, '<webhook secret>')
}

/** The same calls, from an address of the documentation. */
const withHeaders = (client: Client): Client => ({
  get: (path, headers) => client.get(path, { ...FROM, ...headers }),
  delete: (path, headers) => client.delete(path, { ...FROM, ...headers }),
  post: (path, body, headers) => client.post(path, body, { ...FROM, ...headers }),
  put: (path, body, headers) => client.put(path, body, { ...FROM, ...headers }),
  patch: (path, body, headers) => client.patch(path, body, { ...FROM, ...headers }),
})
