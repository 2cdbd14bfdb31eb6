import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'

/** What the class model says never changes while a version of it is installed. */
const FOREVER = { staleTime: Infinity, gcTime: Infinity, retry: false } as const

export const classDetail = (heddle: Heddle, name: string) =>
  queryOptions({
    queryKey: ['mim', 'class', name],
    queryFn: ({ signal }) => heddle.mim.explorer.class.get(name, { signal }),
    ...FOREVER,
  })

/** The ways to join two classes. */
export const waysBetween = (heddle: Heddle, source: string, target: string) =>
  queryOptions({
    queryKey: ['mim', 'connect', source, target],
    queryFn: ({ signal }) => heddle.mim.explorer.connect({ source, target }, { signal }),
    ...FOREVER,
  })

type Beside = { readonly text?: string; readonly limit?: number; readonly connection: string | undefined }

/** Queries and runs change the order, but nobody wants it to change while they look. */
const ORDER_KEPT_MS = 5 * 60_000

/** Classes that can be joined to a class, those that people use first; a text narrows them. */
export const classesBeside = (heddle: Heddle, className: string, { text = '', limit = 30, connection }: Beside) =>
  queryOptions({
    queryKey: ['mim', 'connectable', className, text, limit, connection ?? null],
    queryFn: ({ signal }) =>
      heddle.mim.explorer.connectable(
        { class: className, q: text, limit, ...(connection !== undefined && { connection }) },
        { signal },
      ),
    staleTime: ORDER_KEPT_MS,
    retry: false,
  })
