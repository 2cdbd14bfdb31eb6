import { apiTokensFeature } from '@heddle/server/features/api-tokens/index.ts'
import { authFeature } from '@heddle/server/features/auth/index.ts'
import { automationFeature } from '@heddle/server/features/automation/index.ts'
import { channelsFeature } from '@heddle/server/features/channels/index.ts'
import { executionsFeature } from '@heddle/server/features/executions/index.ts'
import { queriesFeature } from '@heddle/server/features/queries/index.ts'
import type { Occurrence } from '@heddle/domain/channel/occurrence.ts'
import type { Caller } from '@heddle/server/kernel/caller.ts'
import { Forbidden } from '@heddle/server/kernel/errors.ts'
import type { Random } from '../virtual/random.ts'
import type { World } from '../world/world.ts'
import type { Running, WorldProcess } from '../world/world-process.ts'
import type { Inhabited, Person } from './settle-in.ts'

/** What the product has confirmed to somebody: it must hold, whatever happens afterwards. */
export type Ledger = {
  readonly runs: Map<string, Person>
  readonly cancelled: Set<string>
  readonly messages: Set<string>
  /** Requests of automation. */
  readonly launches: Set<string>
  readonly names: Map<string, string>
  /** Access tokens of sessions that have ended. */
  readonly ended: Set<string>
  /** API tokens that were deleted. */
  readonly deleted: Set<string>
}

const newLedger = (): Ledger => ({
  ...{ runs: new Map(), cancelled: new Set(), messages: new Set(), names: new Map(), ended: new Set() },
  ...{ deleted: new Set(), launches: new Set() },
})

/** What nobody may ever get. */
class Wrong extends Error {}

type Place = { readonly ledger: Ledger; readonly random: Random; readonly inhabited: Inhabited }
type Act = (running: Running, person: Person, place: Place) => Promise<string>

const NEVER = new AbortController().signal

/** People who use the product through whatever process they reach, and note what it confirms. */
export class People {
  readonly ledger = newLedger()
  readonly #world: World
  readonly #inhabited: Inhabited
  readonly #processes: () => readonly WorldProcess[]
  readonly #random: Random
  #last = 0

  constructor(world: World, inhabited: Inhabited, processes: () => readonly WorldProcess[]) {
    this.#world = world
    this.#inhabited = inhabited
    this.#processes = processes
    this.#random = world.random.fork('people')
  }

