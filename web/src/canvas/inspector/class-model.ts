import type { FilteredProperty } from '@heddle/domain/canvas-editing/filter-operators.ts'
import { isClassName } from '@heddle/domain/canvas/names.ts'
import { HeddleError } from '@heddle/client'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Wire } from '../../lib/api/wire.ts'
import { useHeddle } from '../../lib/session/context.tsx'
import { classDetail } from '../model/class-queries.ts'
import { modelStats } from '../model/model-stats.ts'

export type ShownClass = {
  /** `unknown`: the model has no such class; `uninstalled`: there is no model. */
  readonly state: 'none' | 'loading' | 'known' | 'unknown' | 'uninstalled' | 'failed'
  readonly details: readonly Wire.MimClassDetail[]
  /** Of all classes, each name once; naming ones first. */
  readonly properties: readonly Wire.MimProperty[]
  readonly propertyNamed: (name: string) => FilteredProperty | undefined
  readonly retry: () => void
}

/** What the class model says of some classes. */
export function useClassModel(names: readonly string[]): ShownClass {
  const heddle = useHeddle()
  const { data: stats } = useQuery(modelStats(heddle))
  const isInstalled = stats !== undefined && stats.controller_version !== null
  const model = useQueries({
    queries: names.map((name) => ({ ...classDetail(heddle, name), enabled: isInstalled && isClassName(name) })),
    combine: modelOf,
  })
  return useMemo(() => {
    if (isInstalled || names.length === 0) return model
    return { ...model, state: stats === undefined ? 'loading' : 'uninstalled' }
  }, [model, isInstalled, stats, names.length])
}

type Read = {
  readonly data: Wire.MimClassDetail | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

function modelOf(read: readonly Read[]): ShownClass {
  const details = read.flatMap(({ data }) => data ?? [])
  const properties = mergedProperties(details)
  const byName = new Map(properties.map((property) => [property.name, property]))
  return {
    state: stateOf(read, details.length),
    details,
    properties,
    propertyNamed: (name) => {
      const found = byName.get(name)
      return (
        found && {
          name,
          type: found.type,
          values: found.values,
          has_more_values: found.value_count > found.values.length,
        }
      )
    },
    retry: () => {
      for (const { error, refetch } of read) if (error) refetch()
    },
  }
}

function stateOf(read: readonly Read[], known: number): ShownClass['state'] {
  if (read.length === 0) return 'none'
  if (read.some(({ isFetching }) => isFetching)) return 'loading'
  if (known > 0) return 'known'
  // The client's own errors have no status; 404 and 409 are answers.
  const isAnswer = read.some(({ error }) => error instanceof HeddleError && [404, 409].includes(error.status))
  return isAnswer || read.every(({ error }) => !error) ? 'unknown' : 'failed'
}

function mergedProperties(details: readonly Wire.MimClassDetail[]): readonly Wire.MimProperty[] {
  const found = new Map<string, Wire.MimProperty>()
  for (const property of details.flatMap((detail) => detail.properties)) {
    const known = found.get(property.name)
    found.set(
      property.name,
      known ? { ...known, values: [...new Set([...known.values, ...property.values])] } : property,
    )
  }
  const order = (property: Wire.MimProperty) => (property.naming ? 0 : property.name === 'dn' ? 1 : 2)
  return [...found.values()].sort((one, other) => order(one) - order(other) || (one.name < other.name ? -1 : 1))
}
