import { useQuery } from '@tanstack/react-query'
import type { TableColumn } from '../../../components/table.tsx'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { columnTemplates, templateNames } from '../api.ts'
import styles from './reference.module.css'
import { type ReferenceKey, usedBy } from './used-by.ts'
import { words } from './words.ts'

type Users = (id: string) => readonly string[]

/** What refers to things of a kind, by name; the server knows those that the user does not see. */
export function useUsers(key: ReferenceKey): Users {
  const heddle = useHeddle()
  const templates = useQuery({ ...templateNames(heddle), enabled: useMay('automation.view_template') }).data ?? []
  const shared = useQuery({ ...columnTemplates(heddle), enabled: useMay('automation.view_columntemplate') }).data ?? []
  return (id) => usedBy(key, id, { templates, columnTemplates: shared })
}

export const usedByColumn = (users: Users): TableColumn<{ readonly id: string }> => ({
  name: 'used-by',
  title: words.usedBy,
  cell: ({ id }) => {
    const names = users(id)
    return names.length === 0 ? <span className={styles.minor}>{words.unused}</span> : names.join(', ')
  },
})

export const removeTextOf =
  (users: Users) =>
  ({ id }: { readonly id: string }): string => {
    const names = users(id)
    return names.length === 0 ? words.removeUnused : words.removeUsed(names.map((name) => `“${name}”`))
  }
