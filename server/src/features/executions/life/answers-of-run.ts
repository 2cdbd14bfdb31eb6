import { addAbortListener } from 'node:events'
import type {
  ControllerClient,
  GetOptions,
  RawAnswer,
  RequestState,
} from '../../../adapters/controller/controller-client.ts'
import { CANCELLED } from '../../run-engine/index.ts'

type Answered = Awaited<ReturnType<ControllerClient['get']>>
type Ask = (options: { readonly onState: (state: RequestState) => void }) => Promise<Answered>
type Terms = Pick<GetOptions, 'signal' | 'onState'>

/** A request on its way, or its answer. */
type Flight = {
  readonly answer: Promise<RawAnswer | undefined>
  readonly followers: Set<(state: RequestState) => void>
  state: RequestState
}

/** What was read about one resource at about the same time: pages and counts that belong together. */
export class AnswerSeries {
  readonly flights = new Map<string, Flight>()
  keptBytes = 0
  /** There was no room for one of its answers: nobody else begins to follow it. */
  hasGap = false
}
/** By connection and the part of the path before its parameters. */
export type Resources = Map<string, AnswerSeries[]>

/**
 * What one run of a check may take from the others. It follows one series of each resource: a page of now beside a
 * count from before would look like objects that are missing.
 */
export class AnswersOfRun {
  readonly #resources: Resources
  readonly #keep: (bytes: number) => boolean
  readonly #followed = new Map<string, AnswerSeries>()
  readonly #taken = new Map<string, Flight>()

  constructor(resources: Resources, keep: (bytes: number) => boolean) {
    this.#resources = resources
    this.#keep = keep
  }

  /**
   * The answer to a request that `key` (a connection in its present form) and path name, asked for only if no other run
   * has, or if this run has had that answer before and asks again. Failures are not shared.
   */
  async get(key: string, path: string, { signal, onState = () => undefined }: Terms, ask: Ask): Promise<Answered> {
    const series = this.#seriesOf(`${key} ${path.split('?', 1)[0]!}`, path)
    const place = `${key} ${path}`
    for (;;) {
      const known = series.flights.get(path)
      if (!known || known === this.#taken.get(place)) {
        const { flight, own } = this.#ask(series, path, onState, ask)
        this.#taken.set(place, flight)
        return own
      }
      this.#taken.set(place, known)
      const answer = await follow(known, signal, onState)
      if (signal.aborted) return { ok: false, failure: CANCELLED }
      if (answer) return { ...answer, body: answer.body.slice() }
    }
  }

  #seriesOf(resource: string, path: string): AnswerSeries {
    const followed = this.#followed.get(resource)
    if (followed) return followed
    const all = this.#resources.get(resource) ?? []
    this.#resources.set(resource, all)
    const found = all.findLast(({ flights, hasGap }) => !hasGap && flights.has(path))
    const series = found ?? new AnswerSeries()
    if (!found) all.push(series)
    this.#followed.set(resource, series)
    return series
  }

  #ask(series: AnswerSeries, path: string, onState: (state: RequestState) => void, ask: Ask) {
    const { promise: answer, resolve } = Promise.withResolvers<RawAnswer | undefined>()
    const flight: Flight = { answer, followers: new Set([onState]), state: 'waits' }
    series.flights.set(path, flight)
    const tell = (state: RequestState) => {
      flight.state = state
      for (const follower of flight.followers) follower(state)
    }
    const own = ask({ onState: tell }).then(
      (answered) => {
        resolve(this.#share(series, path, flight, answered))
        return answered
      },
      (error: unknown) => {
        this.#drop(series, path, flight)
        resolve(undefined)
        throw error
      },
    )
    return { flight, own }
  }

  /** A copy for the others, made before this run hands the body on to its thread. */
  #share(series: AnswerSeries, path: string, flight: Flight, answered: Answered): RawAnswer | undefined {
    const isKept = answered.ok && this.#keep(answered.body.byteLength)
    if (isKept) series.keptBytes += answered.body.byteLength
    else this.#drop(series, path, flight)
    if (answered.ok && !isKept) series.hasGap = true
    const isWanted = isKept || flight.followers.size > 1
    return answered.ok && isWanted ? { ...answered, body: answered.body.slice() } : undefined
  }

  #drop({ flights }: AnswerSeries, path: string, flight: Flight): void {
    if (flights.get(path) === flight) flights.delete(path)
  }
}

/** Waits for what another run has asked for, as long as this one goes on. */
async function follow(
  flight: Flight,
  signal: AbortSignal,
  onState: (state: RequestState) => void,
): Promise<RawAnswer | undefined> {
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>()
  if (signal.aborted) return undefined
  using _listener = addAbortListener(signal, () => resolve(undefined))
  if (flight.state !== 'over') onState(flight.state)
  flight.followers.add(onState)
  try {
    return await Promise.race([flight.answer, aborted])
  } finally {
    flight.followers.delete(onState)
    onState('over')
  }
}
