import type { SavedQueryPatch } from '@heddle/contract/queries.ts'
import { readParameters } from '@heddle/domain/parameters/read-parameters.ts'
import { NO_GUIDANCE, type PackQueryOrder } from '../queries/index.ts'
import type { PackCheckRow } from './packs.tables.ts'

type Overrides = Pick<PackCheckRow, 'severity' | 'parameters'>

/** The saved query of a check: what the pack says, with what holds here instead. */
export function queryOfCheck({ content, severity, parameters }: Pick<PackCheckRow, 'content'> & Overrides) {
  const {
    id: _,
    title,
    group: __,
    needs: ___,
    verified_on: ____,
    sources: _____,
    mends_with: ______,
    ...query
  } = content
  return {
    ...{ description: '', post_processors: [], expect: null, nodes: [], edges: [], ...NO_GUIDANCE },
    ...query,
    name: title,
    ...(severity !== null && { severity }),
    parameters: withDefaults(query.parameters ?? [], parameters ?? {}).parameters,
    controller_connection: null,
  } satisfies PackQueryOrder['body']
}

/**
 * Parameters with other defaults; what is wrong with those. Values that a later version of the pack does not know, or
 * no longer allows, do not hold.
 */
export function withDefaults(declared: NonNullable<SavedQueryPatch['parameters']>, values: Record<string, unknown>) {
  const faults: Record<string, string[]> = {}
  const parameters = [...declared]
  for (const [name, value] of Object.entries(values)) {
    const index = declared.findIndex((one) => (one as { readonly name?: unknown }).name === name)
    const changed = index < 0 ? undefined : { ...(declared[index] as object), default: value }
    const wrong = changed && Object.values(readParameters([changed]).faults).flat()
    if (changed === undefined) faults[`parameters.${name}`] = ['The check has no such parameter.']
    else if (wrong !== undefined && wrong.length > 0) faults[`parameters.${name}`] = wrong
    else parameters[index] = changed
  }
  return { parameters, faults }
}
