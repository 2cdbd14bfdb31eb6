import { setTimeout as delay } from 'node:timers/promises'
import { type AutomationSimulator, startAutomation } from '@heddle/simulators/automation/start-automation.ts'
import { type Cluster, startCluster } from '../harness/start-cluster.ts'
import { succeeded } from '../harness/api.ts'
import { type Disturber, disturb } from './disturb.ts'
import { type Gateway, openGateway } from './gateway.ts'
import { fault, type Findings, together } from './judge/findings.ts'
import { judgeCaptures } from './judge/judge-captures.ts'
import { judgeLaunches } from './judge/judge-launches.ts'
import { judgeProcesses } from './judge/judge-processes.ts'
import { judgeRuns } from './judge/judge-runs.ts'
import { judgeSchedules } from './judge/judge-schedules.ts'
import { judgeSockets } from './judge/judge-sockets.ts'
import { judgeWrites } from './judge/judge-writes.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { prepare, type Prepared, TASKS } from './load/prepare.ts'
import { runLoad } from './load/start-load.ts'
import { planDisturbances } from './plan-disturbances.ts'
import { settle } from './settle.ts'
import { openSlot, type Slot } from './slot.ts'

type ChaosOptions = {
  readonly seed: number
  readonly forMs: number
  /** How long what is still open at the end may take. */
  readonly settleMs: number
  readonly say: (line: string) => void
}

/** Short, so that what a dead process leaves behind is seen to within minutes. */
const ENV = {
  SYNC_QUERY_TIMEOUT_SECONDS: '10',
  BACKGROUND_QUERY_TIMEOUT_SECONDS: '60',
  WS_PING_SECONDS: '4',
  AUTOMATION_POLL_SECONDS: '2',
}
const QUIET_FIRING_MS = 150_000
/** All runs have ended by then: their channels only have to say so. */
const LAST_FRAMES_MS = 40_000

/** Kills, stops, pauses and cuts off processes under load, heals everything, and checks that all promises were kept. */
export async function runChaos(options: ChaosOptions): Promise<Findings> {
  const cluster = await startCluster({ api: 0, worker: 0, env: ENV, controller: { requestLogLength: 1_000_000 } })
  const automation = await startAutomation()
  const slots: Slot[] = []
  try {
    slots.push(
      ...(await Promise.all([
        openSlot(cluster, 'api', 'api A'),
        openSlot(cluster, 'api', 'api B'),
        openSlot(cluster, 'worker', 'worker A'),
        openSlot(cluster, 'worker', 'worker B'),
      ])),
    )
    return await disturbUnderLoad({ cluster, automation, slots }, options)
  } finally {
    await cluster.stop()
    await automation.close()
    await Promise.all(slots.flatMap(({ database, redis }) => [database.close(), redis.close()]))
  }
}

type System = { readonly cluster: Cluster; readonly automation: AutomationSimulator; readonly slots: readonly Slot[] }

async function disturbUnderLoad(system: System, { seed, forMs, settleMs, say }: ChaosOptions): Promise<Findings> {
  const { cluster, automation, slots } = system
  const gateway = openGateway(slots)
  const ledger = openLedger()
  const prepared = await prepare(cluster, automation, gateway)
  const [ending, givingUp] = [new AbortController(), new AbortController()]
  const followers = new Set<Promise<void>>()
  const aborts = { signal: ending.signal, giveUp: givingUp.signal }
  const load = runLoad({ gateway, ledger, prepared, controller: cluster.controller, followers, ...aborts })
  const plan = planDisturbances(seed, forMs, slots.map(({ name }) => name)) // prettier-ignore
  say(`seed ${seed}: ${plan.length} disturbances in ${forMs / 60_000} minutes`)
  const disturber = disturb(cluster, slots, plan, say)
  await Promise.all([disturber.finished, delay(forMs)])
  say('healed; the load ends')
  ending.abort()
  await load
  const late = await heal(cluster, gateway, prepared, { settleMs, say })
  await Promise.race([Promise.all(followers), delay(LAST_FRAMES_MS)])
  givingUp.abort()
  const findings = await judge(system, gateway, ledger, disturber)
  return together([late, findings])
}

/** Waits for what was left open, then shows that everything works again. */
async function heal(
  cluster: Cluster,
  gateway: Gateway,
  { tasks }: Prepared,
  { settleMs, say }: Pick<ChaosOptions, 'settleMs' | 'say'>,
) {
  const healedAt = Date.now()
  const unfired = settleMs > QUIET_FIRING_MS ? await waitForFirings(cluster, gateway, tasks, healedAt) : []
  for (const task of tasks) succeeded(await gateway.post(`${TASKS}${task}/disable/`))
  const open = await settle(cluster, settleMs)
  const took = `settled after ${Math.round((Date.now() - healedAt) / 1_000)} s`
  say(took)
  return { problems: [...open.map((what) => `Still open: ${what}.`), ...unfired], facts: [took] }
}

/** Every task fires again at its next slot, also one that had backed off. */
async function waitForFirings(
  cluster: Cluster,
  gateway: Gateway,
  tasks: readonly string[],
  since: number,
): Promise<readonly string[]> {
  for (const task of tasks) succeeded(await gateway.post(`${TASKS}${task}/enable/`))
  const until = Date.now() + QUIET_FIRING_MS
  for (;;) {
    const fired = await cluster.sql<{ id: string }>(
      'select distinct task_id as id from scheduled_firings where slot > $1',
      [new Date(since)],
    )
    if (fired.length === tasks.length) return []
    if (Date.now() > until) return [`Only ${fired.length} of ${tasks.length} tasks fired after everything was healed.`]
    await delay(1_000)
  }
}

async function judge(
  { cluster, automation, slots }: System,
  gateway: Gateway,
  ledger: Ledger,
  disturber: Disturber,
): Promise<Findings> {
  const answers = [...gateway.answers]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status || 'none'}`)
  return together([
    {
      problems: fault('right requests were refused', gateway.refused),
      facts: [`answers: ${answers.join(', ')}`, `slowest stop: ${Math.round(disturber.slowestStopMs())} ms`],
    },
    await judgeWrites(cluster, ledger),
    await judgeRuns(cluster, ledger, disturber.happened),
    await judgeSockets(cluster, ledger),
    await judgeSchedules(cluster, ledger),
    await judgeCaptures(cluster, gateway, ledger),
    await judgeLaunches(cluster, automation, ledger),
    judgeProcesses(slots),
  ])
}
