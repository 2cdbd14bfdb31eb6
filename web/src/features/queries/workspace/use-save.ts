import { linkOptions } from '@tanstack/react-router'
import { isSameCanvas, type WireCanvas, wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { HeddleError } from '@heddle/client'
import { useQueryClient } from '@tanstack/react-query'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { readWithTag } from '../../../lib/api/read-with-tag.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { QUERIES_KEY } from '../../../resources/queries.ts'
import { keepQuery, type ReadQuery } from '../api.ts'
import type { Dialogs } from './use-dialogs.ts'
import type { QueryDocument } from './use-document.ts'
import { draftOf } from '../../../canvas/draft-of.ts'
import { words } from './words.ts'

const PRECONDITION_FAILED = 412

export type Saving = ReturnType<typeof useSave>

/** Saves a canvas; never over what somebody else saved. */
export function useSave(
  { base: query, beginFrom, replace }: QueryDocument,
  dialogs: Dialogs,
  onCreated: (query: ReadQuery) => void,
) {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const kept = (saved: ReadQuery) => {
    keepQuery(cache, saved)
    void cache.invalidateQueries({ queryKey: [...QUERIES_KEY, 'list'] })
    beginFrom(saved)
    dialogs.close()
    if (query === undefined) onCreated(saved)
  }

  const save = useWrite({
    mutationFn: ({ canvas, etag }: { readonly canvas: WireCanvas; readonly etag: string }) =>
      readWithTag((options) =>
        heddle.queries.savedQueries.update(query!.id, draftOf(canvas), { ...options, headers: { 'if-match': etag } }),
      ),
    onSuccess: (saved) => {
      kept(saved)
      toast(words.saved(saved.current_version))
    },
    onError: async (error, { canvas }) => {
      const repository = repositoryOf(error)
      if (repository !== undefined) dialogs.ask({ kind: 'branch', repository })
      if (!isConflict(error)) return
      try {
        const theirs = await readWithTag((options) => heddle.queries.savedQueries.get(query!.id, options))
        // An earlier attempt whose answer was lost, or somebody with the same idea: nothing to ask about.
        if (isSameCanvas(wireCanvas(theirs), canvas)) {
          kept(theirs)
          toast(words.saved(theirs.current_version))
          return
        }
        dialogs.ask({ kind: 'conflict', theirs })
      } catch (failure) {
        toastFailure(words.notSavedNow, failure as Error, { kept: words.editsKept })
      }
    },
  })

  const create = useWrite({
    mutationFn: (body: Wire.SavedQueryCreate) =>
      readWithTag((options) => heddle.queries.savedQueries.create(body, options)),
    onSuccess: kept,
    next: ({ id }) => linkOptions({ to: '/queries/saved-queries/$id/', params: { id }, search: true, replace: true }),
  })
  /** Its details, its parameters, what it expects: all that is no part of a version. */
  const describe = useWrite({
    mutationFn: (details: Wire.SavedQueryPatch) =>
      readWithTag((options) =>
        heddle.queries.savedQueries.update(query!.id, details, { ...options, headers: { 'if-match': query!.etag } }),
      ),
    onSuccess: kept,
  })
  const restore = useWrite({
    mutationFn: (version: number) =>
      readWithTag((options) => heddle.queries.savedQueries.versions.restore(query!.id, version, options)),
    onSuccess: (saved, version) => {
      kept(saved)
      replace(wireCanvas(saved))
      toast(words.versions.restored(String(version), saved.current_version))
    },
    onError: (error, version) =>
      toastFailure(words.versions.notRestored(String(version)), error, { onRetry: () => restore.mutate(version) }),
  })
  /** Why the last attempt to save did nothing; a conflict has its own dialog. */
  const failure =
    save.error && !isConflict(save.error) && repositoryOf(save.error) === undefined ? save.error : undefined
  return { save, create, describe, restore, failure }
}

const isConflict = (error: Error): boolean => error instanceof HeddleError && error.status === PRECONDITION_FAILED

/** The repository that a refused save could go to. */
function repositoryOf(error: Error): string | undefined {
  if (!(error instanceof HeddleError) || error.code !== 'in_git') return undefined
  const { repository } = error.body as { readonly repository?: unknown }
  return typeof repository === 'string' ? repository : undefined
}
