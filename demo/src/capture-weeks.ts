import { createHeddle, type Heddle } from '@heddle/client'
import { SAMPLE_QUERIES } from './sample-queries.ts'
import { CONNECTION, ensureConnection } from './seed.ts'
import { change } from './show-snapshots.ts'
import { readUntil } from './read-until.ts'

type Order = {
  readonly url: string
  readonly account: { readonly username: string; readonly password: string }
  readonly controller: string
  readonly control: string
  /** By name. */
  readonly query: string
  readonly setClock: (behindMs: number) => Promise<void>
}
type Row = Readonly<Record<string, unknown>>

const DAY = 86_400_000
const DAYS = 36
/** 06:30, when schedules of networks run. */
const AT_MS = 6.5 * 3_600_000
const PERMISSIONS = [
  'history.capture_snapshot',
  'queries.execute_savedquery',
  'queries.view_scheduledtask',
  'queries.add_scheduledtask',
  'queries.change_scheduledtask',
]
/** The demo itself changes these later, and counts on what they are. */
const LEFT_ALONE = 2
/** What the rest of the demo shows is about the fabric as it began. */
const ROLLED_BACK = 1
/** On how many days ago how many objects changed. */
const CHANGES: readonly { readonly day: number; readonly rows: number; readonly note?: string }[] = [
  { day: 31, rows: 14, note: 'after moving the web servers' },
  { day: 29, rows: 2 },
  { day: 24, rows: 1 },
  { day: 22, rows: 5 },
  { day: 17, rows: 2, note: 'flooding for the new load balancers' },
  { day: 15, rows: 1 },
  { day: 9, rows: 7, note: 'after the upgrade' },
  { day: 8, rows: 1 },
  { day: 3, rows: 2 },
  { day: ROLLED_BACK, rows: 0, note: 'everything back as it was' },
]
const GONE = { from: 29, to: 22 }
/** On the first of these that is no weekend, the controller does not answer, and the schedule captures nothing. */
const MISSED = [12, 11, 10]
const MINUTE = 60_000

/** Captures a query on weekdays of the last weeks, while a few of its objects change. */
export async function captureWeeks(order: Order): Promise<void> {
  const { url, setClock } = order
  const user = createHeddle({ baseUrl: url })
  const started = Date.now()
  const midnight = started - (started % DAY)
  const behind = (day: number) => started - (midnight - day * DAY + AT_MS)
  try {
    await setClock(behind(DAYS))
    await user.signIn(order.account)
    // A session would end in between.
    const { id: tokenId, token } = await user.auth.tokens.create({ name: 'weeks', permissions: PERMISSIONS })
    const heddle = createHeddle({ baseUrl: url, token })
    const connection = await ensureConnection(user, CONNECTION, order.controller)
    const sample = SAMPLE_QUERIES.find(({ name }) => name === order.query)!
    const { id: query } = await user.queries.savedQueries.create({ ...sample, controller_connection: connection })
    const first = await user.history.capture({ saved_query: query, annotation: 'first look' })
    const rows = (await user.history.snapshots.get(first.id)).rows.slice(LEFT_ALONE)
    for (let day = DAYS - 1; day > 0; day -= 1)
      await captureDay({ ...order, heddle, query, connection, rows, day, behindMs: behind(day) })
    await user.signIn(order.account)
    await user.auth.tokens.remove(tokenId)
  } finally {
    await setClock(0)
  }
}

type Day = Order & {
  readonly heddle: Heddle
  readonly query: string
  readonly connection: string
  readonly rows: readonly Row[]
  readonly day: number
  readonly behindMs: number
}

