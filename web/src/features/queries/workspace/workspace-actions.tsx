import { ownText } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { partUpTo } from '../../../canvas/run/part-up-to.ts'
import { Button, JoinedButtons } from '../../../components/button.tsx'
import { Menu, type MenuEntry } from '../../../components/menu.tsx'
import { toast } from '../../../components/toasts.tsx'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import type { ReadQuery } from '../api.ts'
import { AsOfMenu } from './as-of-menu.tsx'
import { ConnectionMenu } from './connection-menu.tsx'
import type { WorkspaceState } from './use-workspace.ts'
import { words } from './words.ts'

type Props = { readonly workspace: WorkspaceState }

/** What one can do with the query on the screen: only what one may do. */
export function WorkspaceActions({ workspace }: Props) {
  const { base, connection, drawing, isRunning } = workspace
  const mayRun = useMay('queries.execute_savedquery')
  const maySave = useMay(base ? 'queries.change_savedquery' : 'queries.add_savedquery')
  const impossible =
    connection === undefined ? words.noConnection : drawing.nodes.length === 0 ? words.emptyCanvas : undefined
  return (
    <>
      <ConnectionMenu
        connections={workspace.connections}
        selected={connection}
        name={base?.controller_connection_name ?? undefined}
        onOpen={workspace.wantConnections}
        onSelect={(id) => workspace.change({ connection: id === base?.controller_connection ? undefined : id })}
      />
      {base && <OfSaved workspace={workspace} query={base} />}
      {maySave && (
        <Button
          keys="Ctrl S"
          impossible={workspace.saving.save.isPending ? words.saving : impossible}
          onClick={workspace.save}
        >
          {words.save}
        </Button>
      )}
      {mayRun && !isRunning && <RunButtons workspace={workspace} impossible={impossible} />}
      {isRunning && (
        <Button keys="Ctrl ." onClick={() => void workspace.cancel()}>
          {words.cancelRun}
        </Button>
      )}
    </>
  )
}

/** What only a saved query has: a history, and details. */
function OfSaved({ workspace, query }: Props & { readonly query: ReadQuery }) {
  const { search, change, ran, isEdited } = workspace
  const capture = useCapture()
  const mayCapture = useMay('history.capture_snapshot')
  const mayChange = useMay('queries.change_savedquery')
  const captured = ran && !ran.log.draft && !isEdited ? ran.log.id : undefined
  return (
    <>
      {useMay('history.view_snapshot') && (
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
      {mayChange && (
        <Menu
          label={words.more}
          target={
            <Button aria-label={words.more}>
              <span aria-hidden>⋯</span>
            </Button>
          }
          entries={[{ text: words.detailsEntry, onSelect: () => workspace.setDialog('details') }]}
        />
      )}
    </>
  )
}

function useCapture() {
  const { history } = useHeddle()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (execution: string) => history.capture({ execution }),
    onSuccess: () => {
      toast(words.captured)
      void cache.invalidateQueries({ queryKey: ['history'] })
    },
    onError: (error) => toast(error.message, { kind: 'failed' }),
  })
}

function RunButtons({ workspace, impossible }: Props & { readonly impossible: string | undefined }) {
  const more = useMoreRuns(workspace)
  const button = useRef<HTMLButtonElement>(null)
  // A link that brought the variables: all that is left is to run.
  const [isReady] = useState(Object.keys(workspace.variables).length > 0)
  useEffect(() => {
    if (isReady) button.current?.focus()
  }, [isReady])
  const run = (
    <Button look="primary" keys="Ctrl ↵" ref={button} impossible={impossible} onClick={() => workspace.run()}>
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

function useMoreRuns({ drawing, store, run }: WorkspaceState): readonly MenuEntry[] {
  const selected = useStore(store, (state) => state.selection.nodes)
  const node =
    selected.length === 1 && drawing.nodes.length > 1 ? drawing.nodes.find(({ id }) => id === selected[0]) : undefined
  return [
    ...(node
      ? [{ text: words.runTo(ownText(node, 'class_name') ?? node.id), onSelect: () => run(partUpTo(drawing, node.id)) }]
      : []),
    ...(drawing.post_processors.length > 0
      ? [{ text: words.runPlain, onSelect: () => run({ ...drawing, post_processors: [] }) }]
      : []),
  ]
}
