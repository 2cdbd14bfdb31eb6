import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDrawing } from '../../../canvas/canvas-context.tsx'
import { toast } from '../../../components/toasts.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import type { ReadQuery } from '../api.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { draftOf } from './use-run.ts'
import type { Dialogs } from './use-dialogs.ts'
import type { QueryDocument } from './use-document.ts'
import { useForgetDraft } from './use-draft.ts'
import type { Saving } from './use-save.ts'
import { words } from './words.ts'

const NOTHING = { name: '', description: '', category: null } as const

type Props = {
  readonly document: QueryDocument
  readonly connection: string | undefined
  readonly dialogs: Dialogs
  readonly saving: Saving
}

/** What the workspace asks: a name, other details, and what to do about another's changes. */
export function WorkspaceDialogs({ document, connection, dialogs: { open, close }, saving }: Props) {
  const { base, store } = document
  const drawing = () => store.getState().history.present
  switch (open?.kind) {
    case 'save':
      return (
        connection !== undefined && (
          <SaveDialog
            title={words.saveQuery}
            details={NOTHING}
            isBusy={saving.create.isPending}
            error={saving.create.error}
            onClose={close}
            onSave={(details) =>
              saving.create.mutate({ ...details, controller_connection: connection, ...draftOf(drawing()) })
            }
          />
        )
      )
    case 'details':
      return (
        base && (
          <SaveDialog
            title={words.details}
            details={base}
            isBusy={saving.rename.isPending}
            error={saving.rename.error}
            onClose={close}
            onSave={({ name, description, category }) => saving.rename.mutate({ name, description, category })}
          />
        )
      )
    case 'conflict':
      return <Conflict document={document} saving={saving} theirs={open.theirs} onClose={close} />
    case undefined:
      return null
  }
}

type ConflictProps = Pick<Props, 'document' | 'saving'> & {
  readonly theirs: ReadQuery
  readonly onClose: () => void
}

function Conflict({ document, saving, theirs, onClose }: ConflictProps) {
  const mine = useDrawing()
  const duplicate = useDuplicate(document.base?.id)
  return (
    <ConflictDialog
      mine={mine}
      theirs={theirs}
      isBusy={saving.save.isPending || duplicate.isPending}
      onClose={onClose}
      onKeepMine={() => saving.save.mutate({ canvas: mine, etag: theirs.etag })}
      onTakeTheirs={() => {
        document.take(theirs)
        onClose()
      }}
      onDuplicate={() => duplicate.mutate({ theirs, canvas: mine })}
    />
  )
}

function useDuplicate(queryId: string | undefined) {
  const { queries } = useHeddle()
  const navigate = useNavigate()
  const forgetDraft = useForgetDraft(queryId)
  return useMutation({
    mutationFn: ({ theirs, canvas }: { readonly theirs: ReadQuery; readonly canvas: WireCanvas }) => {
      const { name, description, category, controller_connection } = theirs
      return queries.savedQueries.create({
        name: words.conflict.copyOf(name),
        description,
        category,
        controller_connection,
        ...draftOf(canvas),
      })
    },
    onSuccess: async (copy) => {
      await forgetDraft()
      await navigate({ to: '/queries/saved-queries/$id/', params: { id: copy.id } })
    },
    onError: (error) => toast(error.message, { kind: 'failed' }),
  })
}
