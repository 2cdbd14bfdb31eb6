import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { DeleteDialog } from '../../../components/delete-dialog.tsx'
import { Menu, type MenuEntry } from '../../../components/menu.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay, useMayChangeOf, useProfile } from '../../../lib/session/context.tsx'
import { formatTime } from '../../../lib/time/format-time.ts'
import { useWrite } from '../../../lib/use-write.ts'
import { HISTORY_KEY } from '../../../resources/history.ts'
import { NoteDialog } from '../parts/note-dialog.tsx'
import { words } from './words.ts'

type Props = {
  readonly capture: Wire.SnapshotItem
  readonly onAt: (at: string) => void
  /** It is gone, and so may be the page. */
  readonly onRemoved?: () => void
}

/** What one can do with a capture: only what one may do. */
export function CaptureActions({ capture, onAt, onRemoved }: Props) {
  const { preferences } = useProfile()
  const { history } = useHeddle()
  const cache = useQueryClient()
  const router = useRouter()
  const [open, setOpen] = useState<'note' | 'delete'>()
  const isMine = useMayChangeOf()(capture.captured_by)
  const mayChange = useMay('history.change_snapshot')
  const mayDelete = useMay('history.delete_snapshot')
  const refresh = () => cache.invalidateQueries({ queryKey: HISTORY_KEY })
  const pin = useWrite({
    mutationFn: (pinned: boolean) => history.snapshots.pin(capture.id, { pinned }),
    onSuccess: async ({ pinned }) => {
      toast(pinned ? words.pinnedNow : words.unpinnedNow)
      await refresh()
    },
    onError: (error, pinned) => toastFailure(words.notPinned, error, { onRetry: () => pin.mutate(pinned) }),
  })
  const compare = (pair: { readonly snapshot_a?: string; readonly snapshot_b?: string }) =>
    void router.navigate({ to: '/history/compare', search: pair })
  const isFirst = capture.changes === null
  const refusal = isMine ? undefined : words.notYours
  const entries: readonly MenuEntry[] = [
    {
      text: words.compareBefore,
      impossible: isFirst ? words.isFirst : undefined,
      onSelect: () => compare({ snapshot_b: capture.id }),
    },
    { text: words.compareNewest, onSelect: () => compare({ snapshot_a: capture.id }) },
    { text: words.showRows, onSelect: () => onAt(capture.captured_at) },
    ...(mayChange
      ? [
          'line' as const,
          { text: words.editNote, impossible: refusal, onSelect: () => setOpen('note') },
          {
            text: capture.pinned ? words.unpin : words.pin,
            impossible: refusal,
            onSelect: () => pin.mutate(!capture.pinned),
          },
        ]
      : []),
    ...(mayDelete
      ? [
          'line' as const,
          { text: words.remove, isDangerous: true, impossible: refusal, onSelect: () => setOpen('delete') },
        ]
      : []),
  ]
  return (
    <>
      <Menu
        label={words.actionsOf(formatTime(capture.captured_at, preferences))}
        target={
          <Button look="quiet" aria-label={words.actionsOf(formatTime(capture.captured_at, preferences))}>
            <span aria-hidden>⋯</span>
          </Button>
        }
        entries={entries}
      />
      {open === 'note' && <NoteDialog capture={capture} onClose={() => setOpen(undefined)} />}
      {open === 'delete' && (
        <DeleteDialog
          title={words.removeTitle}
          text={words.removeText}
          remove={() => history.snapshots.remove(capture.id)}
          onClose={() => setOpen(undefined)}
          onRemoved={async () => {
            toast(words.removed)
            onRemoved?.()
            await refresh()
          }}
        />
      )}
    </>
  )
}
