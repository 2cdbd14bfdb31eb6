import { createHeddle, type Heddle, type SnapshotItem } from '@heddle/client'
import { readUntil } from '../../demo/src/read-until.ts'
import { installPacks } from '../../demo/src/show-packs.ts'

/** What the demo holds that pictures show. */
export type Facts = {
  /** A query of three classes. */
  readonly query: string
  readonly run: string
  readonly failedRun: string
  /** A query with weeks of captures, one of them in which much changed, and an object that changed often. */
  readonly captured: string
  readonly changed: string
  readonly changedAt: string
  readonly object: string
  /** A run of checks in which some failed, and one of these. */
  readonly checkRun: string
  readonly failedCheck: string
}

export const ACCOUNT = { username: 'admin', password: 'heddle-demo' } as const

const SHOWN = 'State and traffic of the ports of each node'
const CAPTURED = 'Settings of bridge domains'
const CHANGING = 'uni/tn-dmz/BD-db'
const CHECKED_PACK = 'aci-hygiene'
const SWITCHED_OFF = 'Switched-off fabric'

/** Runs what is pictured: a query that has rows, and one that fails. */
export async function prepare(url: string): Promise<Facts> {
  const heddle = createHeddle({ baseUrl: url })
  await heddle.signIn(ACCOUNT)
  const { results } = await heddle.queries.savedQueries.list({ page_size: 200 })
  const idOf = (name: string): string => {
    const found = results.find((query) => query.name === name)
    if (!found) throw new Error(`The demo has no query “${name}”.`)
    return found.id
  }
  const off = await heddle.controller.connections.list({ search: SWITCHED_OFF })
  const { execution_id: run } = await heddle.queries.savedQueries.execute(idOf(CAPTURED))
  // How many objects its classes have is known from then on.
  await heddle.queries.savedQueries.execute(idOf(SHOWN))
  const failed = await heddle.queries.savedQueries.execute(idOf(CAPTURED), {
    controller_connection: off.results[0]!.id,
  })
  const captured = idOf(CAPTURED)
  const captures = (await heddle.history.snapshots.list({ saved_query: captured, page_size: 200 })).results
  const changed = captures.toSorted((a, b) => changesIn(b) - changesIn(a))[0]!
  return {
    query: idOf(SHOWN),
    run,
    failedRun: failed.execution_id,
    captured,
    changed: changed.id,
    changedAt: changed.captured_at,
    object: CHANGING,
    ...(await runChecks(heddle, captures[0]!.controller_connection!)),
  }
}

async function runChecks(
  { packs, queries }: Heddle,
  connection: string,
): Promise<Pick<Facts, 'checkRun' | 'failedCheck'>> {
  await installPacks({ packs })
  const { id } = await queries.checks.create({ pack: CHECKED_PACK, controller_connection: connection })
  const { results } = await readUntil(
    'the checks',
    async () => (await queries.checks.get(id)).json(),
    ({ status }) => status === 'finished',
  )
  const failed = results.find(({ status }) => status === 'failed')
  if (!failed) throw new Error('No check of the demo failed.')
  return { checkRun: id, failedCheck: failed.saved_query }
}

const changesIn = ({ changes }: SnapshotItem): number =>
  changes ? changes.added + changes.removed + changes.changed : 0
