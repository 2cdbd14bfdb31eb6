import { useState } from 'react'
import type { QueryRef } from '../api.ts'

const NONE: ReadonlyMap<string, QueryRef> = new Map()

/** The selected queries of a list, on all of its pages. Another list begins with none. */
export function useSelected(list: string) {
  const [state, setState] = useState({ list, selected: NONE })
  const selected = state.list === list ? state.selected : NONE
  const setSelected = (queries: readonly QueryRef[]) =>
    setState({ list, selected: new Map(queries.map((query) => [query.id, query])) })
  return [selected, setSelected] as const
}
