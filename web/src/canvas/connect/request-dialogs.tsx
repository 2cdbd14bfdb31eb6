import { classesOfNode } from '@heddle/domain/canvas-editing/node-classes.ts'
import { nodeTitle } from '@heddle/domain/canvas-editing/part-names.ts'
import type { WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { splitDn } from '@heddle/domain/dn/dn.ts'
import { isClassName } from '@heddle/domain/canvas/names.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { PickDialog, type PickOption } from '../../components/pick-dialog.tsx'
import { toast } from '../../components/toasts.tsx'
import { useHeddle } from '../../lib/session/context.tsx'
import { useDrawing, useWorkspace } from '../canvas-context.tsx'
import type { Point } from '../layout/boxes.ts'
import { classSearch } from '../model/class-search.ts'
import { addChain, addClass, connectNodes } from './add-class.ts'
import { type LinkOption, Words } from './options.tsx'
import { closeRequest, useRequest } from './requests.ts'
import { type Offer, useAround, usePair } from './use-class-options.ts'
import { usePaused } from './use-paused.ts'
import { words } from './words.ts'

/** `id`: what was added or joined; undefined when the dialog was closed. */
type Props = { readonly onClosed: (id: string | undefined, origin: Element | null) => void }

/** The dialogs that add and connect, from wherever they are asked for. */
export function RequestDialogs({ onClosed }: Props): ReactNode {
  const { store } = useWorkspace()
  const request = useRequest(store)
  const canvas = useDrawing()
  const close = useCallback((id?: string) => onClosed(id, closeRequest(store)), [store, onClosed])
  if (!request) return null
  if (request.type === 'add') return <AddDialog scopeDn={request.scopeDn} onClose={close} />
  const from = canvas.nodes.find(({ id }) => id === request.from)
  const to = canvas.nodes.find(({ id }) => id === request.to)
  if (!from) return null
  return to ? (
    <PairDialog from={from} to={to} onClose={close} />
  ) : (
    <ConnectDialog from={from} at={request.at} onClose={close} />
  )
}

/** Without a class: the DN that was typed narrows what is picked next. */
type ClassOption = PickOption & { readonly className: string | undefined }
type AddProps = { readonly scopeDn: string | undefined; readonly onClose: (id?: string) => void }

function AddDialog({ scopeDn, onClose }: AddProps) {
  const { store } = useWorkspace()
  const [text, setText] = useState('')
  const [scope, setScope] = useState(scopeDn)
  const typed = text.trim()
  const isDn = typed.includes('/') && splitDn(typed) !== undefined
  const classes = useClasses(isDn ? '' : typed)
  const ofDn = useClassOfDn(isDn ? typed : undefined)
  const { options, isWaiting, status } = isDn ? ofDn : classes
  const handlePick = useCallback(
    ({ className }: ClassOption) => {
      if (className === undefined) {
        setScope(typed)
        setText('')
      } else onClose(addClass(store, className, { scopeDn: isDn ? typed : scope }))
    },
    [store, isDn, typed, scope, onClose],
  )
  return (
    <PickDialog
      title={words.addTitle}
      label={words.field}
      placeholder={words.addPlaceholder}
      text={text}
      onText={setText}
      options={options}
      isWaiting={isWaiting}
      status={scope === undefined || isDn ? status : words.belowDn(scope)}
      onPick={handlePick}
      onClose={() => onClose()}
    />
  )
}

/** The built-in table of RNs is large enough to wait for. */
function useClassOfDn(dn: string | undefined): Offer<ClassOption> {
  const found = useQuery({
    queryKey: ['canvas', 'class-of-dn', dn],
    queryFn: async () => (await import('@heddle/domain/canvas-editing/class-of-dn.ts')).classOfDn(dn ?? '') ?? null,
    enabled: dn !== undefined,
    staleTime: Infinity,
  })
  if (dn === undefined) return { options: [], isWaiting: false }
  if (found.data === undefined) return { options: [], isWaiting: true }
  const unknown = { id: 'below', className: undefined, content: <Words name={dn} label={words.chooseBelow} /> }
  return { options: found.data === null ? [unknown] : [classOption(found.data, dn)], isWaiting: false }
}

const classOption = (className: string, note: string): ClassOption => ({
  id: className,
  className,
  content: <Words name={className} label={note} />,
})

function useClasses(text: string): Offer<ClassOption> {
  const paused = usePaused(text)
  const found = useQuery({
    ...classSearch(useHeddle(), paused),
    enabled: paused !== '',
    placeholderData: keepPreviousData,
  })
  const options = useMemo(
    () => (found.data?.results ?? []).map(({ name, display_name = '' }) => classOption(name, display_name)),
    [found.data],
  )
  if (text === '') return { options: [], isWaiting: false, status: words.addHint }
  if (found.isFetching || paused !== text) return { options, isWaiting: true }
  if (options.length > 0) return { options, isWaiting: false }
  if (!isClassName(text)) return { options, isWaiting: false, status: words.noClass(text) }
  return {
    options: [classOption(text, words.asTyped)],
    isWaiting: false,
    status: found.error ? words.noModel : words.noClass(text),
  }
}

type ConnectProps = { readonly from: WirePart; readonly at: Point | undefined; readonly onClose: (id?: string) => void }

function ConnectDialog({ from, at, onClose }: ConnectProps) {
  const canvas = useDrawing()
  const [text, setText] = useState('')
  const trimmed = text.trim()
  const paused = usePaused(trimmed)
  const offer = useAround({ from, canvas, text: paused, withNodes: at === undefined })
  const handlePick = useLink(from, at, onClose)
  const title = nodeTitle(from)
  return (
    <PickDialog
      title={words.connectTitle(title)}
      label={words.field}
      placeholder={words.connectPlaceholder(title)}
      text={text}
      onText={setText}
      {...offer}
      isWaiting={offer.isWaiting || paused !== trimmed}
      onPick={handlePick}
      onClose={() => onClose()}
    />
  )
}

/** For a thread that was dropped on a node: its ways, or why there is none. */
function PairDialog({
  from,
  to,
  onClose,
}: {
  readonly from: WirePart
  readonly to: WirePart
  readonly onClose: (id?: string) => void
}) {
  const [text, setText] = useState('')
  const { options, ...offer } = usePair(classesOfNode(from)[0] ?? '', classesOfNode(to)[0] ?? '', true, to.id)
  const handlePick = useLink(from, undefined, onClose)
  const wanted = text.trim().toLowerCase()
  return (
    <PickDialog
      title={words.connectTitle(nodeTitle(from))}
      label={words.field}
      placeholder={words.connectPlaceholder(nodeTitle(from))}
      text={text}
      onText={setText}
      options={options.filter(({ id }) => id.toLowerCase().includes(wanted))}
      {...offer}
      onPick={handlePick}
      onClose={() => onClose()}
    />
  )
}

/** Draws what was picked. */
function useLink(from: WirePart, at: Point | undefined, onClose: (id?: string) => void) {
  const { store } = useWorkspace()
  return useCallback(
    ({ links }: LinkOption) => {
      const [only] = links
      if (links.length === 1 && only?.node !== undefined) {
        const refusal = connectNodes(store, from.id, only.node, only.way)
        if (refusal !== undefined) toast(refusal)
        onClose(from.id)
      } else onClose(addChain(store, from.id, links, at))
    },
    [store, from.id, at, onClose],
  )
}
