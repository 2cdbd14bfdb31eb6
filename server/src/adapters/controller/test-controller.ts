import { createOutboundRules } from '../outbound/outbound-rules.ts'
import { openAbortScope, raceAbort, seconds } from '../outbound/abort-scope.ts'
import { createInProcessLeases } from '../cache/in-process-leases.ts'
import { ControllerBudget } from './controller-budget.ts'
import { ControllerClient } from './controller-client.ts'
import type { ControllerFailure, Failed } from '../outbound/controller-failure.ts'
import { type ControllerOptions, type ControllerSettings, controllerSettings } from './controller-options.ts'
import type { ControllerTarget } from './controller-target.ts'
import { readCertificate, type ShownCertificate } from './read-certificate.ts'
import type { SmallAnswer } from './small-response.ts'
import { TestTurns } from './test-turns.ts'
import { warnAboutUnverifiedTls } from './unverified-tls.ts'

/** `turn`: the controller was not asked, because its limits left no turn. */
export type ControllerTestStep = 'address' | 'turn' | 'tls' | 'login' | 'reading'

export type ControllerTest = {
  readonly status: 'success' | 'failure'
  /** The step that failed. */
  readonly step?: ControllerTestStep
  readonly message: string
  readonly release?: string
  /** What it showed over HTTPS, also where that is the reason of the failure. */
  readonly certificate?: ShownCertificate
  /** Controllers in the cluster. */
  readonly cluster_size?: number
  /** Of one small read, without the login. */
  readonly latency_ms?: number
}

/** `logger` and `deny` as for the pool. */
export type TestOptions = ControllerOptions & {
  readonly budget: ControllerBudget
  /** How long a turn may take. */
  readonly timeoutMs?: number
  /** How long to wait for a turn. */
  readonly waitMs?: number
  readonly signal?: AbortSignal
}

export const TEST_TIMEOUT_MS = 10_000
export const TEST_WAIT_MS = 15_000
const LOGOUT_MS = 500
/** A wait worth a word. */
const LONG_WAIT_MS = 1000

const STEP_NAMES: Readonly<Record<ControllerTestStep, string>> = {
  address: 'Connecting',
  turn: 'Waiting for a turn',
  tls: 'TLS',
  login: 'Login',
  reading: 'Reading',
}

/** Each controller lists the whole cluster, so the number of objects is the number of controllers squared. */
const WIRED_CONTROLLERS = '/api/class/infraWiNode.json'
const CONTROLLER_NODES = '/api/class/fabricNode.json?query-target-filter=eq(fabricNode.role,%22controller%22)'

/**
 * Tests a connection in its own session: address, TLS, login, one small read. Reports the step that failed and why. All
 * but the check of the address happens in a turn, with the login and the logout, as those of a run do.
 */
export async function testController(target: ControllerTarget, options: TestOptions): Promise<ControllerTest> {
  const { budget, timeoutMs = TEST_TIMEOUT_MS, waitMs = TEST_WAIT_MS, signal = NEVER, ...rest } = options
  const settings = testSettings(rest, timeoutMs)
  const fault = await checkTarget(target, settings, { signal, timeoutMs })
  if (fault) return fault
  const turns = new TestTurns(budget, { lane: `test of ${target.connectionId}`, signal, waitMs, timeoutMs })
  const client = new ControllerClient(target, settings, withinTurn(budget, settings))
  try {
    const refusal = await turns.next()
    if (refusal) return failedAt('turn', refusal.failure.message)
    const [result, certificate] = await Promise.all([
      connectAndRead(client, turns),
      readCertificate(target.host, settings, turns.signal),
    ])
    return { ...result, ...(certificate && { certificate }) }
  } finally {
    // A logout is a request too: without a turn, the session is left to expire.
    await client.close(turns.isHeld ? AbortSignal.timeout(LOGOUT_MS) : undefined)
    turns.end()
  }
}

const NEVER = new AbortController().signal

