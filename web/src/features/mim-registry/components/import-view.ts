import type { Wire } from '../../../lib/api/wire.ts'

type ImportPhase = Wire.MimImportRun['phase']

/** What an import does just now, and how much of that is done. */
export type ImportView = {
  readonly phase: ImportPhase
  readonly what: 'classes' | 'properties' | 'relations'
  readonly done: number
  readonly total: number
}

type Frame = { readonly type: string; readonly data?: unknown }

/** As the run is stored: what people see before the channel says more, and without it. */
export function viewOfRun(run: Wire.MimImportRun): ImportView {
  const { phase, completed_count: completed, not_found_count: missing, failed_count: failed } = run
  const done = completed + missing + failed
  return { phase, what: 'classes', done, total: Math.max(done, run.total_classes) }
}

const NONE = { done: 0, total: 0 }

/** What is known once a frame of the channel has arrived. */
export function afterImportFrame(view: ImportView | undefined, { type, data }: Frame): ImportView | undefined {
  const said = (data ?? {}) as Readonly<Record<string, unknown>>
  if (type === 'phase' && isPhase(said.phase)) {
    if (view?.phase === said.phase) return view
    return {
      phase: said.phase,
      what: 'classes',
      ...(view?.phase === 'init' ? NONE : { done: view?.done ?? 0, total: view?.total ?? 0 }),
    }
  }
  if (type !== 'progress' || !isStep(said.step)) return view
  return { phase: view?.phase ?? 'init', what: said.step, done: Number(said.current), total: Number(said.total) }
}

export const PHASES: readonly ImportPhase[] = ['init', 'downloading', 'importing', 'finalizing']

const isPhase = (value: unknown): value is ImportPhase => value === 'done' || PHASES.includes(value as ImportPhase)
const isStep = (value: unknown): value is ImportView['what'] =>
  value === 'classes' || value === 'properties' || value === 'relations'

/** Of two sources the one that is further on: the channel is quicker, the stored run knows its end. */
export function furtherOf(one: ImportView, other: ImportView | undefined): ImportView {
  if (!other) return one
  const [a, b] = [PHASES.indexOf(one.phase), PHASES.indexOf(other.phase)]
  if (a !== b) return a > b ? one : other
  return one.what === other.what && one.done > other.done ? one : other
}

/** How much was done when somebody looked. */
export type ImportSample = { readonly at: number; readonly done: number }

const SHORTEST_LOOK_MS = 2_000
const FEWEST = 20

/** Seconds until the rest is done, at the pace since the first look; undefined until that says something. */
export function secondsLeft(first: ImportSample, last: ImportSample, total: number): number | undefined {
  const [took, done] = [last.at - first.at, last.done - first.done]
  if (took < SHORTEST_LOOK_MS || done < FEWEST || total <= last.done) return undefined
  return Math.ceil(((total - last.done) * took) / done / 1000)
}
