import { Popover } from '@mantine/core'
import '@mantine/core/styles/Popover.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Read } from '../../components/read.tsx'
import { TimeText } from '../../components/time-text.tsx'
import type { Wire } from '../../lib/api/wire.ts'
import { useHeddle } from '../../lib/session/context.tsx'
import styles from './bell.module.css'

const NEWEST = 20

/** What happened, and how much of it is unread. */
export function Bell() {
  const heddle = useHeddle()
  const queries = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const unread = useQuery({
    queryKey: ['notifications', 'unread'],
    queryFn: ({ signal }) => heddle.notifications.notifications.unreadCount({ signal }),
    staleTime: Infinity,
  })
  const count = unread.data?.count ?? 0
  const refresh = () => queries.invalidateQueries({ queryKey: ['notifications'] })
  const markAll = useMutation({ mutationFn: () => heddle.notifications.notifications.markAllRead(), onSuccess: refresh })

  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" shadow="md" trapFocus returnFocus width={360}>
      <Popover.Target>
        <Button
          look="quiet"
          aria-label={count === 0 ? 'Notifications' : `Notifications, ${count} unread`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <BellIcon />
          {count > 0 && <span className={styles.count}>{count > 99 ? '99+' : count}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.panel ?? ''} aria-label="Notifications">
        <div className={styles.head}>
          <h2>Notifications</h2>
          {count > 0 && (
            <Button look="link" onClick={() => markAll.mutate()}>
              Mark all as read
            </Button>
          )}
        </div>
        {isOpen && <Notices onDone={() => setIsOpen(false)} onRead={() => void refresh()} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Notices({ onDone, onRead }: { readonly onDone: () => void; readonly onRead: () => void }) {
  const heddle = useHeddle()
  const router = useRouter()
  const newest = useQuery({
    queryKey: ['notifications', 'newest'],
    queryFn: ({ signal }) => heddle.notifications.notifications.list({ page_size: NEWEST }, { signal }),
  })

  async function handleOpen({ id, link, read_at }: Wire.Notification) {
    if (read_at === null) await heddle.notifications.notifications.markRead(id).then(onRead, () => undefined)
    onDone()
    if (link !== null) await router.navigate({ href: link })
  }

  return (
    <Read of={newest} failure="The notifications could not be read." permission="administrators">
      {({ results }) =>
        results.length === 0 ? (
          <p className={styles.none}>Nothing has happened yet. Failed schedules, changes and finished jobs appear here.</p>
        ) : (
          <ul className={styles.list}>
            {results.map((notice) => (
              <li key={notice.id}>
                <button type="button" className={`${styles.notice} ${styles[notice.severity]}`} onClick={() => void handleOpen(notice)}>
                  <span className={notice.read_at === null ? styles.unread : undefined}>{notice.title}</span>
                  <span className={styles.when}>
                    <TimeText at={notice.created_at} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </Read>
  )
}

const BellIcon = () => (
  <svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="round" aria-hidden>
    <path d="M3.5 12V7a4.5 4.5 0 0 1 9 0v5l1 1h-11zM6.5 14.5h3" strokeLinecap="round" />
  </svg>
)
