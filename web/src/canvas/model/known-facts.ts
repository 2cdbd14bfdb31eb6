import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Wire } from '../../lib/api/wire.ts'

/** What the answers read so far say of classes, whatever they were read for. */
export type KnownFacts = {
  /** `Bridge Domain`, by name of the class. */
  readonly labels: ReadonlyMap<string, string>
  /** `n:1`, by name of the relation class. */
  readonly cardinalities: ReadonlyMap<string, string>
}

type Source = { readonly subscribe: (listener: () => void) => () => void; readonly read: () => KnownFacts }

const sources = new WeakMap<QueryClient, Source>()

/** Nothing is fetched for it. */
export function useKnownFacts(): KnownFacts {
  const queries = useQueryClient()
  const source = sources.get(queries) ?? factSource(queries)
  sources.set(queries, source)
  return useSyncExternalStore(source.subscribe, source.read)
}

function factSource(queries: QueryClient): Source {
  const cache = queries.getQueryCache()
  const labels = new Map<string, string>()
  const cardinalities = new Map<string, string>()
  const learn = (key: readonly unknown[], data: unknown): boolean => {
    if (key[0] !== 'mim' || data === undefined) return false
    const before = labels.size + cardinalities.size
    for (const { name, display_name } of labelled(key, data)) if (display_name !== '') labels.set(name, display_name)
    for (const { through, cardinality } of related(key, data))
      cardinalities.set(through, cardinality.replace('-to-', ':'))
    return labels.size + cardinalities.size > before
  }
  const copy = (): KnownFacts => ({ labels: new Map(labels), cardinalities: new Map(cardinalities) })
  for (const { queryKey, state } of cache.getAll()) learn(queryKey, state.data)
  let shown = copy()
  const listeners = new Set<() => void>()
  cache.subscribe(({ type, query }) => {
    if (type !== 'updated' || !learn(query.queryKey as readonly unknown[], query.state.data)) return
    shown = copy()
    // While a component renders, it may read the cache: others learn of it right after.
    queueMicrotask(() => listeners.forEach((listener) => listener()))
  })
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    read: () => shown,
  }
}

type Labelled = { readonly name: string; readonly display_name: string }

function labelled(key: readonly unknown[], data: unknown): readonly Labelled[] {
  if (key[1] === 'class') return [data as Wire.MimClassDetail]
  if (key[1] === 'connectable') return (data as Wire.MimConnectable).connectable
  if (key[1] !== 'search') return []
  const { results } = data as Wire.MimSearchReply
  return results.flatMap(({ type, name, display_name = '' }) => (type === 'class' ? [{ name, display_name }] : []))
}

function related(key: readonly unknown[], data: unknown): Wire.MimConnect['relations'] {
  if (key[1] === 'connect') return (data as Wire.MimConnect).relations
  if (key[1] === 'connectable') return (data as Wire.MimConnectable).connectable.flatMap(({ relations }) => relations)
  return []
}
