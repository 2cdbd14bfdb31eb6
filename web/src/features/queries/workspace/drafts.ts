import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { createStore, get, update, type UseStore } from 'idb-keyval'

/** A canvas that was edited and not saved, as this browser keeps it. */
export type KeptDraft = {
  /** Of the page that wrote it: a page offers only what others left behind. */
  readonly page: string
  readonly canvas: WireCanvas
  /** The version it began from, and that version's tag; undefined for a query that was never saved. */
  readonly version?: string | undefined
  readonly etag?: string | undefined
  /** ISO 8601. */
  readonly savedAt: string
}

const MOST_DRAFTS = 5

/** Drafts by user and query: nobody is offered those of another. Nothing is kept where the browser forbids it. */
export function openDrafts(user: number, query: string) {
  const key = `${user}:${query}`
  const change = (next: (drafts: readonly KeptDraft[]) => readonly KeptDraft[]): Promise<void> =>
    update<readonly KeptDraft[]>(key, (drafts = []) => next(drafts), database()).catch(() => undefined)
  return {
    /** What another page, or this one before it was closed, left behind; the newest. */
    newest: async (page: string): Promise<KeptDraft | undefined> => {
      const drafts = await get<readonly KeptDraft[]>(key, database()).catch(() => undefined)
      return drafts?.findLast((draft) => draft.page !== page)
    },
    keep: (draft: KeptDraft): Promise<void> =>
      change((drafts) => [...drafts.filter(({ page }) => page !== draft.page), draft].slice(-MOST_DRAFTS)),
    forget: (page: string): Promise<void> => change((drafts) => drafts.filter((draft) => draft.page !== page)),
  }
}

let opened: UseStore | undefined
const database = (): UseStore => (opened ??= createStore('heddle-drafts', 'drafts'))
