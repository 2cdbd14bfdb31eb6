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
import { usePageActions } from '../../../components/page-actions.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { HISTORY_KEY } from '../../../resources/history.ts'
import type { ReadQuery } from '../api.ts'
import { AsOfMenu } from './as-of-menu.tsx'
import { ConnectionMenu } from './connection-menu.tsx'
import { FabricsDialog } from './fabrics-dialog.tsx'
import { useAddress } from './use-address.ts'
import type { WorkspaceConnection } from './use-connection.ts'
import type { Dialogs } from './use-dialogs.ts'
import type { QueryDocument } from './use-document.ts'
import type { Running } from './use-running.ts'
import { useManageEntries } from './use-manage-entries.ts'
import { useTellEntries } from './use-tell-entries.ts'
import { words as whyWords } from '../../../components/why/words.ts'
import { words } from './words.ts'
import styles from './workspace-screen.module.css'

type Props = {
  readonly document: QueryDocument
  readonly connection: WorkspaceConnection
  readonly running: Running
  readonly dialogs: Dialogs
  readonly isSaving: boolean
  readonly onSave: () => void
  readonly onAsk: () => void
}

/** What one can do with the query on the screen: only what one may do. */
export function WorkspaceActions({ document, connection, running, dialogs, isSaving, onSave, onAsk }: Props) {
  const { base } = document
  const isRunning = useCanvas(({ run }) => isUnderWay(run.state))
  const isEmpty = useCanvas(({ history }) => history.present.nodes.length === 0)
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const mayRun = useMay('queries.execute_savedquery')
  const mayAdd = useMay('queries.add_savedquery')
  const mayChange = useMay('queries.change_savedquery') && document.isMine
  const impossible = connection.selected === undefined ? words.noConnection : isEmpty ? words.emptyCanvas : undefined
  return (
    <>
      <ConnectionMenu {...{ connection, base }} />
      {mayAdd && !isReadOnly && <Button onClick={onAsk}>{words.askAi}</Button>}
      {base && <OfSaved query={base} ran={running.ran} />}
      <More
        query={base}
        ran={running.ran}
        connection={connection.selected}
        isMine={document.isMine}
        isEmpty={isEmpty}
        dialogs={dialogs}
      />
      {base && !document.isMine && (
        <span className={styles.owner} title={words.ownedByWhy}>
          {words.ownedBy(base.created_by)}
        </span>
      )}
      {!isReadOnly && (base && mayChange ? true : mayAdd) && (
        <Button keys="Ctrl S" impossible={isSaving ? words.saving : impossible} onClick={onSave}>
          {base && !mayChange ? words.saveCopy : words.save}
        </Button>
      )}
      {mayRun && !isRunning && <RunButtons {...{ running, connection, impossible }} />}
      {isRunning && (
        <Button keys="Ctrl ." onClick={running.cancel}>
          {words.cancelRun}
        </Button>
      )}
    </>
  )
}

/** What only a saved query has: a history. */
function OfSaved({ query, ran }: { readonly query: ReadQuery; readonly ran: Running['ran'] }) {
  const { search, change } = useAddress()
  const isEdited = useCanvas((state) => state.isEdited)
  const capture = useCapture()
  const mayCapture = useMay('history.capture_snapshot')
  const mayHistory = useMay('history.view_snapshot')
  const captured = ran && !ran.log.draft && !isEdited ? ran.log.id : undefined
  const handleCapture = () => captured !== undefined && capture.mutate(captured)
  usePageActions(
    mayCapture && captured !== undefined
      ? [{ id: 'workspace-capture', text: words.capture, onSelect: handleCapture }]
      : [],
  )
  return (
    <>
      {mayHistory && (
        <AsOfMenu queryId={query.id} asOf={search.as_of} onAsOf={(as_of) => change({ as_of, tab: undefined })} />
      )}
      {mayCapture && (
        <Button impossible={captured === undefined ? words.captureFirst : undefined} onClick={handleCapture}>
          {words.capture}
        </Button>
      )}
    </>
  )
}

type MoreProps = {
  readonly query: ReadQuery | undefined
  readonly ran: Running['ran']
  readonly connection: string | undefined
  readonly isMine: boolean
  readonly isEmpty: boolean
  readonly dialogs: Dialogs
}

/** What is asked about a query, and its details. */
function More({ query, ran, connection, isMine, isEmpty, dialogs }: MoreProps) {
  const mayChange = useMay('queries.change_savedquery') && isMine
  const mayHistory = useMay('history.view_snapshot')
  const mayRun = useMay('queries.execute_savedquery')
  const history = useHistoryEntries(query?.id)
  const tell = useTellEntries(query, ran, connection)
  const explain: MenuEntry = {
    text: words.explain.entry,
    impossible: isEmpty ? words.emptyCanvas : undefined,
    onSelect: () => dialogs.ask({ kind: 'explain' }),
  }
  const ofSaved = query && [
    ...(mayRun ? [{ text: whyWords.entry, onSelect: () => dialogs.ask({ kind: 'why' }) }] : []),
    ...(mayHistory ? history : []),
    ...tell,
    ...(mayChange ? [{ text: words.detailsEntry, onSelect: () => dialogs.ask({ kind: 'details' }) }] : []),
  ]
  const manage = useManageEntries(query, isMine, dialogs)
  const entries = [explain, ...(ofSaved ?? []), ...manage]
  usePageActions(entries.flatMap((entry) => paletteAction(entry)))
  return (
    <Menu
      label={words.more}
      target={
        <Button aria-label={words.more}>
          <span aria-hidden>⋯</span>
        </Button>
      }
      entries={entries}
    />
  )
}

/** The palette offers what can be done now. */
const paletteAction = (entry: MenuEntry) =>
  entry === 'line' || entry.impossible !== undefined
    ? []
    : [{ id: `workspace ${entry.text}`, text: entry.text, onSelect: entry.onSelect }]

/** What became of it, and what changed last. */
function useHistoryEntries(id: string | undefined): readonly MenuEntry[] {
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

type RunProps = {
  readonly running: Running
  readonly connection: WorkspaceConnection
  readonly impossible: string | undefined
}

export function RunButtons({ running, connection, impossible }: RunProps) {
  const [isChoosing, setIsChoosing] = useState(false)
  const handleSeveral = () => {
    connection.want()
    setIsChoosing(true)
  }
  const more = useMoreRuns(running, handleSeveral)
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
      {isChoosing && (
        <FabricsDialog
          connection={connection}
          onRun={(connections) => running.run(undefined, connections)}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </JoinedButtons>
  )
}

function useMoreRuns({ run }: Running, onSeveral: () => void): readonly MenuEntry[] {
  const mayChoose = useMay('controller.view_connection')
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
    ...(mayChoose ? [{ text: words.fabrics.entry, onSelect: onSeveral }] : []),
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
