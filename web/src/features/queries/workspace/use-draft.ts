import { useEffect, useMemo, useState } from 'react'
import { useCanvas } from '../../../canvas/canvas-context.tsx'
import { useProfile } from '../../../lib/session/context.tsx'
import type { ReadQuery } from '../api.ts'
import { openDrafts, type KeptDraft } from './drafts.ts'

/** Edits are kept this long after the last one, so that a crash costs at most that. */
const KEPT_AFTER_MS = 700

/** Tells the pages of this browser apart; it need not be secret. */
const PAGE = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`

/** Keeps unsaved edits in this browser, and finds those that were left behind. */
export function useDraft(base: ReadQuery | undefined) {
  const { id: user } = useProfile()
  const drafts = useMemo(() => openDrafts(user, base?.id ?? 'new'), [user, base?.id])
  const [offered, setOffered] = useState<KeptDraft>()
  const canvas = useCanvas(({ history, isEdited }) => (isEdited ? history.present : undefined))
  const [version, etag] = [base?.current_version, base?.etag]

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
  }
}

/** The edits of this page are kept elsewhere now. */
export function useForgetDraft(queryId: string | undefined): () => Promise<void> {
  const { id: user } = useProfile()
  return () => openDrafts(user, queryId ?? 'new').forget(PAGE)
}
