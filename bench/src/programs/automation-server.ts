import { busiestSecond } from '@heddle/simulators/automation/http/automation-log.ts'
import { scriptOf } from '@heddle/simulators/automation/model/job-script.ts'
import { bigOutput, linesOf } from '@heddle/simulators/automation/output/job-output.ts'
import { startAutomation } from '@heddle/simulators/automation/start-automation.ts'
import { sharedNow } from '../shared-clock.ts'

const BIG_BYTES = 100_000_000
const QUICK = { pendingMs: 20, waitingMs: 20 }
const OPEN = { asks: ['variables'], allowSimultaneous: true } as const
/** Longer than a measurement takes to launch everything. */
const LONG_MS = 60_000

/** Job templates of the automation server. */
export const JOB_TEMPLATES = { endless: 1, patient: 2, big: 3 }

/** A simulated automation server; with a manual clock, jobs wait until time is advanced. */
export async function open({ clock }: { readonly clock: 'real' | 'manual' }) {
  const automation = await startAutomation({
    clock,
    templates: [
      {
        id: JOB_TEMPLATES.endless,
        name: 'Runs until it is canceled',
        ...OPEN,
        script: scriptOf({ ...QUICK, end: 'never' }),
      },
      {
        id: JOB_TEMPLATES.patient,
        name: 'Waits before it runs',
        ...OPEN,
        script: scriptOf({ pendingMs: LONG_MS, waitingMs: 0, runMs: 1_000, output: linesOf(['PLAY [all]']) }),
      },
      {
        id: JOB_TEMPLATES.big,
        name: 'Writes 100 MB',
        ...OPEN,
        script: scriptOf({ ...QUICK, runMs: 200, output: bigOutput(BIG_BYTES) }),
      },
    ],
  })
  const { url, token, prefix } = automation
  return {
    access: async () => ({ url, token, prefix }),
    addWebhook: async (receiver: { readonly url: string; readonly secret: string }) => {
      automation.addWebhook({ url: receiver.url, headers: { 'X-Automation-Webhook-Signature': receiver.secret } })
    },
    forget: async () => automation.resetCounters(),
    /** Most status calls that began within one second, and all of them. */
    statusCalls: async () => {
      const calls = automation.requests.filter(({ method, path }) => method === 'GET' && path === `${prefix}jobs/`)
      return { busiest: busiestSecond(calls), all: calls.length }
    },
    launches: async () =>
      automation.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/launch/')).length,
    /** All patient jobs start to run; answers when, by the machine's clock. */
    runPatientJobs: async () => {
      const at = sharedNow()
      automation.clock.advance(LONG_MS)
      return at
    },
    close: () => automation.close(),
  }
}
