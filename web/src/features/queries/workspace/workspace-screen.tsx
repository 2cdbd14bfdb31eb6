import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { Board } from '../../../canvas/board/board.tsx'
import { WorkspaceContext } from '../../../canvas/canvas-context.tsx'
import type { CanvasStore } from '../../../canvas/canvas-store.ts'
import { CanvasChecks } from '../../../canvas/checks/canvas-checks.tsx'
import { Explorer } from '../../../canvas/explorer/explorer.tsx'
import { Inspector } from '../../../canvas/inspector/inspector.tsx'
import { Outline } from '../../../canvas/outline/outline.tsx'
import { PreviewProvider } from '../../../canvas/steps/preview-context.tsx'
import { VariableStrip } from '../../../canvas/variables/variable-strip.tsx'
import { usePageActions } from '../../../components/page-actions.tsx'
import { Page } from '../../../components/page.tsx'
import { useSplit } from '../../../components/split.tsx'
import { StaleBar } from '../../../components/states.tsx'
import { toast } from '../../../components/toasts.tsx'
import { WriteFailure } from '../../../components/write-failure.tsx'
import type { ReadQuery } from '../api.ts'
import { AskArea } from '../ask/ask-area.tsx'
import { ProposalView } from '../ask/proposal-view.tsx'
import { type Asking, useAsk } from '../ask/use-ask.ts'
import { Declarations } from '../declare/declarations.tsx'
import { AnswerActions, AnswerParts, WaysToSee } from './answer.tsx'
import { BottomPanel } from './bottom-panel.tsx'
import { defaultsOf } from './declared.ts'
import { DraftOffer } from './draft-offer.tsx'
import { usePreviewSource } from './use-preview-source.ts'
import { useWorkspaceKeys } from './use-workspace-keys.ts'
import { canvasActions, tabActions } from './palette-actions.ts'
import { useAddress } from './use-address.ts'
import { useAge } from './use-age.ts'
import { useConnection } from './use-connection.ts'
import { type Dialogs, useDialogs } from './use-dialogs.ts'
import { useIsAnswer } from './use-is-answer.ts'
import { type Layout, layoutActions, type LayoutPart, useLayout } from './use-layout.ts'
import { type QueryDocument, useDocument } from './use-document.ts'
import { useRememberedVariables } from './use-remembered-variables.ts'
import { type Running, useRunning } from './use-running.ts'
import { type Saving, useSave } from './use-save.ts'
import { VersionPreview } from './version-preview.tsx'
import { words } from './words.ts'
import { WorkspaceActions } from './workspace-actions.tsx'
import { WorkspaceNote } from './workspace-note.tsx'
import styles from './workspace-screen.module.css'

const WorkspaceDialogs = lazy(async () => ({ default: (await import('./workspace-dialogs.tsx')).WorkspaceDialogs }))

type Props = {
  readonly query: ReadQuery | undefined
  /** Says that the query may be old. */
  readonly bar?: ReactNode
  /** The first save of a new query. */
  readonly onCreated: (query: ReadQuery) => void
}

/** The workspace: classes, canvas, selection and rows. Edits, checks and runs do not draw it again. */
export function WorkspaceScreen({ query, bar, onCreated }: Props) {
  const document = useDocument(query)
  const { store, base } = document
  const connection = useConnection(base)
  const running = useRunning(document, connection.selected)
  const dialogs = useDialogs()
  const asking = useAsk(store, connection.selected)
  const [isAskOpen, setIsAskOpen] = useState(false)
  const saving = useSave(document, dialogs, onCreated)
  const previewSource = usePreviewSource(store, running.ran)
  const shared = useMemo(
    () => ({ store, queryId: base?.id, connection: connection.selected }),
    [store, base?.id, connection.selected],
  )
  const isAnswer = useIsAnswer(base)
  const { variables, setVariables } = useAddress()
  useRememberedVariables(base?.id, variables, setVariables)
  const save = () => saveNow(document, saving, dialogs)
  const { layout, toggle } = useLayout()
  useKeysAndActions(store, running, save, toggle)
  return (
    <WorkspaceContext value={shared}>
      <PreviewProvider source={previewSource}>
        <Page
          isFilled
          title={base?.name ?? words.newQuery}
          trail={<Link to="/queries/saved-queries/">{words.queries}</Link>}
          note={
            <span className={styles.note}>
              {base && <WaysToSee isAnswer={isAnswer} />}
              {!isAnswer && <WorkspaceNote version={base?.current_version} />}
            </span>
          }
          actions={
            isAnswer ? (
              <AnswerActions {...{ base, connection, running }} />
            ) : (
              <WorkspaceActions
                {...{ document, connection, running, dialogs }}
                isSaving={saving.save.isPending}
                onSave={save}
                onAsk={() => setIsAskOpen(!isAskOpen)}
              />
            )
          }
        >
          <Notices {...{ bar, document, saving }} onRetry={save} />
          {base && isAnswer ? (
            <AnswerParts {...{ base, running, connection: connection.selected }} />
          ) : (
            <Parts
              document={document}
              connection={connection.selected}
              running={running}
              dialogs={dialogs}
              saving={saving}
              layout={layout}
              onLayout={toggle}
              asking={asking}
              isAskOpen={isAskOpen}
              onAskClosed={() => setIsAskOpen(false)}
            />
          )}
        </Page>
        {dialogs.open && (
          <Suspense fallback={null}>
            <WorkspaceDialogs
              {...{ document, dialogs, saving }}
              connection={connection.selected}
              log={running.ran?.log}
              suggested={asking.suggested}
            />
          </Suspense>
        )}
      </PreviewProvider>
    </WorkspaceContext>
  )
}

