import type { ImportStep } from '@heddle/client'
import type { Content } from './folder-file.ts'
import { differingKeys, entryOf, type Lock } from './lock.ts'

/** What a plan would take back of changes that somebody made on the server since the pull. */
export type Drift = {
  /** By the name of a saved query in the plan: the keys that were changed there, such as `nodes`. */
  readonly keys: ReadonlyMap<string, ReadonlySet<string>>
}

export const NO_DRIFT: Drift = { keys: new Map() }

/**
 * The queries of a plan that changed on the server since they were pulled, other than by files. Only what the plan
 * would take back counts: keys that it sets, and whole queries that it deletes.
 */
export function findDrift(plan: readonly ImportStep[], lock: Lock, server: Content): Drift {
  const items = new Map(server.saved_queries.map((item) => [item.name, item]))
  const found = plan.flatMap((step) => {
    if (step.kind !== 'saved_query' || !mayDrift(step)) return []
    const item = items.get(step.renamed_from ?? step.name)
    if (item === undefined) return []
    const known = lock.get(`saved_queries.${item.name}`)
    const all = known === undefined ? Object.keys(item) : differingKeys(known, entryOf(item))
    // The server does not know whether a file or a person made a waiver: what was pulled tells.
    const theirs = step.by_hand === true ? all : known === undefined ? [] : all.filter((key) => key === 'waivers')
    const taken = step.action === 'delete' ? theirs : theirs.filter((key) => setsKey(step, key))
    return taken.length === 0 ? [] : [[step.name, new Set(taken)] as const]
  })
  return { keys: new Map(found) }
}

/** Whether it may take back what somebody changed on the server. */
export const mayDrift = (step: ImportStep): boolean => step.by_hand === true || setsKey(step, 'waivers')

const setsKey = ({ diff }: ImportStep, key: string): boolean => (diff ?? []).some(({ path }) => keyOf(path) === key)

/** `nodes` of `nodes.0.class_name`. */
export const keyOf = (path: string): string => path.split('.', 1)[0] ?? path
