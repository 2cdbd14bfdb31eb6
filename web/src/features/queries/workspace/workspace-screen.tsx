import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
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
import { StaleBar } from '../../../components/states.tsx'
import { toast } from '../../../components/toasts.tsx'
import { WriteFailure } from '../../../components/write-failure.tsx'
import type { ReadQuery } from '../api.ts'
import { Declarations } from '../declare/declarations.tsx'
import { BottomPanel } from './bottom-panel.tsx'
import { DraftOffer } from './draft-offer.tsx'
import { usePreviewSource } from './use-preview-source.ts'
import { useWorkspaceKeys } from './use-workspace-keys.ts'
import { useAddress } from './use-address.ts'
import { useAge } from './use-age.ts'
import { useConnection } from './use-connection.ts'
import { type Dialogs, useDialogs } from './use-dialogs.ts'
import { type Layout, layoutActions, type LayoutPart, useLayout } from './use-layout.ts'
import { type QueryDocument, useDocument } from './use-document.ts'
import { useRememberedVariables } from './use-remembered-variables.ts'
import { type Running, useRunning } from './use-running.ts'
import { type Saving, useSave } from './use-save.ts'
import { VersionPreview } from './version-preview.tsx'
import { words } from './words.ts'
import { WorkspaceActions } from './workspace-actions.tsx'
import { WorkspaceDialogs } from './workspace-dialogs.tsx'
import { WorkspaceNote } from './workspace-note.tsx'
import styles from './workspace-screen.module.css'

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
  const { store, base, newer } = document
  const connection = useConnection(base)
  const running = useRunning(document, connection.selected)
  const dialogs = useDialogs()
  const saving = useSave(document, dialogs, onCreated)
  const previewSource = usePreviewSource(store, running.ran)
  const shared = useMemo(
    () => ({ store, queryId: base?.id, connection: connection.selected }),
    [store, base?.id, connection.selected],
  )
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
          note={<WorkspaceNote version={base?.current_version} />}
          actions={
            <WorkspaceActions
              document={document}
              connection={connection}
              running={running}
              dialogs={dialogs}
              isSaving={saving.save.isPending}
              onSave={save}
            />
          }
        >
          {bar}
          {newer && <StaleBar onReload={() => document.take(newer)}>{words.newer(newer.current_version)}</StaleBar>}
          {saving.failure && (
            <WriteFailure
              what={words.notSavedNow}
              error={saving.failure}
              kept={words.editsKept}
              onRetry={save}
              onClose={saving.save.reset}
            />
          )}
          <DraftOffer document={document} />
          <Parts
            base={base}
            connection={connection.selected}
            isMine={document.isMine}
            running={running}
            dialogs={dialogs}
            saving={saving}
            layout={layout}
            onLayout={toggle}
          />
        </Page>
        <WorkspaceDialogs
          document={document}
          connection={connection.selected}
          log={running.ran?.log}
          dialogs={dialogs}
          saving={saving}
        />
      </PreviewProvider>
    </WorkspaceContext>
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
  useWorkspaceKeys({ onSave, onRun: () => run(), onCancel: cancel, onUndo: undo, onRedo: redo, onLayout })
  usePageActions([
    { id: 'workspace-run', text: words.run, keys: 'Ctrl ↵', onSelect: () => run() },
    { id: 'workspace-save', text: words.save, keys: 'Ctrl S', onSelect: onSave },
    { id: 'workspace-undo', text: words.undo, keys: 'Ctrl Z', onSelect: undo },
    { id: 'workspace-redo', text: words.redo, keys: 'Ctrl Shift Z', onSelect: redo },
    ...layoutActions(onLayout),
  ])
}

type PartsProps = {
  readonly base: ReadQuery | undefined
  readonly connection: string | undefined
  readonly isMine: boolean
  readonly running: Running
  readonly dialogs: Dialogs
  readonly saving: Saving
  readonly layout: Layout
  readonly onLayout: (part: LayoutPart) => void
}

/** What fills the page, side by side. */
function Parts({ base, connection, isMine, running, dialogs, saving, layout, onLayout }: PartsProps) {
  const { ran } = running
  const { search, variables, change, setVariables } = useAddress()
  useRememberedVariables(base?.id, variables, setVariables)
  const age = useAge(ran, connection)
  const filled = useMemo(() => ({ ...defaultsOf(base), ...variables }), [base, variables])
  return (
    <div
      className={styles.workspace}
      data-no-classes={layout.classes || undefined}
      data-no-inspector={layout.inspector || undefined}
      data-rows-only={layout.rows || undefined}
    >
      <CanvasChecks queryId={base?.id} connection={connection} variables={filled} />
      <div className={styles.explorer}>
        <Explorer />
        <Outline />
      </div>
      <div className={styles.center}>
        <VariableStrip parameters={base?.parameters ?? []} values={variables} onValues={setVariables} />
        <div className={styles.board} data-stale={age === 'old' || search.as_of !== undefined || undefined}>
          <Board />
          {base && search.version !== undefined && (
            <VersionPreview
              queryId={base.id}
              version={Number(search.version)}
              onClose={() => change({ version: undefined })}
            />
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
      <div className={styles.inspector}>
        <Inspector
          ofQuery={<Declarations base={base} isMine={isMine} log={ran?.log} dialogs={dialogs} saving={saving} />}
        />
      </div>
    </div>
  )
}

/** What the variables of a query are when nobody gives them. */
const defaultsOf = (query: ReadQuery | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (query?.parameters ?? []).flatMap(({ name, default: value }) => (value === null ? [] : [[name, String(value)]])),
  )
