import { ownText } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useCanvas, useGathered, useWorkspace } from '../../../canvas/canvas-context.tsx'
import type { CanvasState } from '../../../canvas/canvas-store.ts'
import { partUpTo } from '../../../canvas/run/part-up-to.ts'
import { isUnderWay } from '../../../canvas/run/run-view.ts'
import { Button, JoinedButtons } from '../../../components/button.tsx'
import { Menu, type MenuEntry } from '../../../components/menu.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { HISTORY_KEY } from '../../../resources/history.ts'
import type { ReadQuery } from '../api.ts'
import { AsOfMenu } from './as-of-menu.tsx'
import { ConnectionMenu } from './connection-menu.tsx'
import { useAddress } from './use-address.ts'
import type { WorkspaceConnection } from './use-connection.ts'
import type { Dialogs } from './use-dialogs.ts'
import type { QueryDocument } from './use-document.ts'
import type { Running } from './use-running.ts'
import { words } from './words.ts'
import styles from './workspace-screen.module.css'

type Props = {
  readonly document: QueryDocument
  readonly connection: WorkspaceConnection
  readonly running: Running
  readonly dialogs: Dialogs
  readonly isSaving: boolean
  readonly onSave: () => void
}

/** What one can do with the query on the screen: only what one may do. */
export function WorkspaceActions({ document, connection, running, dialogs, isSaving, onSave }: Props) {
  const { base } = document
  const { change } = useAddress()
  const isRunning = useCanvas(({ run }) => isUnderWay(run.state))
  const isEmpty = useCanvas(({ history }) => history.present.nodes.length === 0)
  const mayRun = useMay('queries.execute_savedquery')
  const mayAdd = useMay('queries.add_savedquery')
  const mayChange = useMay('queries.change_savedquery') && document.isMine
  const impossible = connection.selected === undefined ? words.noConnection : isEmpty ? words.emptyCanvas : undefined
  return (
    <>
      <ConnectionMenu
        connections={connection.all}
        selected={connection.selected}
        name={base?.controller_connection_name ?? undefined}
        onOpen={connection.want}
        onSelect={(id) => change({ connection: id === base?.controller_connection ? undefined : id })}
      />
      {base && <OfSaved query={base} isMine={document.isMine} ran={running.ran} dialogs={dialogs} />}
      {base && !document.isMine && (
        <span className={styles.owner} title={words.ownedByWhy}>
          {words.ownedBy(base.created_by)}
        </span>
      )}
      {(base && mayChange ? true : mayAdd) && (
        <Button keys="Ctrl S" impossible={isSaving ? words.saving : impossible} onClick={onSave}>
          {base && !mayChange ? words.saveCopy : words.save}
        </Button>
      )}
      {mayRun && !isRunning && <RunButtons running={running} impossible={impossible} />}
      {isRunning && (
        <Button keys="Ctrl ." onClick={running.cancel}>
          {words.cancelRun}
        </Button>
      )}
    </>
  )
}

type OfSavedProps = {
  readonly query: ReadQuery
  readonly isMine: boolean
  readonly ran: Running['ran']
  readonly dialogs: Dialogs
}

/** What only a saved query has: a history, and details. */
function OfSaved({ query, isMine, ran, dialogs }: OfSavedProps) {
  const { search, change } = useAddress()
  const isEdited = useCanvas((state) => state.isEdited)
  const capture = useCapture()
  const mayCapture = useMay('history.capture_snapshot')
  const mayChange = useMay('queries.change_savedquery') && isMine
  const mayHistory = useMay('history.view_snapshot')
  const mayRun = useMay('queries.execute_savedquery')
  const history = useHistoryEntries(query.id)
  const details = { text: words.detailsEntry, onSelect: () => dialogs.ask({ kind: 'details' }) }
  const why = { text: words.why.entry, onSelect: () => dialogs.ask({ kind: 'why' }) }
  const captured = ran && !ran.log.draft && !isEdited ? ran.log.id : undefined
  return (
    <>
      {mayHistory && (
        <AsOfMenu queryId={query.id} asOf={search.as_of} onAsOf={(as_of) => change({ as_of, tab: undefined })} />
      )}
      {mayCapture && (
        <Button
          impossible={captured === undefined ? words.captureFirst : undefined}
          onClick={() => captured !== undefined && capture.mutate(captured)}
        >
          {words.capture}
        </Button>
      )}
      {(mayChange || mayHistory || mayRun) && (
        <Menu
          label={words.more}
          target={
            <Button aria-label={words.more}>
              <span aria-hidden>⋯</span>
            </Button>
          }
          entries={[...(mayRun ? [why] : []), ...(mayHistory ? history : []), ...(mayChange ? [details] : [])]}
        />
      )}
    </>
  )
}

/** What became of it, and what changed last. */
function useHistoryEntries(id: string): readonly MenuEntry[] {
  const router = useRouter()
  return [
    {
      text: words.historyEntry,
      onSelect: () => void router.navigate({ to: '/history', search: { saved_query: id } }),
    },
    {
      text: words.compareEntry,
      onSelect: () => void router.navigate({ to: '/history/compare', search: { saved_query: id } }),
    },
  ]
}

function useCapture() {
  const { history } = useHeddle()
  const cache = useQueryClient()
  return useWrite({
    mutationFn: (execution: string) => history.capture({ execution }),
    onSuccess: () => {
      toast(words.captured)
      void cache.invalidateQueries({ queryKey: HISTORY_KEY })
    },
    onError: (error) => toastFailure(words.notCaptured, error),
  })
}

type RunProps = { readonly running: Running; readonly impossible: string | undefined }

function RunButtons({ running, impossible }: RunProps) {
  const more = useMoreRuns(running)
  const { variables } = useAddress()
  const button = useRef<HTMLButtonElement>(null)
  // A link that brought the variables: all that is left is to run.
  const [isReady] = useState(Object.keys(variables).length > 0)
  useEffect(() => {
    if (isReady) button.current?.focus()
  }, [isReady])
  const run = (
    <Button look="primary" keys="Ctrl ↵" ref={button} impossible={impossible} onClick={() => running.run()}>
      {words.run}
    </Button>
  )
  if (more.length === 0) return run
  return (
    <JoinedButtons>
      {run}
      <Menu
        label={words.runHow}
        target={
          <Button look="primary" aria-label={words.runHow}>
            <span aria-hidden>▾</span>
          </Button>
        }
        entries={more}
      />
    </JoinedButtons>
  )
}

function useMoreRuns({ run }: Running): readonly MenuEntry[] {
  const { store } = useWorkspace()
  const node = useGathered(onlySelected)
  const hasSteps = useCanvas(({ history }) => history.present.post_processors.length > 0)
  const drawing = () => store.getState().history.present
  return [
    ...(node
      ? [
          {
            text: words.runTo(node.name),
            onSelect: () => run(partUpTo(drawing(), node.id)),
          },
        ]
      : []),
    ...(hasSteps ? [{ text: words.runPlain, onSelect: () => run({ ...drawing(), post_processors: [] }) }] : []),
  ]
}

/** The node that is selected, if it is one of several. */
function onlySelected({ history, selection }: CanvasState) {
  const { nodes } = history.present
  const [id, ...others] = selection.nodes
  const node = others.length === 0 && nodes.length > 1 ? nodes.find((one) => one.id === id) : undefined
  return node && { id: node.id, name: ownText(node, 'class_name') ?? node.id }
}
