import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from '../../demo/src/start-program.ts'
import { simulatorUrls, type SimulatorUrls } from '../../demo/src/simulator-urls.ts'
import { ADMIN, NO_THROTTLES } from '@heddle/server/testing/start-test-app.ts'
import { createMemoryGroup } from '@heddle/server/testing/memory-group.ts'
import { copyPostgresTemplate } from '@heddle/server/testing/postgres-template.ts'
import { MIGRATIONS } from '@heddle/server/testing/test-database.ts'
import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import { type Api, apiOf, saveQuery, signIn, succeeded } from '../cluster/harness/api.ts'
import { startProcess } from '../cluster/harness/start-process.ts'
import { standBack } from './stand-back.ts'

/** A job template of the sample automation server, which takes variables. */
const JOB_TEMPLATE = 17

export const ROLES = ['viewer', 'editor', 'operator', 'administrator'] as const
export type Role = (typeof ROLES)[number]
const GROUPS: Readonly<Record<Role, string>> = {
  viewer: 'Viewers',
  editor: 'Editors',
  operator: 'Operators',
  administrator: 'Administrators',
}

export type WorldOptions = {
  /** Embedded unless given. */
  readonly databaseUrl?: string | undefined
  readonly groupMb: number
}

/** Wherever they are free. */
const SIMULATED = ['', 'control-', 'registry-', 'automation-', 'ai-', 'receiver-', 'syslog-', 'otlp-'].flatMap(
  (name) => [`--${name}port`, '0'],
)

/** A server in a process and memory group of its own, simulators, a user of each role and what they work with. */
export type World = Awaited<ReturnType<typeof startWorld>>

export async function startWorld({ databaseUrl, groupMb }: WorldOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-players-'))
  const cleaning: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const clean = async (): Promise<void> => {
    for (const one of cleaning.splice(0).reverse()) await one()
  }
  try {
    const simulators = await startProgram({
      script: 'simulators/src/main.ts',
      args: SIMULATED,
      logFile: join(folder, 'simulators.log'),
      ready: simulatorUrls(),
    })
    cleaning.push(simulators.stop)
    standBack(simulators.pid)
    const database =
      databaseUrl === undefined ? undefined : await copyPostgresTemplate(databaseUrl, MIGRATIONS, { isDurable: true })
    if (database) cleaning.push(database.drop)
    const group = createMemoryGroup(`heddle-players-${process.pid}`, groupMb)
    if (group) cleaning.push(group.remove)
    const starting = () => startServer(folder, database?.url)
    const server = await (group?.inside(starting) ?? starting())
    // What its users left running need not end well.
    cleaning.push(server.kill)
    return {
      server,
      simulators: simulators.announced,
      ...(await furnish(server.url, simulators.announced)),
      stop: clean,
    }
  } catch (error) {
    await clean()
    throw error
  }
}

const startServer = (folder: string, databaseUrl: string | undefined) =>
  startProcess({
    name: 'server',
    role: 'all',
    env: {
      DATA_DIR: join(folder, 'data'),
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      SECRET_KEY: randomBytes(32).toString('base64'),
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      ...NO_THROTTLES,
    },
  })

/** Creates what players use. */
async function furnish(url: string, simulators: SimulatorUrls) {
  const admin = apiOf(url, await signIn(url))
  const players = {} as Record<Role, Player>
  for (const role of ROLES) players[role] = await addPlayer(admin, url, `${role}-1`, role)
  const colleague = await addPlayer(admin, url, 'colleague', 'editor')
  const fabric = { name: 'lab', host: simulators.controller, username: 'admin', password: DEFAULT_PASSWORD }
  const connection: string = succeeded(await admin.post('/api/controller/connections/', fabric)).id
  const small = await saveQuery(admin, connection)
  const large = await saveQuery(admin, connection, { name: 'End points', nodes: [{ id: 'e', class_name: 'fvCEp' }] })
  const template = await addTemplate(admin, simulators)
  return { url, admin, players, colleague, things: { connection, small, large, template } }
}

export type Things = {
  readonly connection: string
  readonly small: string
  readonly large: string
  readonly template: string
}
export type Player = { readonly api: Api; readonly name: string; readonly role: Role; readonly token: string }

async function addPlayer(admin: Api, url: string, username: string, role: Role): Promise<Player> {
  const groups = succeeded(await admin.get('/api/auth/groups/')).results as readonly { id: number; name: string }[]
  const { id } = groups.find(({ name }) => name === GROUPS[role])!
  const account = { username, email: `${username}@example.org`, password: ADMIN.password, groups: [id] }
  succeeded(await admin.post('/api/auth/management/', account))
  const token = await signIn(url, account)
  return { api: apiOf(url, token), name: username, role, token }
}

/** Its columns have every kind of rule that a launch checks. */
async function addTemplate(admin: Api, { automation, automationToken }: SimulatorUrls): Promise<string> {
  const tower = { name: 'tower', base_url: automation, oauth_token: automationToken }
  const connection: string = succeeded(await admin.post('/api/automation/connections/', tower)).id

  const pattern = succeeded(
    await admin.post('/api/automation/regex-patterns/', { name: 'names', pattern: '[a-z][a-z0-9-]{0,60}' }),
  ).id as string
  const template = {
    name: 'Rows',
    automation_connection: connection,
    automation_job_template_id: JOB_TEMPLATE,
    execution_mode: 'bulk',
    schema: [
      { name: 'dn', field_type: 'text', required: true, unique: true },
      { name: 'name', field_type: 'text', regex_pattern: pattern },
      { name: 'note', field_type: 'text' },
    ],
  }
  return succeeded(await admin.post('/api/automation/templates/', template)).id
}
