import type { Logger } from 'pino'
import type { WireLists } from '@heddle/domain/ai/proposal/proposal.ts'
import { failedExplanation, type QueryExplanation } from '@heddle/domain/ai/explanation/explain-query.ts'
import type { PublicNames } from '@heddle/domain/ai/explanation/public-facts.ts'
import type { Problem } from '@heddle/domain/canvas/problem.ts'
import type { ManagedObject } from '@heddle/domain/controller-query/controller-query.ts'
import { SECOND } from '../../kernel/durations.ts'
import { ServiceUnavailable } from '../../kernel/errors.ts'
import type { Lane } from '../../kernel/lane.ts'
import { SMALL_LOAN } from '../../platform/memory/memory-budget.ts'
import { openThread, type Thread } from '../../platform/threads/open-thread.ts'
import { ThreadOutOfMemory } from '../../platform/threads/thread-ended.ts'
import { threadMemory, type ThreadBudget } from '../../platform/threads/thread-memory.ts'
import { createThreadPool, type ThreadUse } from '../../platform/threads/thread-pool.ts'
import { workDeadline } from '../../platform/threads/work-deadline.ts'
import type { QueryToRun } from './query-to-run.ts'
import type { ExplainCalls, ExplainCanvasOrder, PublicNamesOrder } from './thread/explain-calls.ts'
import type {
  ClassVersions,
  FindQuery,
  PastPlanOrder,
  PlannedPastRun,
  PlannedProposal,
  PlannedRun,
  PlannerCalls,
  PlanOrder,
  PlanTerms,
  ProposalOrder,
} from './thread/planner-calls.ts'
import type {
  WhyDropped,
  PlannedPart,
  SaidDropped,
  WhyCalls,
  WhyFailure,
  WhyOrder,
  WhyOutline,
  WhyPart,
} from './thread/why-calls.ts'

type PlannerOptions = {
  readonly terms: () => PlanTerms
  readonly findQuery: FindQuery
  readonly versionsWith: (classNames: readonly string[]) => Promise<ClassVersions>
  /** How many objects the classes of a connection have, as far as they were counted lately. */
  readonly countsOf?: (connection: string) => ReadonlyMap<string, number>
  readonly logger: Logger
  /** What a thread takes is borrowed here first. */
  readonly budget: ThreadBudget
  readonly program?: URL
  readonly deadlineMs?: number
}

/** Plans for one request, in a thread of its own. */
export type Planner = {
  readonly planRun: (order: Omit<PlanOrder, keyof PlanTerms | 'counts'>) => Promise<PlannedRun>
  readonly planPastRun: (order: Omit<PastPlanOrder, keyof PlanTerms>) => Promise<PlannedPastRun>
  /** Undefined if no class model is installed, which joins are chosen by. */
  readonly planProposal: (order: Omit<ProposalOrder, keyof PlanTerms>) => Promise<PlannedProposal | undefined>
  readonly explainQuery: (order: ExplainCanvasOrder) => Promise<QueryExplanation>
  /** None if there was no time to find out. */
  readonly publicNames: (order: PublicNamesOrder) => Promise<PublicNames>
  readonly why: WhyPlanner
}

type WhyOf<Part> = Omit<WhyOrder, keyof PlanTerms | 'counts'> & Part
/** Asks about an object of a query that was planned before. */
export type WhyPlanner = {
  readonly outline: (order: WhyOf<{ readonly object: ManagedObject | undefined }>) => Promise<WhyOutline | WhyFailure>
  readonly plan: (order: WhyOf<{ readonly part: WhyPart }>) => Promise<PlannedPart | WhyFailure>
  readonly sayDropped: (order: WhyOf<{ readonly dropped: WhyDropped }>) => Promise<SaidDropped | WhyFailure>
}

export type Planners = {
  /**
   * Passes a planner to `work` once it is this user's turn; read the query there, so that nothing large waits. Rejects
   * when the signal fires. Queries that are `coming` may be looked up in although they are not saved yet.
   */
  readonly use: <Result>(
    lane: Lane | null,
    signal: AbortSignal,
    work: (planner: Planner) => Promise<Result>,
    coming?: ReadonlyMap<string, QueryToRun>,
  ) => Promise<Result>
  readonly threads: () => ThreadUse
  readonly close: () => Promise<void>
}

const PROGRAM = new URL('./thread/planner-worker.ts', import.meta.url)
// Two users who keep their planners busy leave two to all others.
const LIMITS = { total: 6, perLane: 2 }
const WARM = 2
/** Of processor time; ordinary canvases take milliseconds. */
const DEADLINE_MS = 5 * SECOND
// Most calls end by themselves before that, which saves their thread.
const STOP_GRACE_MS = 200
// Far more than the largest query that may be saved needs. Small enough not to wait behind larger loans.
const MEMORY = { mostMb: 128, youngHeapMb: 16, share: SMALL_LOAN }

const TOO_MUCH_MEMORY: Problem = {
  code: 'too_large',
  message: 'The query needs too much memory to be prepared: make its canvas smaller, or use fewer lookups.',
}

const tooSlow = (ms: number): Problem => ({
  code: 'too_large',
  message: `The query takes longer than ${ms / SECOND} s to prepare: make its canvas smaller, or use fewer lookups.`,
})

type Calls = PlannerCalls & ExplainCalls & WhyCalls
type PlannerParts = PlannerOptions & { readonly deadlineMs: number; readonly isClosed: () => boolean }