/** The test has its turn, so its requests wait for no other. */
const withinTurn = (budget: ControllerBudget, { now }: ControllerSettings): ControllerBudget =>
  new ControllerBudget(
    { controller: 'test', parallel: 1, perMinute: null },
    { ...createInProcessLeases(now), noteRefusal: async () => budget.noteRefusal() },
  )

/**
 * A test shows the current state, so nothing is retried, and the connect timeout leaves time to report a dead address.
 */
function testSettings(options: ControllerOptions, timeoutMs: number): ControllerSettings {
  const settings = controllerSettings(options)
  return { ...settings, tries: 1, connectTimeoutMs: Math.min(settings.connectTimeoutMs, timeoutMs / 2) }
}

async function checkTarget(
  target: ControllerTarget,
  settings: ControllerSettings,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<ControllerTest | undefined> {
  const scope = openAbortScope([signal], timeoutMs)
  const fault = await raceAbort(createOutboundRules(settings.deny, settings.resolve).faultOf(target.host), scope.signal)
  scope.close()
  if (fault !== undefined) return failedAt('address', typeof fault === 'string' ? fault : fault.failure.message)
  if (!target.verifySsl) warnAboutUnverifiedTls(settings.logger, target)
  return undefined
}

async function connectAndRead(client: ControllerClient, turns: TestTurns): Promise<ControllerTest> {
  const login = await client.logIn(turns.signal)
  if (!login.ok) return failedAt(stepOfLoginFailure(login.failure), login.failure.message)
  const reading = await readCluster(client, turns)
  if (!reading.ok) return failedAt('reading', reading.failure.message)
  const { clusterSize, latencyMs } = reading
  const parts = [
    login.release ?? 'a controller',
    ...(clusterSize > 0 ? [counted(clusterSize)] : []),
    `${latencyMs} ms`,
    ...(turns.waitedMs >= LONG_WAIT_MS ? [`after ${seconds(turns.waitedMs)} of waiting for a turn`] : []),
  ]
  return {
    status: 'success',
    message: `Connected to ${parts.join(', ')}`,
    ...(login.release !== undefined && { release: login.release }),
    ...(clusterSize > 0 && { cluster_size: clusterSize }),
    latency_ms: latencyMs,
  }
}

type ClusterReading = { readonly ok: true; readonly clusterSize: number; readonly latencyMs: number }

/**
 * Not every release fills every class, so the second is read when the first is empty. It takes another turn; if there
 * is none, the first answer has to do.
 */
async function readCluster(client: ControllerClient, turns: TestTurns): Promise<ClusterReading | Failed> {
  const first = await readClusterSize(client, WIRED_CONTROLLERS, turns.signal)
  if (first.ok ? first.clusterSize > 0 : first.failure.reason !== 'unknown_class') return first
  const refusal = await turns.next()
  if (refusal) return first.ok ? first : refusal
  return readClusterSize(client, CONTROLLER_NODES, turns.signal)
}

async function readClusterSize(
  client: ControllerClient,
  path: string,
  signal: AbortSignal,
): Promise<ClusterReading | Failed> {
  const startedAt = performance.now()
  const answer = await client.getJson(path, { signal })
  return answer.ok
    ? { ok: true, clusterSize: controllerIds(answer).size, latencyMs: Math.round(performance.now() - startedAt) }
    : answer
}

function controllerIds({ imdata }: SmallAnswer): ReadonlySet<string> {
  return new Set(
    imdata.flatMap((item) => Object.values(item)).flatMap(({ attributes: { id } }) => (id === undefined ? [] : [id])),
  )
}

/** Any HTTP response means that it got as far as the login. */
function stepOfLoginFailure({ reason, httpStatus }: ControllerFailure): ControllerTestStep {
  if (reason === 'tls') return 'tls'
  return reason === 'unreachable' && httpStatus === undefined ? 'address' : 'login'
}

function failedAt(step: ControllerTestStep, message: string): ControllerTest {
  return { status: 'failure', step, message: `${STEP_NAMES[step]} failed. ${message}` }
}

function counted(controllers: number): string {
  return controllers === 1 ? '1 controller' : `${controllers} controllers`
}
