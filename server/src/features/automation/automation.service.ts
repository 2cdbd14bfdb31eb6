import type { Logger } from 'pino'
import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Audit } from '../audit/index.ts'
import type { AutomationMetrics } from './automation.metrics.ts'
import { createCanceller } from './follow/canceller.ts'
import { freeCollects, isAnythingOpen } from './follow/collect.store.ts'
import { OutputCollector, type ReadsOutput } from './follow/collector.ts'
import { createDriver } from './follow/driver.ts'
import { createExecutionReports, type ExecutionReports } from './follow/execution-reports.ts'
import { createLookAt, type LookAt } from './follow/look-at.ts'
import { Poller } from './follow/poller.ts'
import { createRequestChanges, type RequestChanges } from './follow/request-changes.ts'
import type { Servers } from './follow/servers.ts'
import { createJobSweep } from './follow/sweep.ts'
import type { SchedulesCheck } from './launch/create-request.ts'
import { type ChoosesRows, createLaunchService, type LaunchService } from './launch/launch.service.ts'
import type { LaunchesFrom } from './launch/launchable.ts'
import { Launcher } from './launch/launcher.ts'
import { createNewRequests, type NewRequests } from './launch/new-requests.ts'
import { createLaunchStored, type LaunchStored } from './launch/store-launch.ts'
import { createCancelRequests } from './requests/cancel-requests.ts'
import { createReconcileExecutions } from './requests/reconcile-executions.ts'
import { createRelaunchRequests } from './requests/relaunch-requests.ts'
import { type ChecksOf, createRequestsService, type RequestsService } from './requests/requests.service.ts'

type Dependencies = {
  readonly database: Database
  readonly events: Events
  readonly audit: Audit
  readonly clock: Clock
  readonly logger: Logger
  readonly servers: Servers
  readonly templates: LaunchesFrom
  readonly source: ChoosesRows
  readonly output: ReadsOutput
  readonly verification: { readonly checksOf: ChecksOf; readonly schedule: SchedulesCheck }
  readonly metrics: AutomationMetrics
  readonly settings: { readonly pollIntervalMs: number; readonly jobTimeoutMs: number }
}

export type AutomationService = {
  readonly requests: RequestsService & NewRequests
  readonly launch: LaunchService
  /** What webhooks report, applied to executions. */
  readonly follow: {
    readonly lookAt: LookAt
    readonly applyStatus: (executionId: string, jobStatus: string) => Promise<boolean>
  }
  /** No other process works on the embedded database, so what is under way there is under way no more. */
  readonly takeOver: () => Promise<void>
  readonly listen: () => void
  readonly start: () => void
  readonly stop: () => Promise<void>
}

/** How long answers to launches are waited for when the process stops. */
const LAUNCH_GRACE_MS = 2 * SECOND

/** Requests, and the driver that launches, follows and cancels their jobs. */
export function createAutomationService(dependencies: Dependencies): AutomationService {
  const { database, templates, source, verification } = dependencies
  const changes = createRequestChanges(dependencies)
  const reports = createExecutionReports({ ...dependencies, changes })
  const lookAt = createLookAt({ ...dependencies, reports })
  const storeLaunch = createLaunchStored({ ...dependencies, ...dependencies.settings, changes })
  const newRequests = createNewRequests({ ...dependencies, changes, scheduleCheck: verification.schedule })
  const requests = createRequestsService({
    database,
    checksOf: verification.checksOf,
    cancel: createCancelRequests({ ...dependencies, changes }),
    relaunch: createRelaunchRequests({ database, templates, newRequests }),
    reconcile: createReconcileExecutions({ ...dependencies, changes, storeLaunch }),
  })
  return {
    requests: { ...requests, ...newRequests },
    launch: createLaunchService({ database, templates, source, newRequests }),
    follow: { lookAt, applyStatus: reports.applyStatus },
    ...createJobDriver({ ...dependencies, changes, reports, lookAt, storeLaunch }),
  }
}

type DriverParts = Dependencies & {
  readonly changes: RequestChanges
  readonly reports: ExecutionReports
  readonly lookAt: LookAt
  readonly storeLaunch: LaunchStored
}

/** The workers that act on automation servers, in the order in which they look. */
function createJobDriver(parts: DriverParts): Pick<AutomationService, 'takeOver' | 'listen' | 'start' | 'stop'> {
  const { database, metrics, settings } = parts
  const launcher = new Launcher({ ...parts, launches: metrics.launches })
  const poller = new Poller({ ...parts, ...settings, polls: metrics.polls })
  const canceller = createCanceller(parts)
  const collector = new OutputCollector(parts)
  const driver = createDriver({
    ...parts,
    isAnythingOpen: () => isAnythingOpen(database.db),
    steps: [
      { name: 'cancel', work: canceller.sendDue },
      { name: 'launch', work: () => launcher.launchDue() },
      { name: 'poll', work: (wake) => poller.pollDue(wake) },
      { name: 'watch', work: () => collector.followWatched() },
      { name: 'collect', work: (wake) => collector.collectDue(wake) },
      { name: 'give up', work: () => launcher.giveUpStale() },
      { name: 'sweep', work: createJobSweep({ ...parts, ...settings }) },
    ],
  })
  return {
    takeOver: async () => {
      await launcher.giveUpStale({ everything: true })
      await freeCollects(database.db)
    },
    listen: driver.listen,
    start: driver.start,
    stop: async () => {
      await driver.stop()
      await Promise.all([launcher.stop(LAUNCH_GRACE_MS), poller.stop(), canceller.stop(), collector.stop()])
    },
  }
}