type NoticesProps = Pick<Props, 'bar'> & {
  readonly document: QueryDocument
  readonly saving: Saving
  readonly onRetry: () => void
}

/** What one should know before going on: that it is old, newer elsewhere, or not saved. */
const Notices = ({ bar, document, saving, onRetry }: NoticesProps) => {
  const { newer, take } = document
  return (
    <>
      {bar}
      {newer && <StaleBar onReload={() => take(newer)}>{words.newer(newer.current_version)}</StaleBar>}
      {saving.failure && (
        <WriteFailure
          what={words.notSavedNow}
          error={saving.failure}
          kept={words.editsKept}
          onRetry={onRetry}
          onClose={saving.save.reset}
        />
      )}
      <DraftOffer document={document} />
    </>
  )
}

function saveNow({ base, store, isMine }: QueryDocument, saving: Saving, dialogs: Dialogs): void {
  const { history, isEdited } = store.getState()
  if (base && !isMine) dialogs.ask({ kind: 'copy' })
  else if (base === undefined) dialogs.ask({ kind: 'save' })
  else if (isEdited) saving.save.mutate({ canvas: history.present, etag: base.etag })
  else toast(words.nothingToSave)
}

function useKeysAndActions(
  store: CanvasStore,
  { run, cancel }: Running,
  onSave: () => void,
  onLayout: (part: LayoutPart) => void,
): void {
  const { undo, redo } = store.getState()
  const { change } = useAddress()
  useWorkspaceKeys({ onSave, onRun: () => run(), onCancel: cancel, onUndo: undo, onRedo: redo, onLayout })
  usePageActions([
    { id: 'workspace-run', text: words.run, keys: 'Ctrl ↵', onSelect: () => run() },
    { id: 'workspace-save', text: words.save, keys: 'Ctrl S', onSelect: onSave },
    { id: 'workspace-undo', text: words.undo, keys: 'Ctrl Z', onSelect: undo },
    { id: 'workspace-redo', text: words.redo, keys: 'Ctrl Shift Z', onSelect: redo },
    ...canvasActions(store),
    ...tabActions((tab) => change({ tab })),
    ...layoutActions(onLayout),
  ])
}

type PartsProps = {
  readonly document: QueryDocument
  readonly connection: string | undefined
  readonly running: Running
  readonly dialogs: Dialogs
  readonly saving: Saving
  readonly layout: Layout
  readonly onLayout: (part: LayoutPart) => void
  readonly asking: Asking
  readonly isAskOpen: boolean
  readonly onAskClosed: () => void
}

const CLASSES = {
  label: words.classesSize,
  name: 'classes',
  side: 'left',
  initial: 256,
  smallest: 180,
  largest: 480,
} as const
const INSPECTOR = {
  label: words.inspectorSize,
  name: 'inspector',
  side: 'right',
  initial: 320,
  smallest: 260,
  largest: 640,
} as const

/** What fills the page, side by side. */
function Parts(props: PartsProps) {
  const { document, connection, running, dialogs, saving, layout, onLayout, asking } = props
  const { base, isMine, declared } = document
  const { ran } = running
  const { search, variables, change, setVariables } = useAddress()
  const age = useAge(ran, connection)
  const filled = useMemo(() => ({ ...defaultsOf(declared), ...variables }), [declared, variables])
  const classes = useSplit({ ...CLASSES, onDoubleClick: () => onLayout('classes') })
  const inspector = useSplit({ ...INSPECTOR, onDoubleClick: () => onLayout('inspector') })
  return (
    <div
      className={styles.workspace}
      data-no-classes={layout.classes || undefined}
      data-no-inspector={layout.inspector || undefined}
      data-rows-only={layout.rows || undefined}
    >
      <CanvasChecks queryId={base?.id} connection={connection} variables={filled} />
      <div className={styles.explorer} style={{ inlineSize: classes.size }}>
        <Explorer />
        <Outline />
      </div>
      {classes.handle}
      <div className={styles.center}>
        <VariableStrip parameters={declared.parameters} values={variables} onValues={setVariables} />
        <AskArea asking={asking} isOpen={props.isAskOpen} question={search.ask} onClose={props.onAskClosed} />
        <div className={styles.board} data-stale={age === 'old' || search.as_of !== undefined || undefined}>
          <Board />
          {base && search.version !== undefined && (
            <VersionPreview
              queryId={base.id}
              version={Number(search.version)}
              onClose={() => change({ version: undefined })}
            />
          )}
          {asking.proposal && asking.proposal.target.nodes.length > 0 && (
            <ProposalView asking={asking} proposal={asking.proposal} />
          )}
        </div>
        <BottomPanel
          base={base}
          isMine={isMine}
          running={running}
          age={age}
          isWhole={layout.rows}
          onWhole={() => onLayout('rows')}
          onRestore={(version) => saving.restore.mutate(version)}
        />
      </div>
      {inspector.handle}
      <div className={styles.inspector} style={{ inlineSize: inspector.size }}>
        <Inspector ofQuery={<Declarations document={document} log={ran?.log} dialogs={dialogs} saving={saving} />} />
      </div>
    </div>
  )
}
