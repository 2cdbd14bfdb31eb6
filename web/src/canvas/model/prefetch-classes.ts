import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { namedClasses } from '@heddle/domain/canvas/named-classes.ts'
import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Heddle } from '../../lib/api/heddle.ts'
import type { Wire } from '../../lib/api/wire.ts'
import { useHeddle } from '../../lib/session/context.tsx'
import { classDetail } from './class-queries.ts'

/** As many as the server describes at once. */
const MOST_AT_ONCE = 50

/** Reads the classes of a canvas in one call, and keeps them where each class is looked for. */
export function usePrefetchClasses(canvas: WireCanvas): void {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const names = useClassNames(canvas)
  useEffect(() => {
    const unknown = names.filter((name) => cache.getQueryData(classDetail(heddle, name).queryKey) === undefined)
    // Class by class they are asked for again, and whatever shows them says why it cannot.
    if (unknown.length > 0) void readClasses(cache, heddle, unknown.slice(0, MOST_AT_ONCE)).catch(() => undefined)
  }, [cache, heddle, names])
}

/** The classes of a canvas as far as they have been read. */
export function useKnownClasses(canvas: WireCanvas): readonly Wire.MimClassDetail[] {
  const heddle = useHeddle()
  const names = useClassNames(canvas)
  return useQueries({
    queries: names.map((name) => ({ ...classDetail(heddle, name), enabled: false })),
    combine: foundOf,
  })
}

const foundOf = (
  results: readonly { readonly data: Wire.MimClassDetail | undefined }[],
): readonly Wire.MimClassDetail[] => results.flatMap(({ data }) => data ?? [])

async function readClasses(cache: QueryClient, heddle: Heddle, names: readonly string[]): Promise<void> {
  const list = names.toSorted().join(',')
  await cache.query({
    queryKey: ['mim', 'classes', list],
    queryFn: async ({ signal }) => {
      const { results } = await heddle.mim.explorer.classes({ names: list }, { signal })
      for (const found of results) cache.setQueryData(classDetail(heddle, found.name).queryKey, found)
      return results.length
    },
    staleTime: Infinity,
    retry: false,
  })
}

function useClassNames(canvas: WireCanvas): readonly string[] {
  const list = namedClasses(canvas).join(',')
  return useMemo(() => (list === '' ? [] : list.split(',')), [list])
}
