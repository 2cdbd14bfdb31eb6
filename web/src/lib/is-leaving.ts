import type { FocusEvent } from 'react'

/** Whether the focus goes out of an element; another window keeps it where it is. */
export const isLeaving = ({ currentTarget, relatedTarget }: FocusEvent): boolean =>
  document.hasFocus() && !currentTarget.contains(relatedTarget)
