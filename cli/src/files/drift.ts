import type { ImportStep } from '@heddle/client'
import { type Content, PLATFORM_LISTS } from './folder-file.ts'
import { differingKeys, entryOf, type Lock } from './lock.ts'

/** What a plan would take back of changes that somebody made on the server since the pull. */
export type Drift = {
  /** By what `driftKey` makes of a step: the keys that were changed there, such as `nodes`. */
  readonly keys: ReadonlyMap<string, ReadonlySet<string>>
}

export const NO_DRIFT: Drift = { keys: new Map() }

/** The name of a saved query; of anything else with its kind before it. */
export const driftKey = ({ kind, name }: Pick<ImportStep, 'kind' | 'name'>): string =>
  kind === 'saved_query' ? name : `${kind}.${name}`

/** The list of a file that has the things of a kind; undefined where nobody can tell them from own changes. */
const listOf = (kind: ImportStep['kind']) =>
  kind === 'saved_query' ? 'saved_queries' : PLATFORM_LISTS.find((list) => list === `${kind}s`)

/**
 * What of a plan changed on the server since it was pulled, other than by files. Only what the plan would take back
 * counts: keys that it sets, and whole things that it deletes.
 */
export function findDrift(plan: readonly ImportStep[], lock: Lock, server: Content): Drift {
  const found = plan.flatMap((step) => {
    const list = listOf(step.kind)
    if (list === undefined || !mayDrift(step)) return []
    const item = server[list]?.find(({ name }) => name === (step.renamed_from ?? step.name))
    if (item === undefined) return []
    const known = lock.get(`${list}.${item.name}`)
    const all = known === undefined ? Object.keys(item) : differingKeys(known, entryOf(item))
    // The server does not know whether a file or a person made a waiver: what was pulled tells.
    const theirs = step.by_hand === true ? all : known === undefined ? [] : all.filter((key) => key === 'waivers')
    const taken = step.action === 'delete' ? theirs : theirs.filter((key) => setsKey(step, key))
    return taken.length === 0 ? [] : [[driftKey(step), new Set(taken)] as const]
  })
  return { keys: new Map(found) }
}

/** Whether it may take back what somebody changed on the server. */
export const mayDrift = (step: ImportStep): boolean => step.by_hand === true || setsKey(step, 'waivers')

const setsKey = ({ diff }: ImportStep, key: string): boolean => (diff ?? []).some(({ path }) => keyOf(path) === key)

/** `nodes` of `nodes.0.class_name`. */
export const keyOf = (path: string): string => path.split('.', 1)[0] ?? path
