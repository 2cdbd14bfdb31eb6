import { useState } from 'react'
import type { ReadQuery } from '../api.ts'

type WorkspaceDialog =
  | { readonly kind: 'save' }
  /** The canvas as a query of one's own, where the query belongs to somebody else. */
  | { readonly kind: 'copy' }
  | { readonly kind: 'details' }
  | { readonly kind: 'delete' }
  /** Declares a parameter, or changes the one of this name. */
  | { readonly kind: 'parameter'; readonly name: string | undefined }
  | { readonly kind: 'expectation' }
  /** Asks why an object is in the rows, or is not. */
  | { readonly kind: 'why' }
  /** What the query finds, in words. */
  | { readonly kind: 'explain' }
  /** The folder lives in Git: the save may go to a branch of this repository. */
  | { readonly kind: 'branch'; readonly repository: string }
  /** What somebody else saved while this canvas was edited. */
  | { readonly kind: 'conflict'; readonly theirs: ReadQuery }

export type Dialogs = {
  readonly open: WorkspaceDialog | undefined
  readonly ask: (dialog: WorkspaceDialog) => void
  readonly close: () => void
}

/** What the workspace asks its user, one thing at a time. */
export function useDialogs(): Dialogs {
  const [open, setOpen] = useState<WorkspaceDialog>()
  return { open, ask: setOpen, close: () => setOpen(undefined) }
}
