import type { CallOptions } from '@heddle/client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog } from '../../../components/dialog.tsx'
import { readWithTag } from '../../../lib/api/read-with-tag.ts'
import { AUTOMATION_KEY } from '../api.ts'
import { words } from './words.ts'

type Props<T> = {
  /** Undefined: a new one. */
  readonly id: string | undefined
  readonly read: (id: string, options: CallOptions) => Promise<T>
  readonly children: (read: (T & { readonly etag: string }) | undefined) => ReactNode
  readonly onClose: () => void
}

/** A form for what is there, read anew with its tag, or for a new one. */
export function Edited<T>({ id, read, children, onClose }: Props<T>) {
  const found = useQuery({
    queryKey: [...AUTOMATION_KEY, 'edited-reference', id],
    queryFn: ({ signal }) => readWithTag((options) => read(id!, { ...options, signal })),
    enabled: id !== undefined,
    gcTime: 0,
    staleTime: Infinity,
  })
  if (id === undefined) return children(undefined)
  if (found.data) return children(found.data)
  return (
    found.error && (
      <Dialog title={words.notRead} isOpen onClose={onClose}>
        <p role="alert">{found.error.message}</p>
      </Dialog>
    )
  )
}
