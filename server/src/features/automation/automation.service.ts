import type { Logger } from 'pino'
import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Audit } from '../audit/index.ts'
import type { AutomationMetrics } from './automation.metrics.ts'
import { createCanceller } from './follow/canceller.ts'
import { freeCollects } from './follow/collect.store.ts'
import { createCollector, type ReadsOutput } from './follow/collector.ts'
import { createDriver } from './follow/driver.ts'
import { createExecutionReports } from './follow/execution-reports.ts'
import { createLookAt } from './follow/look-at.ts'
import { createPoller } from './follow/poller.ts'
import { createRequestChanges } from './follow/request-changes.ts'
import type { Servers } from './follow/servers.ts'
import { createSweep } from './follow/sweep.ts'
import { createLaunchService, type ChoosesRows } from './launch/launch.service.ts'
import type { LaunchesFrom } from './launch/launchable.ts'
import { createLauncher } from './launch/launcher.ts'
import { createNewRequests, type SchedulesCheck } from './launch/new-request.ts'
import { createLaunchStored } from './launch/store-launch.ts'
import { createCancelRequests } from './requests/cancel-requests.ts'
import { createReconcileExecutions } from './requests/reconcile-executions.ts'
import { createRelaunchRequests } from './requests/relaunch-requests.ts'
import { type ChecksOf, createRequestsService } from './requests/requests.service.ts'

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

/** How long answers to launches are waited for when the process stops. */
const LAUNCH_GRACE_MS = 2 * SECOND

export type AutomationService = ReturnType<typeof createAutomationService>

/** Requests, and the driver that launches, follows and cancels their jobs. */
export function createAutomationService(dependencies: Dependencies) {
  const {
    database,
    events,
    audit,
    clock,
    logger,
    servers,
    templates,
    source,
    output,
    verification,
    metrics,
    settings,
  } = dependencies
  const { pollIntervalMs, jobTimeoutMs } = settings
  const changes = createRequestChanges({ database, events, audit, clock })
  const reports = createExecutionReports({ changes, clock })
  const storeLaunch = createLaunchStored({ changes, audit, clock, pollIntervalMs, jobTimeoutMs })
  const newRequests = createNewRequests({
    database,
    changes,
    scheduleCheck: verification.schedule,
    events,
    audit,
    clock,
  })
  const lookAt = createLookAt({ database, servers, reports })

  const wake = (): void => driver.wake()
  const launcher = createLauncher({ database, servers, storeLaunch, launches: metrics.launches, clock, logger })
  const poller = createPoller({ database, servers, reports, polls: metrics.polls, pollIntervalMs, wake, clock, logger })
  const canceller = createCanceller({ database, servers, changes, lookAt, clock, logger })
  const collector = createCollector({ database, servers, changes, reports, output, wake, clock, logger })
  const sweep = createSweep({ database, changes, reports, jobTimeoutMs, clock })
  const driver = createDriver({
    steps: [
      { name: 'cancel', work: canceller.sendDue },
      { name: 'launch', work: launcher.launchDue },
      { name: 'poll', work: poller.pollDue },
      { name: 'watch', work: collector.followWatched },
      { name: 'collect', work: collector.collectDue },
      { name: 'give up', work: launcher.giveUpStale },
      { name: 'sweep', work: sweep },
    ],
    events,
    clock,
    logger,
  })

  const requests = createRequestsService({
    database,
    checksOf: verification.checksOf,
    cancel: createCancelRequests({ database, changes, audit, clock }),
    relaunch: createRelaunchRequests({ database, templates, newRequests }),
    reconcile: createReconcileExecutions({ database, servers, changes, storeLaunch, audit, clock }),
  })

  return {
    requests: { ...requests, ...newRequests },
    launch: createLaunchService({ database, templates, source, newRequests }),
    follow: { lookAt, applyStatus: reports.applyStatus },

    /** No other process works on the embedded database, so what is under way there is under way no more. */
    takeOver: async (): Promise<void> => {
      await launcher.giveUpStale({ everything: true })
      await freeCollects(database.db)
    },
    listen: driver.listen,
    start: driver.start,
    stop: async (): Promise<void> => {
      await driver.stop()
      await Promise.all([launcher.stop(LAUNCH_GRACE_MS), poller.stop(), canceller.stop(), collector.stop()])
    },
  }
}