  /** One of them does something, if there is a process to do it with. */
  act(): void {
    const running = this.#processes().filter((one) => one.running && !one.isDead())
    if (running.length === 0) return
    const process = this.#random.pick(running)
    const person = this.#random.pick(this.#inhabited.people)
    const [name, act] = this.#random.pick(ACTS)
    const who = `${person.username}#${(this.#last += 1)}`
    const place = { ledger: this.ledger, random: this.#random, inhabited: this.#inhabited }
    const acting = process.inside(() => act(process.running!, person, place))
    acting.then(
      (what) => this.#world.note(who, `${name} at ${process.name}: ${what}`),
      (error: unknown) => {
        this.#world.note(who, `${name} at ${process.name} failed: ${String(error).slice(0, 200)}`)
        if (error instanceof Wrong) this.#world.fault(`${who}: ${error.message}`)
      },
    )
  }
}

async function callerOf({ features }: Running, { access }: Pick<Person, 'access'>): Promise<Caller> {
  const caller = await features.of(authFeature).sessions.authenticate(access)
  if (!caller) throw new Error('the session is refused')
  return caller
}

const runQuery: Act = async (running, person, { ledger }) => {
  const { runs } = running.features.of(executionsFeature)
  const caller = await callerOf(running, person)
  const { execution_id } = await runs.executeInBackground(caller, person.query, {}, NEVER)
  ledger.runs.set(execution_id, person)
  return execution_id
}

/** More at once than a user may have. */
const runMany: Act = async (running, person, place) => {
  for (let index = 0; index < 5; index += 1) await runQuery(running, person, place)
  return 'five'
}

const runAndCancel: Act = async (running, person, place) => {
  const id = await runQuery(running, person, place)
  return cancel(running, person, id, place.ledger)
}

const cancelRun: Act = async (running, _person, { ledger, random }) => {
  if (ledger.runs.size === 0) return 'nothing to cancel'
  const [id, owner] = random.pick([...ledger.runs])
  return cancel(running, owner, id, ledger)
}

async function cancel(running: Running, owner: Person, id: string, ledger: Ledger): Promise<string> {
  const { runs } = running.features.of(executionsFeature)
  const caller = await callerOf(running, owner)
  const { rows } = await running.platform.database.pool.query<{ id: string }>(
    'select id from pipeline_executions where execution_id = $1',
    [id],
  )
  await runs.cancel(caller, rows[0]!.id)
  ledger.cancelled.add(id)
  return id
}

const tellNews: Act = async (running, _person, { ledger }) => {
  const { tell } = running.features.of(channelsFeature)
  const { database, clock } = running.platform
  const key = crypto.randomUUID()
  const at = clock.now().toISOString()
  const occurrence: Occurrence = {
    ...{ type: 'run.failed', category: 'scheduled_task', severity: 'error', title: key, text: 'It failed.', at },
    ...{ saved_query: null, connections: [], counts: {}, rows: [], blame: [], link: '/', key },
  }
  await database.transaction((tx) => tell(tx, occurrence, { kind: 'nothing', id: '' }))
  ledger.messages.add(key)
  return key
}

const renameQuery: Act = async (running, person, { ledger, random }) => {
  const { queries } = running.features.of(queriesFeature)
  const name = `query ${random.below(1e9)}`
  await queries.change(await callerOf(running, person), person.query, { name }, { check: () => undefined })
  ledger.names.set(name, person.query)
  return name
}

const readRows: Act = async (running, _person, { ledger, random }) => {
  if (ledger.runs.size === 0) return 'nothing to read'
  const [id, owner] = random.pick([...ledger.runs])
  const { logs, results } = running.features.of(executionsFeature)
  const [caller, run] = [await callerOf(running, owner), await logs.find(id)]
  if (run.status !== 'success') return `${id} is ${run.status}`
  let rows = 0
  for await (const lines of results.lines(caller, run)) rows += lines.length
  if (rows !== run.rowCount) throw new Wrong(`${rows} of the ${run.rowCount} rows of ${id} are there`)
  return `${rows} rows of ${id}`
}

const readRowsOfOthers: Act = async (running, _person, { ledger, random, inhabited }) => {
  if (ledger.runs.size === 0) return 'nothing to read'
  const [id] = random.pick([...ledger.runs])
  const { logs, results } = running.features.of(executionsFeature)
  const [caller, run] = [await callerOf(running, inhabited.stranger), await logs.find(id)]
  try {
    for await (const lines of results.lines(caller, run)) void lines
  } catch (error) {
    if (error instanceof Forbidden) return 'refused'
    throw error
  }
  throw new Wrong(`a stranger reads the rows of ${id}`)
}

const launchRows: Act = async (running, person, { ledger, random, inhabited }) => {
  const { launch } = running.features.of(automationFeature).automation
  const rows = Array.from({ length: 1 + random.below(4) }, () => ({ name: `row-${crypto.randomUUID()}` }))
  const caller = await callerOf(running, person)
  const id = await launch.launch(caller, inhabited.template, { body: { rows }, faults: {}, signal: NEVER })
  ledger.launches.add(id)
  return `${rows.length} rows, ${id}`
}

const cancelLaunch: Act = async (running, person, { ledger, random }) => {
  if (ledger.launches.size === 0) return 'nothing to cancel'
  const { requests } = running.features.of(automationFeature).automation
  const id = random.pick([...ledger.launches])
  await requests.cancel(await callerOf(running, person), id)
  return id
}

const signInAndOut: Act = async ({ features, platform }, { id: userId }, { ledger }) => {
  const { sessions } = features.of(authFeature)
  const { access } = await platform.database.transaction((tx) => sessions.start(tx, userId))
  const caller = await sessions.authenticate(access)
  if (!caller) throw new Error('a new session is refused')
  const { id } = caller.credential
  await platform.database.transaction((tx) => sessions.end(tx, { id, userId }))
  ledger.ended.add(access)
  return id
}

const useEnded: Act = async ({ features }, _person, { ledger, random }) => {
  if (ledger.ended.size === 0) return 'none has ended'
  const caller = await features.of(authFeature).sessions.authenticate(random.pick([...ledger.ended]))
  if (caller) throw new Wrong('a session that has ended still acts')
  return 'refused'
}

const createAndDeleteToken: Act = async (running, person, { ledger }) => {
  const tokens = running.features.of(apiTokensFeature)
  const caller = await callerOf(running, person)
  const { token, row } = await tokens.create(caller, { body: { name: 'nightly' }, faults: {} })
  if (!(await tokens.authenticate(token, '127.0.0.1'))) throw new Error('a new token is refused')
  await tokens.remove(caller, row.id)
  ledger.deleted.add(token)
  return row.id
}

const useDeleted: Act = async ({ features }, _person, { ledger, random }) => {
  if (ledger.deleted.size === 0) return 'none was deleted'
  const caller = await features.of(apiTokensFeature).authenticate(random.pick([...ledger.deleted]), '127.0.0.1')
  if (caller) throw new Wrong('a token that was deleted still acts')
  return 'refused'
}

const ACTS: readonly (readonly [string, Act])[] = [
  ['runs a query', runQuery],
  ['runs a query', runQuery],
  ['runs a query', runQuery],
  ['runs many queries', runMany],
  ['runs a query and cancels it', runAndCancel],
  ['runs a query and cancels it', runAndCancel],
  ['cancels a run', cancelRun],
  ['tells news', tellNews],
  ['tells news', tellNews],
  ['renames a query', renameQuery],
  ['reads rows', readRows],
  ['reads rows of others', readRowsOfOthers],
  ['launches rows', launchRows],
  ['launches rows', launchRows],
  ['cancels a request', cancelLaunch],
  ['signs in and out', signInAndOut],
  ['uses an ended session', useEnded],
  ['creates a token and deletes it', createAndDeleteToken],
  ['uses a deleted token', useDeleted],
]
