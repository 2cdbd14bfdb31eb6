import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { toast } from '../../../components/toasts.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import type { ReadQuery } from '../api.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { draftOf } from './use-run.ts'
import type { WorkspaceState } from './use-workspace.ts'
import { words } from './words.ts'

const NOTHING = { name: '', description: '', category: null } as const

/** What the workspace asks: a name, other details, and what to do about another's changes. */
export function WorkspaceDialogs({ workspace }: { readonly workspace: WorkspaceState }) {
  const { base, drawing, connection, theirs, dialog, saving, setDialog, setTheirs } = workspace
  const duplicate = useDuplicate(workspace)
  const close = () => setDialog(undefined)
  return (
    <>
      {dialog === 'save' && connection !== undefined && (
        <SaveDialog
          title={words.saveQuery}
          details={NOTHING}
          isBusy={saving.create.isPending}
          error={saving.create.error}
          onClose={close}
          onSave={(details) =>
            saving.create.mutate({ ...details, controller_connection: connection, ...draftOf(drawing) })
          }
        />
      )}
      {dialog === 'details' && base && (
        <SaveDialog
          title={words.details}
          details={base}
          isBusy={saving.rename.isPending}
          error={saving.rename.error}
          onClose={close}
          onSave={({ name, description, category }) => saving.rename.mutate({ name, description, category })}
        />
      )}
      {theirs && (
        <ConflictDialog
          mine={drawing}
          theirs={theirs}
          isBusy={saving.save.isPending || duplicate.isPending}
          onClose={() => setTheirs(undefined)}
          onKeepMine={() => saving.save.mutate({ canvas: drawing, etag: theirs.etag })}
          onTakeTheirs={() => workspace.take(theirs)}
          onDuplicate={() => duplicate.mutate({ theirs, canvas: drawing })}
        />
      )}
    </>
  )
}

function useDuplicate({ draft }: WorkspaceState) {
  const { queries } = useHeddle()
  const navigate = useNavigate()
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
      await draft.done()
      await navigate({ to: '/queries/saved-queries/$id/', params: { id: copy.id } })
    },
    onError: (error) => toast(error.message, { kind: 'failed' }),
  })
}
