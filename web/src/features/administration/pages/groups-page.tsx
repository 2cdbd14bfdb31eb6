import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { usePageActions } from '../../../components/page-actions.tsx'
import { Read } from '../../../components/read.tsx'
import { DataTable, type TableColumn } from '../../../components/table.tsx'
import { isConflict } from '../../../components/conflict.tsx'
import { ifStill } from '../../../components/edited.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import { readWithTag } from '../../../lib/api/read-with-tag.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { ADMINISTRATION_KEY, groupList, permissionList } from '../api.ts'
import { AdministrationPage } from '../components/administration-page.tsx'
import styles from '../components/administration.module.css'
import { ConfirmLosses } from '../components/confirm-losses.tsx'
import { GroupActions } from '../components/group-actions.tsx'
import { GroupNameDialog } from '../components/group-dialogs.tsx'
import { useLosses } from '../components/use-losses.ts'
import { words as groupWords } from '../group-words.ts'
import { words } from '../words.ts'

type Group = Wire.GroupReply
type Line = { readonly name: string; readonly text: string; readonly cell: (group: Group) => ReactNode }

/** What each group may do, side by side. */
export function GroupsPage() {
  const heddle = useHeddle()
  const navigate = useNavigate()
  const found = useQuery(groupList(heddle))
  const permissions = useQuery(permissionList(heddle)).data ?? []
  const toggle = useToggle()
  const [isAdding, setIsAdding] = useState(false)
  const [taken, setTaken] = useState<Taken>()
  const handleAdd = () => setIsAdding(true)
  usePageActions([{ id: 'groups-add', text: groupWords.add, onSelect: handleAdd }])
  const handleToggle = (group: Group, permission: string) =>
    group.permissions.includes(permission) && group.member_count > 0
      ? setTaken({ group, permission })
      : toggle.mutate({ group, permission })
  const lines: readonly Line[] = [
    ...QUOTAS,
    ...permissions.map(({ codename, name }) => ({ name: codename, text: name, cell: () => undefined })),
  ]
  return (
    <AdministrationPage
      title={words.groups}
      actions={
        <Button look="primary" onClick={handleAdd}>
          {groupWords.add}
        </Button>
      }
    >
      <Read of={found} failure={words.groupsFailure} permission="administrators">
        {(groups) => (
          <section className={styles.section}>
            <p>{words.matrixText}</p>
            <DataTable
              label={words.matrix}
              columns={columnsOf(groups, handleToggle)}
              rows={lines}
              keyOf={({ name }) => name}
            />
          </section>
        )}
      </Read>
      {isAdding && (
        <GroupNameDialog
          way="create"
          onClose={() => setIsAdding(false)}
          onSaved={({ id }) =>
            void navigate({ to: '/auth/groups/$id', params: { id: String(id) }, ignoreBlocker: true })
          }
        />
      )}
      {taken && <TakePermission {...taken} act={() => toggle.mutateAsync(taken)} onClose={() => setTaken(undefined)} />}
    </AdministrationPage>
  )
}

type Taken = { readonly group: Group; readonly permission: string }
type TakeProps = Taken & { readonly act: () => Promise<unknown>; readonly onClose: () => void }

/** Whose rights a group no longer gives may notice at once: it says who, before. */
const TakePermission = ({ group, permission, act, onClose }: TakeProps) => (
  <ConfirmLosses
    title={groupWords.takeTitle(permission, group.name)}
    verb={groupWords.take}
    losses={useLosses(group, { permission })}
    act={act}
    onClose={onClose}
    onDone={async () => undefined}
  />
)

const limit = (count: number | null): string => (count === null ? words.quota.noLimit : formatNumber(count))

const QUOTAS: readonly Line[] = [
  {
    name: 'members',
    text: words.users,
    cell: (group) => (
      <span className={styles.groupHead}>
        <Link
          to="/auth/groups/$id"
          params={{ id: String(group.id) }}
          aria-label={words.membersOf(group.name, group.member_count)}
        >
          {words.members(group.member_count)}
        </Link>
        <GroupActions group={group} />
      </span>
    ),
  },
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
      const isTaken = group.permissions.includes(permission)
      const toggleNow = async () => {
        const read = await readWithTag((options) => groups.get(group.id, options))
        const others = read.permissions.filter((one) => one !== permission)
        await groups.update(group.id, { permissions: isTaken ? others : [...others, permission] }, ifStill(read))
      }
      // Somebody else may change another one between the two calls; a second time is no coincidence.
      await toggleNow().catch((error: unknown) => (isConflict(error) ? toggleNow() : Promise.reject(error as Error)))
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
