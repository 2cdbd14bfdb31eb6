import type { Heddle } from '@heddle/client'
import { CommandError } from './terminal.ts'

type Named = { readonly id: string | number; readonly name: string }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const MOST_NAMED = 5

/** Things by name or id. What fits several, or nothing, is an error that says what there is. */
async function find<Thing extends Named>(
  kind: string,
  wanted: string,
  get: (id: string) => Promise<Thing>,
  search: AsyncIterable<Thing>,
): Promise<Thing> {
  if (UUID.test(wanted)) return get(wanted)
  const near: Thing[] = []
  for await (const thing of search) near.push(thing)
  const exact = near.filter(({ name }) => name === wanted)
  const fitting = exact.length > 0 ? exact : near.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  const [only, other] = fitting
  if (only !== undefined && other === undefined) return only
  if (only !== undefined)
    throw new CommandError(`${fitting.length} ${kind}s are named "${wanted}": give the id, ${ids(fitting)}.`)
  const names = near.slice(0, MOST_NAMED).map(({ name }) => `"${name}"`)
  const hint = names.length === 0 ? '' : ` Names that contain it: ${names.join(', ')}.`
  throw new CommandError(`There is no ${kind} "${wanted}".${hint}`)
}

const ids = (things: readonly Named[]): string => things.map(({ id }) => id).join(', ')

export const queryNamed = ({ queries: { savedQueries } }: Heddle, wanted: string) =>
  find('saved query', wanted, savedQueries.get, savedQueries.all({ search: wanted }))

export const categoryNamed = ({ queries: { categories } }: Heddle, wanted: string) =>
  /^\d{1,9}$/.test(wanted)
    ? categories.get(Number(wanted))
    : find('category', wanted, noUuid('categories'), categories.all({ search: wanted }))

const noUuid =
  (things: string) =>
  (id: string): never => {
    throw new CommandError(`${id}: the ids of ${things} are numbers.`)
  }

export const serviceAccountNamed = ({ auth: { serviceAccounts } }: Heddle, wanted: string) =>
  /^\d{1,9}$/.test(wanted)
    ? serviceAccounts.get(Number(wanted))
    : find('service account', wanted, noUuid('service accounts'), serviceAccounts.all({ search: wanted }))

export const connectionNamed = ({ controller: { connections } }: Heddle, wanted: string) =>
  find('controller connection', wanted, connections.get, connections.all({ search: wanted }))

export const automationConnectionNamed = ({ automation: { connections } }: Heddle, wanted: string) =>
  find('automation connection', wanted, connections.get, connections.all({ search: wanted }))

export const changeNamed = ({ history }: Heddle, wanted: string) =>
  find('change', wanted, history.changes.get, history.changeWindowsAll({ search: wanted }))

export const taskNamed = ({ queries: { scheduledTasks } }: Heddle, wanted: string) =>
  find('scheduled task', wanted, scheduledTasks.get, scheduledTasks.all({ search: wanted }))

export const templateNamed = ({ automation: { templates } }: Heddle, wanted: string) =>
  find('automation template', wanted, templates.get, templates.all({ search: wanted }))

export const channelNamed = ({ notifications: { channels } }: Heddle, wanted: string) =>
  find('channel', wanted, channels.get, containing(channels.all(), wanted))

/** Repositories are known by the folder that they hold. */
export const repositoryNamed = ({ queries: { repositories } }: Heddle, wanted: string) =>
  find(
    'folder in Git',
    wanted,
    async (id) => named(await repositories.get(id)),
    containing(withNames(repositories.all()), wanted),
  )

const named = <Thing extends { readonly folder: string }>(thing: Thing) => ({ ...thing, name: thing.folder })

async function* withNames<Thing extends { readonly folder: string }>(things: AsyncIterable<Thing>) {
  for await (const thing of things) yield named(thing)
}

/** For lists that the server does not search. */
async function* containing<Thing extends Named>(things: AsyncIterable<Thing>, wanted: string): AsyncGenerator<Thing> {
  for await (const thing of things) if (thing.name.toLowerCase().includes(wanted.toLowerCase())) yield thing
}
