import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'

export type Place = { readonly connection: string; readonly dn: string }

/** A block of an object, read from the controller when it is shown. */
export const objectBlock = (heddle: Heddle, { connection, dn }: Place, include: string) =>
  queryOptions({
    queryKey: ['controller', 'objects', connection, dn, include],
    queryFn: ({ signal }) => heddle.controller.connections.object(connection, { dn, include }, { signal }),
    staleTime: 30_000,
    retry: false,
  })
