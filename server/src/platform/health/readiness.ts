import { SECOND } from '../../kernel/durations.ts'
import { keptFor } from '../../kernel/kept-for.ts'
import { within } from '../../kernel/within.ts'

/** In the order of the start, so that the first that is not ok says what a start waits for. */
export const CHECKS = ['database', 'migrations', 'cache', 'bus', 'started', 'draining'] as const
export type CheckName = (typeof CHECKS)[number]

export type ReadinessResult = { readonly ok: boolean; readonly detail?: string }
export type ReadinessReport = {
  readonly status: 'ready' | 'not ready'
  readonly checks: Readonly<Record<CheckName, ReadinessResult>>
}

/** A check fails until it knows how to find out. */
export type Readiness = {
  /** Asks something outside, which rejects when it is not ok. */
  readonly ask: (name: CheckName, ping: () => Promise<unknown>) => void
  /** Asks this process, which answers with a fault in words, or undefined. */
  readonly look: (name: CheckName, findFault: () => string | undefined) => void
  /** The checks named do not count, but are reported. */
  readonly report: (excluded?: readonly string[]) => Promise<ReadinessReport>
}

type Options = {
  readonly timeoutMs?: number
  /** So many callers share one answer of the outside. */
  readonly keptMs?: number
}

const NOT_YET: ReadinessResult = { ok: false, detail: 'not yet: the process is starting' }
const OK: ReadinessResult = { ok: true }

/** Whether this process can do its work. Bounded in time, whatever hangs. */
export function createReadiness({ timeoutMs = 2 * SECOND, keptMs = SECOND }: Options = {}): Readiness {
  const finders = new Map<CheckName, () => Promise<ReadinessResult>>()
  const noAnswer = { ok: false, detail: `no answer within ${timeoutMs / SECOND} s` }
  const resultOf = async (name: CheckName): Promise<ReadinessResult> => {
    const find = finders.get(name)
    return find ? within(timeoutMs, find()).catch(() => noAnswer) : NOT_YET
  }
  return {
    ask: (name, ping) => {
      const pinged = async (): Promise<ReadinessResult> => {
        const fault = await ping().then(
          () => undefined,
          (error: unknown) => kindOf(error),
        )
        return resultOfFault(fault)
      }
      finders.set(name, keptFor(keptMs, pinged))
    },
    look: (name, findFault) => void finders.set(name, async () => resultOfFault(findFault())),
    report: async (excluded = []) => {
      const results = await Promise.all(CHECKS.map(async (name) => [name, await resultOf(name)] as const))
      const isReady = results.every(([name, { ok }]) => ok || excluded.includes(name))
      return {
        status: isReady ? 'ready' : 'not ready',
        checks: Object.fromEntries(results) as ReadinessReport['checks'],
      }
    },
  }
}

const resultOfFault = (fault: string | undefined): ReadinessResult =>
  fault === undefined ? OK : { ok: false, detail: fault }

/** Without the message, which may name addresses: nobody signs in to read this. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
