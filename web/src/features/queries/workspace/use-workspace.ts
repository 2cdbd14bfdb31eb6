import { EMPTY_CANVAS, isSameCanvas, type WireCanvas, wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { createCanvasStore } from '../../../canvas/canvas-store.ts'
import { addClass } from '../../../canvas/connect/add-class.ts'
import { useChecks } from '../../../canvas/checks/use-checks.ts'
import { toast } from '../../../components/toasts.tsx'
import { useMedia } from '../../../components/use-media.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { connectionList, type ReadQuery } from '../api.ts'
import { useAddress } from './use-address.ts'
import { useDraft } from './use-draft.ts'
import { useRememberedVariables } from './use-remembered-variables.ts'
import { useRun } from './use-run.ts'
import { useSave } from './use-save.ts'
import { words } from './words.ts'

export type WorkspaceState = ReturnType<typeof useWorkspaceState>

/** Below this, a canvas is for looking only. */
const NARROW = '(width < 768px)'

/** Everything a workspace knows: the canvas, what it began from, what others saved, the run. */
export function useWorkspaceState(query: ReadQuery | undefined, onCreated: (query: ReadQuery) => void) {
  const address = useAddress()
  const { search, variables, change } = address
  const mayEdit = useMay(query ? 'queries.change_savedquery' : 'queries.add_savedquery')
  const isNarrow = useMedia(NARROW)

  // What the canvas began from: a save of ours moves it, what others save does not.
  const [base, setBase] = useState(query)
  const baseCanvas = useMemo(() => (base ? wireCanvas(base) : EMPTY_CANVAS), [base])
  const [store] = useState(() => createCanvasStore(baseCanvas))
  const drawing = useStore(store, (state) => state.history.present)
  const isEdited = useMemo(() => !isSameCanvas(drawing, baseCanvas), [drawing, baseCanvas])
  useEffect(() => store.setState({ isReadOnly: isNarrow || !mayEdit }), [store, isNarrow, mayEdit])

  // A link to begin with: a class of the model.
  useEffect(() => {
    if (search.class === undefined) return
    addClass(store, search.class)
    change({ class: undefined })
  }, [store, search.class, change])

  useRememberedVariables(base?.id, variables, address.setVariables)

  // A saved query names its own: the others are read when somebody looks for them.
  const [wantsConnections, setWantsConnections] = useState(false)
  const connections = useConnections(wantsConnections || base === undefined || search.connection !== undefined)
  const connection =
    search.connection ??
    base?.controller_connection ??
    (connections.find(({ is_default }) => is_default) ?? connections[0])?.id
  const filled = useMemo(() => ({ ...defaultsOf(base), ...variables }), [base, variables])
  const checks = useChecks({ canvas: drawing, queryId: base?.id, connection, variables: filled })
  const running = useRun()
  const draft = useDraft(
    base?.id,
    isEdited ? { canvas: drawing, version: base?.current_version, etag: base?.etag } : undefined,
  )

  const [dialog, setDialog] = useState<'save' | 'details'>()
  const [theirs, setTheirs] = useState<ReadQuery>()
  /** Takes the place of the canvas; Undo brings it back. */
  const replace = (canvas: WireCanvas) => store.getState().change([{ type: 'replace', canvas }])
  const saving = useSave({
    query: base,
    onSaved: (saved) => {
      setBase(saved)
      setTheirs(undefined)
      setDialog(undefined)
      if (base === undefined) onCreated(saved)
    },
    onRestored: (saved) => replace(wireCanvas(saved)),
    onConflict: setTheirs,
  })

  return {
    ...address,
    ...running,
    store,
    base,
    drawing,
    isEdited,
    isRunning: running.view.state === 'starting' || running.view.state === 'running',
    connections,
    wantConnections: () => setWantsConnections(true),
    connection,
    checks,
    draft,
    saving,
    dialog,
    setDialog,
    /** What somebody else saved while this canvas was edited. */
    theirs,
    setTheirs,
    /** The query as it is on the server, when somebody else saved it since. */
    newer:
      query !== undefined && base !== undefined && query.current_version !== base.current_version ? query : undefined,
    /** The canvas of a query that was read, as what the edits to come begin from. */
    take: (taken: ReadQuery) => {
      setBase(taken)
      setTheirs(undefined)
      replace(wireCanvas(taken))
    },
    restoreDraft: () => {
      if (!draft.offered) return
      replace(draft.offered.canvas)
      // Saving it over a newer version asks first.
      if (base && draft.offered.etag !== undefined) setBase({ ...base, etag: draft.offered.etag })
      draft.settle()
    },
    save: () => {
      if (base === undefined) setDialog('save')
      else if (isEdited) saving.save.mutate({ canvas: drawing, etag: base.etag })
      else toast(words.nothingToSave)
    },
    run: (canvas = drawing) => {
      if (connection === undefined || canvas.nodes.length === 0) return
      change({ as_of: undefined, tab: undefined, version: undefined })
      void running.start({ canvas, queryId: base?.id, isEdited: isEdited || canvas !== drawing, connection, variables })
    },
  }
}

/** What the variables of a query are when nobody gives them. */
const defaultsOf = (query: ReadQuery | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (query?.parameters ?? []).flatMap(({ name, default: value }) => (value === null ? [] : [[name, String(value)]])),
  )

function useConnections(isWanted: boolean) {
  const maySee = useMay('controller.view_connection')
  const { data } = useQuery({ ...connectionList(useHeddle()), enabled: maySee && isWanted })
  return data?.results ?? []
}
