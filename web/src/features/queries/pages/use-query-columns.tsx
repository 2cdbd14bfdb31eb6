import { useQuery } from '@tanstack/react-query'
import type { TableColumn } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { type QueryRef, scheduleMap } from '../api.ts'
import type { Category } from '../components/categories.ts'
import { QueryActions } from '../components/query-actions.tsx'
import { ClassesCell, LastRunCell, NameCell, ScheduleCell, SnapshotsCell } from '../components/query-cells.tsx'
import { words } from '../words.ts'
import styles from '../components/query-cells.module.css'
import { capturesByQuery } from '../../../resources/history.ts'
import { newestRunOfEach } from '../../../resources/runs.ts'

/** The columns of the list; what its user may not read has none. */
export function useQueryColumns(
  listed: readonly QueryRef[],
  categories: readonly Category[],
): readonly TableColumn<Wire.SavedQueryListItem>[] {
  const heddle = useHeddle()
  const mayRuns = useMay('queries.view_executionlog')
  const maySchedules = useMay('queries.view_scheduledtask')
  const maySnapshots = useMay('history.view_snapshot')
  const ids = listed.map(({ id }) => id).toSorted()
  const runs = useQuery({ ...newestRunOfEach(heddle, ids), enabled: mayRuns && ids.length > 0 })
  const schedules = useQuery({ ...scheduleMap(heddle), enabled: maySchedules })
  const snapshots = useQuery({ ...capturesByQuery(heddle), enabled: maySnapshots })
  return [
    { name: 'name', title: words.name, isSortable: true, isGrowing: true, cell: (query) => <NameCell query={query} /> },
    {
      name: 'classes',
      title: words.classes,
      isWideOnly: 'most',
      cell: (query) => <ClassesCell query={query} />,
    },
    ...(mayRuns
      ? [
          {
            name: 'last-run',
            title: words.lastRun,
            cell: ({ id }: QueryRef) => <LastRunCell run={runs.data?.get(id)} />,
          },
        ]
      : []),
    ...(maySchedules
      ? [
          {
            name: 'schedule',
            title: words.schedule,
            isWideOnly: true,
            cell: ({ id }: QueryRef) => <ScheduleCell schedules={schedules.data?.get(id)} />,
          },
        ]
      : []),
    ...(maySnapshots
      ? [
          {
            name: 'snapshots',
            title: words.snapshots,
            isWideOnly: true,
            cell: ({ id }: QueryRef) => <SnapshotsCell snapshots={snapshots.data?.get(id)} />,
          },
        ]
      : []),
    {
      name: 'updated_at',
      title: words.changed,
      isSortable: true,
      isWideOnly: true,
      cell: ({ updated_at }) => (
        <span className={styles.when}>
          <TimeText at={updated_at} />
        </span>
      ),
    },
    {
      name: 'owner',
      title: words.owner,
      isWideOnly: 'most',
      cell: ({ created_by }) => (
        <span className={styles.owner} title={created_by ?? undefined} dir="auto">
          {created_by ?? '–'}
        </span>
      ),
    },
    {
      name: 'actions',
      title: words.actionsColumn,
      isTitleHidden: true,
      width: '104px',
      cell: (query) => <QueryActions query={query} categories={categories} />,
    },
  ]
}
