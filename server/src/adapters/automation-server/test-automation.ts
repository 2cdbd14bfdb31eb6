import { createOutboundRules } from '../outbound/outbound-rules.ts'
import { openAbortScope } from '../outbound/abort-scope.ts'
import type { AutomationApi } from './automation-api.ts'
import type { AutomationSettings } from './automation-options.ts'
import { type AutomationTarget, type AutomationTest } from './automation-server.ts'
import type { AutomationTransport } from './automation-transport.ts'
import { mayStart } from './list-job-templates.ts'
import { openApi } from './open-api.ts'
import { jobFields, resultsOf, unreadableJob } from './read-job.ts'
import { RequestSlots } from './request-slots.ts'
import { shorten } from './server-words.ts'
import { WireFailure } from './wire-failure.ts'
import { AutomationFailure } from './automation-failure.ts'

type Step = Extract<AutomationTest, { status: 'failure' }>['step']
type Failed = Extract<AutomationTest, { status: 'failure' }>

const STEP_NAMES: Readonly<Record<Step, string>> = {
  address: 'Connecting',
  tls: 'TLS',
  ping: 'Asking for the version',
  login: 'Login',
  templates: 'Reading job templates',
}

/** Pages of templates to look through for one that may be started. */
const MOST_PAGES = 5
const PAGE_SIZE = 200
const VERSION_LENGTH = 50

/** Tests a connection in its own session, step by step, and shows the current state: nothing is repeated. */
export async function testAutomation(target: AutomationTarget, options: AutomationSettings): Promise<AutomationTest> {
  // Leaves time to report an address that does not answer.
  const settings = { ...options, connectTimeoutMs: Math.min(options.connectTimeoutMs, options.testTimeoutMs / 2) }
  const fault = await createOutboundRules(settings.deny, settings.resolve).faultOfUrl(target.baseUrl)
  if (fault !== undefined) return failedAt('address', fault)
  const { api, transport } = openApi(target, settings, new RequestSlots(settings.requestsInFlight), true)
  const scope = openAbortScope([], settings.testTimeoutMs)
  try {
    return await walk(api, scope.signal, transport)
  } finally {
    scope.close()
    await transport.close()
  }
}

async function walk(
  api: AutomationApi,
  signal: AbortSignal,
  transport: Pick<AutomationTransport, 'endTrial'>,
): Promise<AutomationTest> {
  let step: Step | undefined
  let version: string | undefined
  try {
    const startedAt = performance.now()
    version = await readVersion(api, signal)
    if (version !== undefined) transport.endTrial()
    const latencyMs = Math.round(performance.now() - startedAt)
    step = 'login'
    const username = await readUsername(api, signal)
    step = 'templates'
    return succeeded({ version, username, latencyMs, ...(await readTemplates(api, signal)) })
  } catch (error: unknown) {
    if (!(error instanceof AutomationFailure)) throw error
    return failedAt(step ?? stepOf(error), error.message, version)
  }
}

const read = (api: AutomationApi, place: string, signal: AbortSignal, anonymous = false) =>
  api.read(place, { signal, anonymous, isRetried: false })

/** Needs no login, so that it says nothing about the account; a gateway may want one all the same. */
async function readVersion(api: AutomationApi, signal: AbortSignal): Promise<string | undefined> {
  try {
    const { version } = jobFields(await read(api, 'ping/', signal, true))
    return typeof version === 'string' ? shorten(version, VERSION_LENGTH) : undefined
  } catch (error: unknown) {
    if (error instanceof AutomationFailure && error.reason === 'unauthorized') return undefined
    throw error
  }
}

/** A list, of exactly one. */
async function readUsername(api: AutomationApi, signal: AbortSignal): Promise<string> {
  const [account] = resultsOf(await read(api, 'me/', signal))
  const { username } = jobFields(account)
  if (typeof username !== 'string') throw unreadableJob()
  return username
}

type Templates = { readonly count: number; readonly canLaunch: boolean }

async function readTemplates(api: AutomationApi, signal: AbortSignal): Promise<Templates> {
  const page = await read(api, 'job_templates/?page_size=1', signal)
  const templates = resultsOf(page)
  const { count: counted } = jobFields(page)
  const count = Number.isSafeInteger(counted) ? Number(counted) : templates.length
  return { count, canLaunch: templates.some(mayStart) || (count > 1 && (await findStartable(api, signal))) }
}

async function findStartable(api: AutomationApi, signal: AbortSignal): Promise<boolean> {
  let place: unknown = `job_templates/?page_size=${PAGE_SIZE}`
  for (let pages = 0; typeof place === 'string' && pages < MOST_PAGES; pages++) {
    const page = await read(api, place, signal)
    if (resultsOf(page).some(mayStart)) return true
    place = jobFields(page).next
  }
  return false
}

function succeeded({
  version,
  username,
  latencyMs,
  count,
  canLaunch,
}: Templates & { version: string | undefined; username: string; latencyMs: number }): AutomationTest {
  const parts = [
    `version ${version ?? 'unknown'}`,
    `as ${username}`,
    count === 1 ? '1 job template' : `${count} job templates`,
    `${latencyMs} ms`,
  ]
  return {
    status: 'success',
    message: `Connected: ${parts.join(', ')}.${canLaunch ? '' : ` ${whyNoLaunch(count)}`}`,
    ...(version !== undefined && { version }),
    username,
    template_count: count,
    can_launch: canLaunch,
    latency_ms: latencyMs,
  }
}

const whyNoLaunch = (count: number): string =>
  count === 0
    ? 'The account sees no job template: give it the execute role on those it should start.'
    : 'It may start none of them: the token has only the read scope, or the account lacks the execute role.'

/** Any HTTP answer means that it got as far as the question for the version. */
function stepOf(failure: AutomationFailure): Step {
  if (!(failure instanceof WireFailure)) return 'ping'
  if (failure.kind === 'tls') return 'tls'
  return failure.kind === 'unreachable' ? 'address' : 'ping'
}

function failedAt(step: Step, message: string, version?: string): Failed {
  return {
    status: 'failure',
    step,
    message: `${STEP_NAMES[step]} failed. ${message}`,
    ...(version !== undefined && { version }),
  }
}
