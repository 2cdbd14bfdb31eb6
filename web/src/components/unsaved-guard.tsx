import { useBlocker } from '@tanstack/react-router'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { words } from './words.ts'

type Props = {
  /** Something was typed that leaving would lose. */
  readonly isDirty: boolean
}

/**
 * Asks once before a form with unsaved changes is left, also by a reload. Saving leaves with `ignoreBlocker`, as it
 * loses nothing.
 */
export function UnsavedGuard({ isDirty }: Props) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
    withResolver: true,
  })
  return (
    <Dialog title={words.leaveTitle} isOpen={status === 'blocked'} onClose={() => reset?.()}>
      <p>{words.leaveText}</p>
      <DialogActions>
        <Button data-autofocus onClick={() => reset?.()}>
          {words.keepEditing}
        </Button>
        <Button look="danger" onClick={() => proceed?.()}>
          {words.leave}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Whether a form has something else than it began with. */
export const isChanged = (draft: object, initial: object): boolean => JSON.stringify(draft) !== JSON.stringify(initial)
