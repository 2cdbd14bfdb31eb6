import { Button } from '../../../components/button.tsx'
import { ENTRIES_PER_PAGE } from '../api.ts'
import { words } from '../words.ts'
import styles from './log-pager.module.css'

type Props = {
  readonly page: number
  readonly shown: number
  readonly reply: { readonly count: number; readonly count_is_exact: boolean; readonly next: string | null }
  readonly onPage: (page: string | undefined) => void
}

/** A long log is not counted to its end, so only its next page is certain. */
export function LogPager({ page, shown, reply, onPage }: Props) {
  const first = (page - 1) * ENTRIES_PER_PAGE + 1
  return (
    <div className={styles.foot}>
      <span>
        {words.shown(first, first + shown - 1, Math.max(reply.count, first + shown - 1), reply.count_is_exact)}
      </span>
      {page > 1 && (
        <Button look="quiet" onClick={() => onPage(page === 2 ? undefined : String(page - 1))}>
          {words.previous}
        </Button>
      )}
      {reply.next !== null && (
        <Button look="quiet" onClick={() => onPage(String(page + 1))}>
          {words.next}
        </Button>
      )}
    </div>
  )
}