/** Threads that parse, validate and plan queries: whatever a canvas does to its thread, the server goes on. */
export function createPlanners(options: PlannerOptions): Planners {
  const { program = PROGRAM, deadlineMs = DEADLINE_MS, budget } = options
  const { memory, ...lending } = threadMemory(budget, MEMORY)
  const threads = createThreadPool<Calls>({
    limits: LIMITS,
    warm: WARM,
    ...lending,
    open: (onEnd) => openThread(program, { name: 'planner', memory, onEnd }),
  })
  const parts = { ...options, deadlineMs, isClosed: threads.isClosed }

  return {
    use: async (lane, signal, work, coming) => {
      const taken = await threads.take(lane, signal)
      if (!taken) throw requestEnded()
      try {
        const findQuery: FindQuery = async (id) => coming?.get(id) ?? parts.findQuery(id)
        return await work(plannerOn({ ...parts, findQuery }, taken.thread, signal))
      } finally {
        if (taken.thread.isOpen()) taken.release()
        else taken.discard()
      }
    },
    threads: threads.use,
    close: threads.close,
  }
}

function plannerOn(parts: PlannerParts, thread: Thread<Calls>, signal: AbortSignal): Planner {
  const { terms, countsOf } = parts
  const call = <Planned>(plan: PlanCall<Planned>, failed: (problem: Problem) => Planned) =>
    callInTime(parts, { thread, signal }, plan, failed)

  return {
    planRun: (order) =>
      call(
        (options) =>
          thread.call('planRun', { ...order, ...terms(), counts: countsOf?.(order.request.connection) }, options),
        (problem) => ({ errors: [problem], warnings: [], input: undefined }),
      ),
    planPastRun: (order) =>
      call(
        (options) => thread.call('planPastRun', { ...order, ...terms() }, options),
        (problem) => ({ errors: [problem], warnings: [], input: undefined, pastWarnings: [] }),
      ),
    planProposal: async (order) => {
      const { model, ...others } = terms()
      if (!model) return undefined
      return call(
        (options) => thread.call('planProposal', { ...order, ...others, model }, options),
        (problem) => unplannedProposal(order.base, problem),
      )
    },
    explainQuery: (order) =>
      call(
        ({ host: _, ...options }) => thread.call('explainQuery', { ...order, model: terms().model }, options),
        ({ message }) => failedExplanation(message),
      ),
    publicNames: (order) =>
      call(
        ({ host: _, ...options }) => thread.call('publicNames', { ...order, model: terms().model }, options),
        () => ({ classes: [], columns: [] }),
      ),
    why: whyPlanner(parts, thread, call),
  }
}

type Call = <Planned>(plan: PlanCall<Planned>, failed: (problem: Problem) => Planned) => Promise<Planned>

function whyPlanner({ terms, countsOf }: PlannerParts, thread: Thread<Calls>, call: Call): WhyPlanner {
  const failed = ({ message }: Problem): WhyFailure => ({ failure: message })
  return {
    outline: (order) =>
      call<WhyOutline | WhyFailure>(
        ({ host: _, ...options }) => thread.call('outlineWhy', { ...order, ...terms() }, options),
        failed,
      ),
    plan: (order) =>
      call<PlannedPart | WhyFailure>(
        (options) =>
          thread.call('planWhy', { ...order, ...terms(), counts: countsOf?.(order.request.connection) }, options),
        failed,
      ),
    sayDropped: (order) =>
      call<SaidDropped | WhyFailure>(
        ({ host: _, ...options }) => thread.call('sayDropped', { ...order, ...terms() }, options),
        failed,
      ),
  }
}

type PlanCall<Planned> = (options: ReturnType<typeof callOptions>) => Promise<Planned>

/** What takes too much time or memory has a problem that says so; its thread is gone then. */
async function callInTime<Planned>(
  { logger, deadlineMs, isClosed, ...parts }: PlannerParts,
  { thread, signal }: { readonly thread: Thread<Calls>; readonly signal: AbortSignal },
  plan: PlanCall<Planned>,
  failed: (problem: Problem) => Planned,
): Promise<Planned> {
  using deadline = workDeadline(thread, deadlineMs)
  const late = deadline.signal
  try {
    return await plan(callOptions(parts, signal, late))
  } catch (error) {
    if (signal.aborted || isClosed()) throw requestEnded()
    const isTooLarge = error instanceof ThreadOutOfMemory
    if (!late.aborted && !isTooLarge) throw error
    const problem = late.aborted ? tooSlow(deadlineMs) : TOO_MUCH_MEMORY
    logger.warn({ code: problem.code }, problem.message)
    return failed(problem)
  }
}

/** What a thread asks for its queries goes no further once the request has ended. */
const callOptions = (
  { findQuery, versionsWith }: Pick<PlannerParts, 'findQuery' | 'versionsWith'>,
  signal: AbortSignal,
  late: AbortSignal,
) => ({
  signal: AbortSignal.any([signal, late]),
  graceMs: STOP_GRACE_MS,
  host: {
    findQuery: (id: string) => {
      signal.throwIfAborted()
      return findQuery(id)
    },
    versionsWith: (classNames: readonly string[]) => {
      signal.throwIfAborted()
      return versionsWith(classNames)
    },
  },
})

const requestEnded = () => new ServiceUnavailable('The query was not prepared: the request has ended.')

/** A proposal that changes nothing, as nobody can say what it would change. */
const unplannedProposal = (base: WireLists, problem: Problem): PlannedProposal => ({
  ...{ name: '', description: '', explanation: '', canvas: base, edits: [], problems: [], left_out: [] },
  ...{ errors: [problem], warnings: [], plan: undefined },
})
