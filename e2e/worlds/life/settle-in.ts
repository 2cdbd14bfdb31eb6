import { insertUser } from '@heddle/server/features/users/users.store.ts'
import { addToGroups } from '@heddle/server/features/users/groups.store.ts'
import { automationConnectionsFeature } from '@heddle/server/features/automation-connections/index.ts'
import { automationTemplatesFeature } from '@heddle/server/features/automation-templates/index.ts'
import { authFeature } from '@heddle/server/features/auth/index.ts'
import { channelsFeature } from '@heddle/server/features/channels/index.ts'
import { controllerConnectionsFeature } from '@heddle/server/features/controller-connections/index.ts'
import { queriesFeature } from '@heddle/server/features/queries/index.ts'
import { schedulesFeature } from '@heddle/server/features/schedules/index.ts'
import type { Caller } from '@heddle/server/kernel/caller.ts'
import type { WorldProcess } from '../world/world-process.ts'

/** What every world begins with: people, controllers, queries, tasks and channels. */
export type Inhabited = {
  readonly people: readonly Person[]
  /** May view what there is, and shares nothing with the others. */
  readonly stranger: Pick<Person, 'access'>
  readonly connections: readonly string[]
  readonly channel: string
  /** Of automation: in each row, `name` is text. */
  readonly template: string
}
export type Person = { readonly id: number; readonly username: string; readonly query: string; readonly access: string }

export const CONTROLLERS = ['https://apic1.test', 'https://apic2.test']
export const RECEIVER = 'https://receiver.test'
export const AUTOMATION = 'https://automation.test'
/** Requests that all processes together may have at a controller. */
export const PARALLEL = 2
const OPERATOR = { group: 'Operators', isSuperuser: true }
const PEOPLE = [OPERATOR, OPERATOR, OPERATOR]
const STRANGER = { group: 'Viewers', isSuperuser: false }
const NEVER = new AbortController().signal

export async function settleIn(process: WorldProcess): Promise<Inhabited> {
  return process.inside(async () => {
    const people: Person[] = []
    const connections: string[] = []
    let [channel, template] = ['', '']
    for (const [index, rights] of PEOPLE.entries()) {
      const username = `person${index + 1}`
      const { caller, id, access } = await addPerson(process, username, rights)
      if (index === 0) connections.push(...(await addConnections(process, caller)))
      const query = await addQuery(process, caller, connections[index % connections.length]!)
      await addTask(process, caller, query, connections, index)
      if (index === 0) channel = await addChannel(process, caller)
      if (index === 0) template = await addTemplate(process, caller)
      people.push({ id, username, query, access })
    }
    const stranger = await addPerson(process, 'stranger', STRANGER)
    return { people, stranger: { access: stranger.access }, connections, channel, template }
  })
}

async function addPerson({ running }: WorldProcess, username: string, { group, isSuperuser }: typeof STRANGER) {
  const { platform, features } = running!
  const { database } = platform
  const at = platform.clock.now()
  const person = { username, email: `${username}@heddle.test`, dateJoined: at, updatedAt: at, isSuperuser }
  const id = await insertUser(database.db, person)
  await addToGroups(database.db, id, [group])
  const { sessions } = features.of(authFeature)
  const { access } = await database.transaction((tx) => sessions.start(tx, id))
  const caller = await sessions.authenticate(access)
  return { id, access, caller: caller! }
}

async function addConnections({ running }: WorldProcess, caller: Caller): Promise<string[]> {
  const connections = running!.features.of(controllerConnectionsFeature)
  const ids: string[] = []
  for (const [index, host] of CONTROLLERS.entries()) {
    const body = {
      name: `dc${index + 1}`,
      host,
      username: 'admin',
      password: 'secret',
      max_parallel_requests: PARALLEL,
    }
    const { id } = (await connections.create(caller, { body, faults: {} })) as unknown as { id: string }
    ids.push(id)
  }
  return ids
}

async function addQuery({ running }: WorldProcess, caller: Caller, connection: string): Promise<string> {
  const { queries } = running!.features.of(queriesFeature)
  const node = { id: 't', class_name: 'fvTenant', is_primary: true, properties: ['name'], filters: [] }
  const { row } = await queries.create(caller, {
    ...{ name: `query of ${caller.username}`, controller_connection: connection, nodes: [node], edges: [] },
  })
  return row.id
}

async function addTask(
  { running }: WorldProcess,
  caller: Caller,
  query: string,
  connections: readonly string[],
  index: number,
): Promise<void> {
  const { schedules } = running!.features.of(schedulesFeature)
  const body = {
    name: `task ${index + 1}`,
    saved_query: query,
    controller_connections: index === 0 ? [...connections] : [connections[index % connections.length]!],
    schedule_type: 'interval' as const,
    interval_minutes: 1,
    capture_snapshot: index === 1,
  }
  await schedules.create(caller, { body, faults: {} }, { signal: NEVER })
}

async function addChannel({ running }: WorldProcess, caller: Caller): Promise<string> {
  const { channels } = running!.features.of(channelsFeature)
  const { id } = await channels.create(caller, { name: 'news', type: 'webhook', target: `${RECEIVER}/hook` })
  return id
}

async function addTemplate({ running }: WorldProcess, caller: Caller): Promise<string> {
  const connections = running!.features.of(automationConnectionsFeature)
  const { templates } = running!.features.of(automationTemplatesFeature)
  const server = { name: 'automation', base_url: AUTOMATION, oauth_token: 'secret' }
  const { id } = await connections.create(caller, { body: server, faults: {} })
  const body = {
    name: 'rows',
    automation_connection: id,
    automation_job_template_id: 17,
    execution_mode: 'per_row' as const,
    schema: [{ name: 'name', field_type: 'text' as const, required: true }],
  }
  const { row } = await templates.create(caller, { body, faults: {} })
  return row.id
}
