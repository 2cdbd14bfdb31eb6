import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'
import type { Wire } from '../../lib/api/wire.ts'

/** What the class model says never changes while a version of it is installed. */
const FOREVER = { staleTime: Infinity, retry: false } as const

export type HitType = Wire.MimSearchResult['type']
const MOST_HITS = 50

/** Classes, properties and packages that a text is about, best first. */
export const modelSearch = (heddle: Heddle, text: string, type: HitType | undefined) =>
  queryOptions({
    queryKey: ['mim', 'find', text, type ?? null],
    queryFn: ({ signal }) =>
      heddle.mim.search({ q: text, limit: MOST_HITS, ...(type !== undefined && { type }) }, { signal }),
    ...FOREVER,
  })

export const classRelationships = (heddle: Heddle, name: string, withGeneric: boolean) =>
  queryOptions({
    queryKey: ['mim', 'relationships', name, withGeneric],
    queryFn: ({ signal }) =>
      heddle.mim.explorer.relationships(name, withGeneric ? { include_generic: true } : {}, { signal }),
    ...FOREVER,
  })

export const classPaths = (heddle: Heddle, name: string) =>
  queryOptions({
    queryKey: ['mim', 'ancestors', name],
    queryFn: ({ signal }) => heddle.mim.explorer.ancestors(name, { signal }),
    ...FOREVER,
  })

/** Notes on a class; those of AI cost its reader a call and are asked for by hand. */
export const classNotes = (heddle: Heddle, name: string, asksAi: boolean) =>
  queryOptions({
    queryKey: ['mim', 'insights', name, asksAi],
    queryFn: ({ signal }) => heddle.mim.explorer.class.insights(name, asksAi ? {} : { source: 'model' }, { signal }),
    ...FOREVER,
  })

const MOST_TOP = 24

export const topPackages = (heddle: Heddle) =>
  queryOptions({
    queryKey: ['mim', 'packages', 'top'],
    queryFn: ({ signal }) => heddle.mim.packages.top({ limit: MOST_TOP }, { signal }),
    ...FOREVER,
  })

export const CLASSES_PER_PAGE = 200

export const classesOfPackage = (heddle: Heddle, name: string) =>
  queryOptions({
    queryKey: ['mim', 'packages', name],
    queryFn: ({ signal }) => heddle.mim.classes.list({ package: name, page_size: CLASSES_PER_PAGE }, { signal }),
    ...FOREVER,
  })

/** The saved queries that use a class; these change at any time. */
export const classUse = (heddle: Heddle, name: string) =>
  queryOptions({
    queryKey: ['queries', 'class-use', name],
    queryFn: ({ signal }) => heddle.queries.classUse(name, { signal }),
    staleTime: 60_000,
  })
