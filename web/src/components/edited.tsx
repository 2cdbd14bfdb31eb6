import type { CallOptions } from '@heddle/client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readWithTag } from '../lib/api/read-with-tag.ts'
import type { FieldLabels } from './changes-between.ts'
import { Versioned } from './conflict.tsx'
import { Dialog } from './dialog.tsx'
import { words } from './words.ts'

type Props<T, Id extends string | number> = {
  /** Undefined: a new one. */
  readonly id: Id | undefined
  /** What kind of thing it is. */
  readonly kind: readonly string[]
  readonly read: (id: Id, options: CallOptions) => Promise<T>
  /** How the form calls the fields whose names on the wire are other ones. */
  readonly labels?: FieldLabels
  readonly children: (read: (T & { readonly etag: string }) | undefined) => ReactNode
  readonly onClose: () => void
}

/** A form for what is there, read anew with its tag, or for a new one. */
export function Edited<T, Id extends string | number>({ id, kind, read, labels, children, onClose }: Props<T, Id>) {
  const found = useQuery({
    // Apart from its area: what is read again under a form would take away the tag of what the form began with.
    queryKey: ['edited', ...kind, id],
    queryFn: ({ signal }) => readWithTag((options) => read(id!, { ...options, signal })),
    enabled: id !== undefined,
    gcTime: 0,
    staleTime: Infinity,
  })
  if (id === undefined) return children(undefined)
  if (found.data)
    return (
      <Versioned first={found.data} labels={labels} read={() => readWithTag((options) => read(id, options))}>
        {(base) => children(base)}
      </Versioned>
    )
  return (
    found.error && (
      <Dialog title={words.notReadToEdit} isOpen onClose={onClose}>
        <p role="alert">{found.error.message}</p>
      </Dialog>
    )
  )
}

/** Refuses to overwrite what somebody else changed since it was read. */
export const ifStill = (read: { readonly etag: string }) => ({ headers: { 'if-match': read.etag } })
