import { useMemo } from 'react'
import { columnsByUse } from './column-facts.ts'
import type { Loaded } from './rows-client.ts'
import type { ViewState } from './view-state.ts'

/** What was read, with its columns as they are of use; those without a value are away unless somebody wants them. */
export function useColumnsByUse(
  read: Loaded,
  { showsEmpty, order, filters, sort }: ViewState,
  first: readonly string[],
): { readonly loaded: Loaded; readonly empty: readonly string[] } {
  const { columns, facts } = read
  const used = useMemo(() => columnsByUse(columns, facts, first), [columns, facts, first])
  const wanted = [...order, ...filters.map(({ column }) => column), ...sort.map(({ column }) => column)].join('\0')
  return useMemo(() => {
    const names = wanted.split('\0')
    const empty = used.empty.filter((name) => !names.includes(name))
    const shown = showsEmpty ? used.columns : used.columns.filter((name) => !empty.includes(name))
    return { loaded: { ...read, columns: shown.length > 0 ? shown : used.columns }, empty }
  }, [read, used, showsEmpty, wanted])
}
