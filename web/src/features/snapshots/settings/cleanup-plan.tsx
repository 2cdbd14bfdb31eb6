import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { DeleteDialog } from '../../../components/delete-dialog.tsx'
import { Read } from '../../../components/read.tsx'
import { DataTable, type TableColumn } from '../../../components/table.tsx'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatBytes } from '../../../lib/i18n/bytes.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { HISTORY_KEY } from '../../../resources/history.ts'
import { cleanupPreview } from '../api.ts'
import { words } from './words.ts'
import styles from './settings.module.css'

type Policy = keyof Wire.Cleanup['will_delete']
type Line = { readonly policy: Policy; readonly count: number }

const COLUMNS: readonly TableColumn<Line>[] = [
  { name: 'policy', title: words.policy, isGrowing: true, cell: ({ policy }) => words.policies[policy] },
  { name: 'count', title: words.expired, isNumber: true, cell: ({ count }) => formatNumber(count) },
]

/** What would be deleted, before it is. */
export function CleanupPlan() {
  const found = useQuery(cleanupPreview(useHeddle()))
  return (
    <section aria-label={words.cleanup} className={styles.section}>
      <h2>{words.cleanup}</h2>
      <p className={styles.text}>{words.cleanupText}</p>
      <Read of={found} failure={words.planFailure} permission="history.view_snapshot">
        {(plan) => <Plan plan={plan} />}
      </Read>
    </section>
  )
}

const sumOf = ({ will_delete }: Wire.Cleanup): number => Object.values(will_delete).reduce((sum, one) => sum + one, 0)

function Plan({ plan }: { readonly plan: Wire.Cleanup }) {
  const { history } = useHeddle()
  const cache = useQueryClient()
  const mayDelete = useMay('history.delete_snapshot')
  const [isAsking, setIsAsking] = useState(false)
  const total = sumOf(plan)
  if (total === 0) return <p role="status">{words.nothing}</p>
  const lines = (Object.keys(words.policies) as Policy[])
    .map((policy) => ({ policy, count: plan.will_delete[policy] }))
    .filter(({ count }) => count > 0)
  return (
    <>
      <DataTable label={words.cleanup} columns={COLUMNS} rows={lines} keyOf={({ policy }) => policy} />
      <p>{words.total(total, formatBytes(plan.total_bytes_reclaimed))}</p>
      {mayDelete && (
        <div>
          <Button look="danger" onClick={() => setIsAsking(true)}>
            {words.run}
          </Button>
        </div>
      )}
      {isAsking && (
        <DeleteDialog
          title={words.confirm}
          text={words.confirmText(total)}
          remove={async () => {
            const done = await history.cleanup.execute()
            toast(words.deleted(sumOf(done), formatBytes(done.total_bytes_reclaimed)))
          }}
          onClose={() => setIsAsking(false)}
          onRemoved={() => cache.invalidateQueries({ queryKey: HISTORY_KEY })}
        />
      )}
    </>
  )
}
