import { useQuery } from '@tanstack/react-query'
import text from '../../../components/text.module.css'
import { useHeddle } from '../../../lib/session/context.tsx'
import { queryQuota } from '../api.ts'
import { words } from '../words.ts'

/** How many more queries one may save, where there is a limit and one is about to. */
export function QuotaNote() {
  const { data: quota } = useQuery(queryQuota(useHeddle()))
  if (quota?.most == null) return null
  const isSpent = quota.used >= quota.most
  return (
    <p className={`${text.caption} ${isSpent ? text.fault : ''}`}>
      {words.quota.used(quota.used, quota.most)} {isSpent && words.quota.spent}
    </p>
  )
}
