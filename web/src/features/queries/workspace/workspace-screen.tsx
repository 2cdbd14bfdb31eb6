import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { Board } from '../../../canvas/board/board.tsx'
import { WorkspaceContext } from '../../../canvas/canvas-context.tsx'
import { Explorer } from '../../../canvas/explorer/explorer.tsx'
import { Inspector } from '../../../canvas/inspector/inspector.tsx'
import { Outline } from '../../../canvas/outline/outline.tsx'
import { PreviewProvider } from '../../../canvas/steps/preview-context.tsx'
import { VariableStrip } from '../../../canvas/variables/variable-strip.tsx'
import { usePageActions } from '../../../components/page-actions.tsx'
import { Page } from '../../../components/page.tsx'
import { StaleBar } from '../../../components/states.tsx'
import type { ReadQuery } from '../api.ts'
import { BottomPanel } from './bottom-panel.tsx'
import { DraftOffer } from './draft-offer.tsx'
import { usePreviewSource } from './use-preview-source.ts'
import { useWorkspaceKeys } from './use-workspace-keys.ts'
import { useWorkspaceState } from './use-workspace.ts'
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

/** The workspace: classes, the canvas, what is selected, and the rows. */
export function WorkspaceScreen({ query, bar, onCreated }: Props) {
  const workspace = useWorkspaceState(query, onCreated)
  const { store, base, drawing, checks, connection, variables, view, draft, newer, search, change } = workspace
  const shared = useMemo(
    () => ({ store, queryId: base?.id, connection, variables, checks, run: view }),
    [store, base?.id, connection, variables, checks, view],
  )
  const { undo, redo } = store.getState()
  useWorkspaceKeys({
    onSave: workspace.save,
    onRun: () => workspace.run(),
    onCancel: () => void (workspace.isRunning && workspace.cancel()),
    onUndo: undo,
    onRedo: redo,
  })
  const previewSource = usePreviewSource(workspace.ran)
  usePageActions([
    { id: 'workspace-run', text: words.run, keys: 'Ctrl ↵', onSelect: () => workspace.run() },
    { id: 'workspace-save', text: words.save, keys: 'Ctrl S', onSelect: workspace.save },
    { id: 'workspace-undo', text: words.undo, keys: 'Ctrl Z', onSelect: undo },
    { id: 'workspace-redo', text: words.redo, keys: 'Ctrl Shift Z', onSelect: redo },
  ])
  return (
    <WorkspaceContext value={shared}>
      <PreviewProvider source={previewSource}>
        <Page
          isFilled
          title={base?.name ?? words.newQuery}
          trail={<Link to="/queries/saved-queries/">{words.queries}</Link>}
          note={<WorkspaceNote version={base?.current_version} isEdited={workspace.isEdited} checks={checks} />}
          actions={<WorkspaceActions workspace={workspace} />}
        >
          {bar}
          {newer && <StaleBar onReload={() => workspace.take(newer)}>{words.newer(newer.current_version)}</StaleBar>}
          {draft.offered && (
            <DraftOffer
              draft={draft.offered}
              version={base?.current_version}
              onDiscard={draft.settle}
              onRestore={workspace.restoreDraft}
            />
          )}
          <div className={styles.workspace}>
            <div className={styles.explorer}>
              <Explorer />
              <Outline />
            </div>
            <div className={styles.center}>
              <VariableStrip parameters={base?.parameters ?? []} values={variables} onValues={workspace.setVariables} />
              <div className={styles.board}>
                <Board />
                {base && search.version !== undefined && (
                  <VersionPreview
                    queryId={base.id}
                    version={Number(search.version)}
                    canvas={drawing}
                    onClose={() => change({ version: undefined })}
                  />
                )}
              </div>
              <BottomPanel workspace={workspace} />
            </div>
            <div className={styles.inspector}>
              <Inspector />
            </div>
          </div>
        </Page>
        <WorkspaceDialogs workspace={workspace} />
      </PreviewProvider>
    </WorkspaceContext>
  )
}
