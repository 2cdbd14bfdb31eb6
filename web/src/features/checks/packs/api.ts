import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Heddle } from '../../../lib/api/heddle.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { QUERIES_KEY } from '../../../resources/queries.ts'

/** Everything about packs is under it. */
const PACKS_KEY = ['packs'] as const
export const PACKS_PER_PAGE = 50

export const packList = (heddle: Heddle, page: number) =>
  queryOptions({
    queryKey: [...PACKS_KEY, 'list', page],
    queryFn: ({ signal }) => heddle.packs.list({ page, page_size: PACKS_PER_PAGE }, { signal }),
    placeholderData: (before) => before,
  })

/** All of them, for lists to choose from. */
export const packNames = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...PACKS_KEY, 'names'],
    queryFn: async ({ signal }) => (await heddle.packs.list({ page_size: 200 }, { signal })).results,
    staleTime: 60_000,
  })

export const packDetail = (heddle: Heddle, name: string) =>
  queryOptions({
    queryKey: [...PACKS_KEY, 'detail', name],
    queryFn: ({ signal }) => heddle.packs.get(name, { signal }),
  })

/** Reads again what a change of packs may have changed: their checks are saved queries. */
export function usePacksChanged(): () => Promise<void> {
  const cache = useQueryClient()
  return async () => {
    await Promise.all([
      cache.invalidateQueries({ queryKey: PACKS_KEY }),
      cache.invalidateQueries({ queryKey: QUERIES_KEY }),
    ])
  }
}

/** The archive of a pack as it was chosen; the server says what is wrong with what is none. */
export async function installPack(
  heddle: Heddle,
  archive: File,
  options: { readonly dryRun: boolean; readonly force: boolean },
): Promise<Wire.PackInstallReply> {
  const bytes = new Uint8Array(await archive.arrayBuffer())
  const type = /\.zip$/i.test(archive.name) ? 'application/zip' : 'application/gzip'
  return heddle.packs.create(
    bytes as never,
    { ...(options.dryRun && { dry_run: true }), ...(options.force && { force: true }) },
    { headers: { 'content-type': type } },
  )
}
