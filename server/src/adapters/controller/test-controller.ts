import { FairSlots } from '../../kernel/fair-slots.ts'
import { createOutboundRules } from '../outbound/outbound-rules.ts'
import { openAbortScope, raceAbort } from '../outbound/abort-scope.ts'
import { ControllerClient } from './controller-client.ts'
import type { ControllerFailure, Failed } from '../outbound/controller-failure.ts'
import { type ControllerOptions, type ControllerSettings, controllerSettings } from './controller-options.ts'
import type { ControllerTarget } from './controller-target.ts'
import type { SmallAnswer } from './small-response.ts'
import { warnAboutUnverifiedTls } from './unverified-tls.ts'

export type TestStep = 'address' | 'tls' | 'login' | 'reading'

export type ControllerTest = {
  readonly status: 'success' | 'failure'
  /** The step that failed. */
  readonly step?: TestStep
  readonly message: string
  readonly release?: string
  /** Controllers in the cluster. */
  readonly cluster_size?: number
  /** Of one small read, without the login. */
  readonly latency_ms?: number
}

/** `logger` and `deny` as for the pool; `timeoutMs` bounds the whole test. */
export type TestOptions = ControllerOptions & { readonly timeoutMs?: number; readonly signal?: AbortSignal }

const DEFAULT_TIMEOUT_MS = 10_000
const LOGOUT_MS = 500

const STEP_NAMES: Readonly<Record<TestStep, string>> = { address: 'Connecting', tls: 'TLS', login: 'Login', reading: 'Reading' }

/** Each controller lists the whole cluster, so the number of objects is the number of controllers squared. */
const WIRED_CONTROLLERS = '/api/class/infraWiNode.json'
const CONTROLLER_NODES = '/api/class/fabricNode.json?query-target-filter=eq(fabricNode.role,%22controller%22)'

/** Tests a connection in its own session: address, TLS, login, one small read. Reports the step that failed and why. */
export async function testController(target: ControllerTarget, options: TestOptions): Promise<ControllerTest> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, signal, ...rest } = options
  const settings = testSettings(rest, timeoutMs)
  const client = new ControllerClient(target, settings, new FairSlots({ total: 1 }))
  const scope = openAbortScope(signal === undefined ? [] : [signal], timeoutMs)
  try {
    return (await checkTarget(target, settings, scope.signal)) ?? (await connectAndRead(client, scope.signal))
  } finally {
    scope.close()
    await client.close(AbortSignal.timeout(LOGOUT_MS))
  }
}

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
  signal: AbortSignal,
): Promise<ControllerTest | undefined> {
  const fault = await raceAbort(createOutboundRules(settings.deny, settings.resolve).faultOf(target.host), signal)
  if (fault !== undefined) return failedAt('address', typeof fault === 'string' ? fault : fault.failure.message)
  if (!target.verifySsl) warnAboutUnverifiedTls(settings.logger, target)
  return undefined
}

async function connectAndRead(client: ControllerClient, signal: AbortSignal): Promise<ControllerTest> {
  const login = await client.logIn(signal)
  if (!login.ok) return failedAt(stepOfLoginFailure(login.failure), login.failure.message)
  const reading = await readCluster(client, signal)
  if (!reading.ok) return failedAt('reading', reading.failure.message)
  const { clusterSize, latencyMs } = reading
  const parts = [login.release ?? 'a controller', ...(clusterSize > 0 ? [counted(clusterSize)] : []), `${latencyMs} ms`]
  return {
    status: 'success',
    message: `Connected to ${parts.join(', ')}`,
    ...(login.release !== undefined && { release: login.release }),
    ...(clusterSize > 0 && { cluster_size: clusterSize }),
    latency_ms: latencyMs,
  }
}

type ClusterReading = { readonly ok: true; readonly clusterSize: number; readonly latencyMs: number }

/** Not every release fills every class, so the second is read when the first is empty. */
async function readCluster(client: ControllerClient, signal: AbortSignal): Promise<ClusterReading | Failed> {
  const first = await readClusterSize(client, WIRED_CONTROLLERS, signal)
  if (first.ok ? first.clusterSize > 0 : first.failure.reason !== 'unknown_class') return first
  return readClusterSize(client, CONTROLLER_NODES, signal)
}

async function readClusterSize(client: ControllerClient, path: string, signal: AbortSignal): Promise<ClusterReading | Failed> {
  const startedAt = performance.now()
  const answer = await client.getJson(path, { signal })
  return answer.ok ? { ok: true, clusterSize: controllerIds(answer).size, latencyMs: Math.round(performance.now() - startedAt) } : answer
}

function controllerIds({ imdata }: SmallAnswer): ReadonlySet<string> {
  return new Set(imdata.flatMap((item) => Object.values(item)).flatMap(({ attributes: { id } }) => (id === undefined ? [] : [id])))
}

/** Any HTTP response means that it got as far as the login. */
function stepOfLoginFailure({ reason, httpStatus }: ControllerFailure): TestStep {
  if (reason === 'tls') return 'tls'
  return reason === 'unreachable' && httpStatus === undefined ? 'address' : 'login'
}

function failedAt(step: TestStep, message: string): ControllerTest {
  return { status: 'failure', step, message: `${STEP_NAMES[step]} failed. ${message}` }
}

function counted(controllers: number): string {
  return controllers === 1 ? '1 controller' : `${controllers} controllers`
}