async function captureDay(order: Day): Promise<void> {
  const { heddle, control, query, rows, day, behindMs, setClock } = order
  const edits = editsOf(control, rows, day)
  if (day === ROLLED_BACK) await restore(control, rows)
  for (const edit of edits) await edit()
  // Nobody captures on weekends.
  if (isWeekend(behindMs)) return
  if (day === MISSED.find((one) => !isWeekend(behindMs + (one - day) * DAY))) return missCapture(order)
  await setClock(behindMs)
  const note = CHANGES.find((one) => one.day === day)?.note
  await heddle.history.capture({ saved_query: query, ...(note !== undefined && { annotation: note }) })
}

const isWeekend = (behindMs: number): boolean => [0, 6].includes(new Date(Date.now() - behindMs).getUTCDay())

/** A schedule fires while the controller answers with errors: its run fails, and the day has no capture. */
async function missCapture({
  heddle: { queries },
  control,
  query,
  connection,
  behindMs,
  setClock,
}: Day): Promise<void> {
  const faults = `${control}/faults`
  await fetch(faults, { method: 'POST', body: JSON.stringify(REFUSAL) })
  try {
    // Time goes on while the weeks pass: by now it is later than half past six.
    const since = (Date.now() - behindMs - AT_MS) % DAY
    await setClock(behindMs + since + MINUTE)
    const { id } = await queries.scheduledTasks.create({
      name: 'Settings of bridge domains, mornings',
      saved_query: query,
      controller_connections: [connection],
      schedule_type: 'cron',
      cron_expression: '30 6 * * *',
      timezone: 'UTC',
      capture_snapshot: true,
      notify_on_failure: false,
    })
    await setClock(behindMs)
    // The server looks for what is due every ten seconds.
    await readUntil(
      'the run that fails',
      () => queries.scheduledExecutions.list({ scheduled_task: id }),
      ({ results }) => results.some(({ status }) => status !== 'running'),
    )
    await queries.scheduledTasks.disable(id)
  } finally {
    await fetch(faults, { method: 'DELETE' })
  }
}

const REFUSAL = {
  kind: 'error',
  status: 400,
  code: '107',
  text: 'Unable to process the query, the cluster is not fully fit',
}

function editsOf(control: string, rows: readonly Row[], day: number): readonly (() => Promise<void>)[] {
  const gone = rows.at(-1)!
  const found = CHANGES.find((one) => one.day === day)
  const edits = Array.from({ length: found?.rows ?? 0 }, (_, index) => {
    const row = rows[(day * 7 + index * 3) % (rows.length - 1)]!
    return () => change(control, 'PATCH', { dn: row.dn, attributes: attributesOn(row, day, index) })
  })
  if (day === GONE.from) return [...edits, () => change(control, 'DELETE', { dn: gone.dn })]
  if (day === GONE.to) return [...edits, () => create(control, gone)]
  return edits
}

/** Some change a setting, some a description, some both. */
function attributesOn(
  { arpFlood, unicastRoute, name }: Row,
  day: number,
  index: number,
): Readonly<Record<string, string>> {
  const flipped = (value: unknown) => (value === 'yes' ? 'no' : 'yes')
  const kind = (day + index) % 4
  return {
    ...(kind < 2 && { arpFlood: day % 2 === 0 ? flipped(arpFlood) : String(arpFlood) }),
    ...(kind > 0 && { descr: `${String(name)}, ticket ${4_700 + day}` }),
    ...(kind === 3 && { unicastRoute: flipped(unicastRoute) }),
  }
}

const create = (control: string, { dn, name, descr, arpFlood, unicastRoute }: Row) =>
  change(control, 'POST', {
    class_name: 'fvBD',
    dn,
    attributes: Object.fromEntries(
      Object.entries({ name, descr, arpFlood, unicastRoute }).filter(([, value]) => typeof value === 'string'),
    ),
  })

async function restore(control: string, rows: readonly Row[]): Promise<void> {
  await Promise.all(
    rows.map(({ dn, descr, arpFlood, unicastRoute }) =>
      change(control, 'PATCH', { dn, attributes: { descr: descr ?? '', arpFlood, unicastRoute } }),
    ),
  )
}
