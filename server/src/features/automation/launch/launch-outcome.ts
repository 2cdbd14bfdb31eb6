import { type Launched } from '../../../adapters/automation-server/automation-server.ts'
import { AutomationFailure } from '../../../adapters/automation-server/automation-failure.ts'

/** How an attempt to start a job went. */
export type LaunchOutcome =
  | { readonly kind: 'launched'; readonly launched: Launched; readonly jobUrl: string | null }
  /** Certainly no job. */
  | { readonly kind: 'refused'; readonly error: string }
  /** Nobody knows: never to be sent again. */
  | { readonly kind: 'uncertain'; readonly error: string }

export const LOST_LAUNCH = 'The process stopped while it launched the job.'

export const uncertain = (why: string): LaunchOutcome => ({
  kind: 'uncertain',
  error: `${why} The job may have started all the same, so it is not launched again: reconcile looks for it on the automation server.`,
})

export function outcomeOf(error: unknown): LaunchOutcome {
  if (!(error instanceof AutomationFailure)) return uncertain('The answer of the automation server could not be read.')
  switch (error.reason) {
    case 'unreachable':
    case 'refused':
    case 'unauthorized':
    case 'not_found':
      return { kind: 'refused', error: error.message }
    case 'lost_answer':
      return uncertain(error.message)
    case 'cancelled':
      return { kind: 'refused', error: 'The launch was interrupted before it was sent. Launch the rows again.' }
  }
}

/** What people must know about a job that started otherwise than was meant. */
export function warningsOf({ job, ignoredFields }: Launched): string[] {
  return [
    ...(job.kind === 'workflow_job'
      ? [
          `The job template is sliced: the automation server runs workflow job ${job.id}, which has no output of its own.`,
        ]
      : []),
    ...(ignoredFields === undefined || Object.keys(ignoredFields).length === 0 ? [] : [ignoredWarning(ignoredFields)]),
  ]
}

function ignoredWarning(ignored: Readonly<Record<string, unknown>>): string {
  const variables = ignored.extra_vars
  const names = isObject(variables) ? Object.keys(variables) : []
  if (names.includes('rows')) {
    return (
      `The job started WITHOUT the rows: its job template does not take variables at launch ` +
      `(ignored: ${names.join(', ')}). Enable "Prompt on launch" for its variables.`
    )
  }
  const others = Object.keys(ignored).filter((field) => field !== 'extra_vars')
  return `The job started, but the automation server ignored ${[...names.map((name) => `the variable ${name}`), ...others].join(', ')}.`
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
