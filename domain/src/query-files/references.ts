import type { FileSavedQuery } from '@heddle/contract/query-files.ts'
import { isWireObject, type WireObject } from '../canvas/wire.ts'

/** Where a query names another: a lookup, or the source of a parameter's choices. */
type Reference = { readonly path: string; readonly value: string }
type WithReferences = Pick<FileSavedQuery, 'post_processors' | 'parameters'>

/** What a query refers to, by path; a step that names nothing yet refers to nothing. */
export function referencesOf(query: WithReferences): readonly Reference[] {
  const found: Reference[] = []
  mapReferences(query, (value, path) => {
    found.push({ path, value })
    return value
  })
  return found
}

/** The steps and parameters of a query with every reference replaced. All else stays as it is. */
export function mapReferences<Query extends WithReferences>(
  query: Query,
  map: (value: string, path: string) => string,
): Query {
  const { post_processors: steps, parameters } = query
  return {
    ...query,
    ...(steps && { post_processors: steps.map((step, index) => mapStep(step, `post_processors.${index}`, map)) }),
    ...(parameters && {
      parameters: parameters.map((parameter, index) => mapParameter(parameter, `parameters.${index}`, map)),
    }),
  }
}

type MapValue = (value: string, path: string) => string

function mapStep(step: unknown, path: string, map: MapValue): unknown {
  if (!isWireObject(step) || step.type !== 'lookup' || !isWireObject(step.config)) return step
  return { ...step, config: withMapped(step.config, `${path}.config`, map) }
}

function mapParameter(parameter: unknown, path: string, map: MapValue): unknown {
  if (!isWireObject(parameter) || !isWireObject(parameter.choices_from)) return parameter
  return { ...parameter, choices_from: withMapped(parameter.choices_from, `${path}.choices_from`, map) }
}

function withMapped(holder: WireObject, path: string, map: MapValue): WireObject {
  const { saved_query: value } = holder
  return typeof value === 'string' && value !== ''
    ? { ...holder, saved_query: map(value, `${path}.saved_query`) }
    : holder
}
