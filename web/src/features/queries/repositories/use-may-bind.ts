import { useMay, useProfile } from '../../../lib/session/context.tsx'

/** Operators and administrators decide which folders are in Git. */
export function useMayBind(): boolean {
  const mayChange = useMay('queries.change_category')
  return useProfile().manages_workspace && mayChange
}
