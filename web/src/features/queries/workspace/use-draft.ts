import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useEffect, useMemo, useState } from 'react'
import { useProfile } from '../../../lib/session/context.tsx'
import { openDrafts, type StoredDraft } from './drafts.ts'

/** Edits are kept this long after the last one, so that a crash costs at most that. */
const KEPT_AFTER_MS = 700

/** Tells the pages of this browser apart; it need not be secret. */
const PAGE = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`

type Edited = { readonly canvas: WireCanvas; readonly version: string | undefined; readonly etag: string | undefined }

/** Keeps unsaved edits in this browser, and finds those that were left behind. No `edited`: there are none. */
export function useDraft(queryId: string | undefined, edited: Edited | undefined) {
  const { id: user } = useProfile()
  const drafts = useMemo(() => openDrafts(user, queryId ?? 'new'), [user, queryId])
  const [offered, setOffered] = useState<StoredDraft>()
  const { canvas, version, etag } = edited ?? {}

  useEffect(() => {
    let isCurrent = true
    void drafts.newest(PAGE).then((found) => {
      if (isCurrent) setOffered(found)
    })
    return () => {
      isCurrent = false
    }
  }, [drafts])

  useEffect(() => {
    if (!canvas) {
      void drafts.forget(PAGE)
      return
    }
    const keep = () => void drafts.keep({ page: PAGE, canvas, version, etag, savedAt: new Date().toISOString() })
    const timer = setTimeout(keep, KEPT_AFTER_MS)
    addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', keep)
    }
  }, [drafts, canvas, version, etag])

  return {
    offered,
    /** The offer was taken, or is not wanted. */
    settle: () => {
      if (offered) void drafts.forget(offered.page)
      setOffered(undefined)
    },
    /** The edits are kept elsewhere now. */
    done: () => drafts.forget(PAGE),
  }
}
