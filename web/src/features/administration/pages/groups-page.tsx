import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Read } from '../../../components/read.tsx'
import { DataTable, type TableColumn } from '../../../components/table.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { ADMINISTRATION_KEY, groupList, permissionList } from '../api.ts'
import { AdministrationPage } from '../components/administration-page.tsx'
import styles from '../components/administration.module.css'
import { words } from '../words.ts'

type Group = Wire.GroupReply
type Line = { readonly name: string; readonly text: string; readonly cell: (group: Group) => string | undefined }

/** What each group may do, side by side. */
export function GroupsPage() {
  const heddle = useHeddle()
  const found = useQuery(groupList(heddle))
  const permissions = useQuery(permissionList(heddle)).data ?? []
  const toggle = useToggle()
  const lines: readonly Line[] = [
    ...QUOTAS,
    ...permissions.map(({ codename, name }) => ({ name: codename, text: name, cell: () => undefined })),
  ]
  return (
    <AdministrationPage title={words.groups}>
      <Read of={found} failure={words.groupsFailure} permission="administrators">
        {(groups) => (
          <section className={styles.section}>
            <p>{words.matrixText}</p>
            <DataTable
              label={words.matrix}
              columns={columnsOf(groups, (group, permission) => toggle.mutate({ group, permission }))}
              rows={lines}
              keyOf={({ name }) => name}
            />
          </section>
        )}
      </Read>
    </AdministrationPage>
  )
}

const limit = (count: number | null): string => (count === null ? words.quota.noLimit : formatNumber(count))

const QUOTAS: readonly Line[] = [
  { name: 'members', text: words.users, cell: ({ member_count: count }) => words.members(count) },
  { name: 'queries_max', text: words.quota.queries_max, cell: ({ quota }) => limit(quota.queries_max) },
  { name: 'ai_daily', text: words.quota.ai_analysis_daily, cell: ({ quota }) => limit(quota.ai_analysis_daily) },
  {
    name: 'ai_builder',
    text: words.quota.can_use_ai_builder,
    cell: ({ quota }) => (quota.can_use_ai_builder ? words.quota.yes : words.quota.no),
  },
]

const columnsOf = (
  groups: readonly Group[],
  onToggle: (group: Group, permission: string) => void,
): readonly TableColumn<Line>[] => [
  {
    name: 'permission',
    title: words.permission,
    cell: ({ name, text }) => (name.includes('.') ? <code title={text}>{name}</code> : text),
  },
  ...groups.map((group) => ({
    name: String(group.id),
    title: group.name,
    cell: ({ name, cell }: Line) =>
      cell(group) ?? (
        <input
          type="checkbox"
          className={styles.box}
          aria-label={words.mayThat(group.name, name)}
          checked={group.permissions.includes(name)}
          onChange={() => onToggle(group, name)}
        />
      ),
  })),
]

/** One permission of what the group has at that moment: what another administrator changed meanwhile stays. */
function useToggle() {
  const { groups } = useHeddle().auth
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ group, permission }: { readonly group: Group; readonly permission: string }) => {
      const { permissions } = await groups.get(group.id)
      const others = permissions.filter((one) => one !== permission)
      const isTaken = group.permissions.includes(permission)
      await groups.update(group.id, { permissions: isTaken ? others : [...others, permission] })
      return isTaken
    },
    scope: { id: 'group-permissions' },
    onSuccess: async (isTaken, { group, permission }) => {
      await cache.invalidateQueries({ queryKey: ADMINISTRATION_KEY })
      toast(isTaken ? words.taken(permission, group.name) : words.given(permission, group.name))
    },
    onError: (error) => toastFailure(words.notChanged, error),
  })
}
