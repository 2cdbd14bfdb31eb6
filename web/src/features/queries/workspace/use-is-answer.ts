import { useMay } from '../../../lib/session/context.tsx'
import type { ReadQuery } from '../api.ts'
import { useAddress } from './use-address.ts'

export const ANSWER = 'answer'
export const EDIT = 'edit'

/** Whether the user draws queries at all; others read them. */
export function useDraws(): boolean {
  const mayAdd = useMay('queries.add_savedquery')
  const mayChange = useMay('queries.change_savedquery')
  return mayAdd || mayChange
}

/** Whether the query is read rather than drawn: as the address says, and for those who draw nothing. */
export function useIsAnswer(base: ReadQuery | undefined): boolean {
  const { search } = useAddress()
  const draws = useDraws()
  if (base === undefined || search.view === EDIT) return false
  return search.view === ANSWER || !draws
}
