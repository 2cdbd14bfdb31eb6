import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useQueryClient } from '@tanstack/react-query'
import { linkOptions, useNavigate } from '@tanstack/react-router'
import { useDrawing } from '../../../canvas/canvas-context.tsx'
import { WhyDialog } from '../../../components/why/why-dialog.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { QUERIES_KEY } from '../../../resources/queries.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import type { ReadQuery } from '../api.ts'
import type { Suggested } from '../ask/use-ask.ts'
import { DeclareDialogs } from '../declare/declarations.tsx'
import { DeleteQueriesDialog } from '../components/query-dialogs.tsx'
import { BranchDialog } from './branch-dialog.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { ExplainQuery } from './explain-query.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { useAddress } from './use-address.ts'
import { draftOf } from '../../../canvas/draft-of.ts'
import type { Dialogs } from './use-dialogs.ts'
import type { QueryDocument } from './use-document.ts'
import { useForgetDraft } from './use-draft.ts'
import type { Saving } from './use-save.ts'
import { words } from './words.ts'

const NOTHING = { name: '', description: '', category: null } as const

type Props = {
  readonly document: QueryDocument
  readonly connection: string | undefined
  /** The last run that gave rows. */
  readonly log: Wire.ExecutionLog | undefined
  readonly dialogs: Dialogs
  readonly saving: Saving
  /** What a question that was answered would call it. */
  readonly suggested: Suggested | undefined
}

/** What the workspace asks: a name, other details, and what to do about another's changes. */
export function WorkspaceDialogs({ document, connection, log, dialogs, saving, suggested }: Props) {
  const { open, close } = dialogs
  const { base, store } = document
  const drawing = () => store.getState().history.present
  switch (open?.kind) {
    case 'save':
      return (
        connection !== undefined && (
          <SaveDialog
            title={words.saveQuery}
            isNew
            details={{ ...NOTHING, ...suggested }}
            suggest={drawing}
            isBusy={saving.create.isPending}
            error={saving.create.error}
            onClose={close}
            onSave={(details) =>
              saving.create.mutate({
                ...document.declared,
                ...details,
                controller_connection: connection,
                ...draftOf(drawing()),
              })
            }
          />
        )
      )
    case 'copy':
      return base && <Copy {...{ document, base, connection }} onClose={close} />
    case 'details':
      return (
        base && (
          <SaveDialog
            title={words.details}
            details={base}
            isBusy={saving.describe.isPending}
            error={saving.describe.error}
            onClose={close}
            onSave={({ name, description, category }) => saving.describe.mutate({ name, description, category })}
          />
        )
      )
    case 'delete':
      return base && <Delete base={base} onClose={close} />
    case 'parameter':
    case 'expectation':
      return <DeclareDialogs {...{ document, log, dialogs, saving }} />
    case 'why':
      return base && <Why {...{ document, base, connection }} onClose={close} />
    case 'explain':
      return <ExplainQuery document={document} onClose={close} />
    case 'branch':
      return (
        base && (
          <BranchDialog
            repository={open.repository}
            savedQuery={base.id}
            changes={draftOf(drawing())}
            onClose={close}
          />
        )
      )
    case 'conflict':
      return <Conflict {...{ document, saving, connection }} theirs={open.theirs} onClose={close} />
    case undefined:
      return null
  }
}

type ConflictProps = Pick<Props, 'document' | 'saving' | 'connection'> & {
  readonly theirs: ReadQuery
  readonly onClose: () => void
}

function Conflict({ document, saving, connection, theirs, onClose }: ConflictProps) {
  const mine = useDrawing()
  const duplicate = useDuplicate(document.base?.id, connection)
  return (
    <ConflictDialog
      base={document.store.getState().saved}
      mine={mine}
      error={duplicate.error ?? saving.failure}
      theirs={theirs}
      isBusy={saving.save.isPending || duplicate.isPending}
      onClose={onClose}
      onMerge={(merged) => {
        document.replace(merged)
        saving.save.mutate({ canvas: merged, etag: theirs.etag })
      }}
      onKeepMine={() => saving.save.mutate({ canvas: mine, etag: theirs.etag })}
      onTakeTheirs={() => {
        document.take(theirs)
        onClose()
      }}
      onDuplicate={() =>
        duplicate.mutate({ theirs: { ...theirs, name: words.conflict.copyOf(theirs.name) }, canvas: mine })
      }
    />
  )
}

function Copy({
  document,
  connection,
  base,
  onClose,
}: Omit<ConflictProps, 'saving' | 'theirs'> & { readonly base: ReadQuery }) {
  const duplicate = useDuplicate(base.id, connection)
  return (
    <SaveDialog
      title={words.saveCopy}
      isNew
      details={{ ...base, name: words.conflict.copyOf(base.name) }}
      isBusy={duplicate.isPending}
      error={duplicate.error}
      onClose={onClose}
      onSave={(details) =>
        duplicate.mutate({ theirs: { ...base, ...details }, canvas: document.store.getState().history.present })
      }
    />
  )
}

function Why({
  document,
  connection,
  base,
  onClose,
}: Omit<ConflictProps, 'saving' | 'theirs'> & { readonly base: ReadQuery }) {
  const { variables } = useAddress()
  const { isEdited, history } = document.store.getState()
  const asked = {
    variables,
    ...(connection !== undefined && { controller_connection: connection }),
    ...(isEdited && { draft: draftOf(history.present) }),
  }
  return <WhyDialog question={{ queryId: base.id, asked }} onClose={onClose} />
}

function useDuplicate(queryId: string | undefined, connection: string | undefined) {
  const { queries } = useHeddle()
  const forgetDraft = useForgetDraft(queryId)
  return useWrite({
    mutationFn: ({ theirs, canvas }: { readonly theirs: ReadQuery; readonly canvas: WireCanvas }) => {
      const { name, description, category, controller_connection: own, parameters, expect } = theirs
      const { when, severity, why, remedy, links, resource, reason, look } = theirs
      return queries.savedQueries.create({
        ...{ name, description, parameters, expect, when, severity, why, remedy, links, resource, reason, look },
        // A check of a pack has no connection, and its folder is no place for copies.
        category: theirs.pack === null ? category : null,
        controller_connection: own ?? connection ?? '',
        ...draftOf(canvas),
      })
    },
    onSuccess: async () => {
      await forgetDraft()
    },
    next: (copy) => linkOptions({ to: '/queries/saved-queries/$id/', params: { id: copy.id } }),
  })
}

type DeleteProps = { readonly base: ReadQuery; readonly onClose: () => void }

/** What is gone has no page: the list is next. */
function Delete({ base, onClose }: DeleteProps) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const handleDone = async () => {
    await navigate({ to: '/queries/saved-queries/' })
    await cache.invalidateQueries({ queryKey: QUERIES_KEY })
  }
  return <DeleteQueriesDialog queries={[base]} onClose={onClose} onDone={handleDone} />
}
