import { Popover } from '@mantine/core'
import '@mantine/core/styles/Popover.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Read } from '../../components/read.tsx'
import { toastFailure } from '../../components/toasts.tsx'
import {
  noticeList,
  noticeSettings,
  unreadCount,
  useChangeSettings,
  useNotices,
} from '../../features/notifications/api.ts'
import { NoticeItem } from '../../features/notifications/components/notice-item.tsx'
import { words } from '../../features/notifications/words.ts'
import { useHeddle } from '../../lib/session/context.tsx'
import styles from './bell.module.css'

const NEWEST = 20

/** What happened, and how much of it is unread. */
export function Bell() {
  const [isOpen, setIsOpen] = useState(false)
  const known = useQuery(unreadCount(useHeddle())).data?.count
  const count = known ?? 0
  const { all } = useNotices()

  return (
    <>
      <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" shadow="md" trapFocus returnFocus width={360}>
        <Popover.Target>
          <Button
            look="quiet"
            aria-label={count === 0 ? words.title : `${words.title}, ${words.unread(count)}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            <BellIcon />
            {count > 0 && <span className={styles.count}>{count > 99 ? '99+' : count}</span>}
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={styles.panel ?? ''} aria-label={words.title}>
          <div className={styles.head}>
            <h2>{words.title}</h2>
            {count > 0 && (
              <Button look="link" onClick={() => all.mutate()}>
                {words.markAll}
              </Button>
            )}
          </div>
          {isOpen && <Notices onDone={() => setIsOpen(false)} />}
        </Popover.Dropdown>
      </Popover>
      <Announcement count={known} />
    </>
  )
}

/** Says a new count once. The first one is no news. */
function Announcement({ count }: { readonly count: number | undefined }) {
  const [known, setKnown] = useState(count)
  const [text, setText] = useState('')
  if (count !== known) {
    setKnown(count)
    setText(known !== undefined && count !== undefined && count > known ? words.announced(count) : '')
  }
  return (
    <span role="status" className="sr-only">
      {text}
    </span>
  )
}

function Notices({ onDone }: { readonly onDone: () => void }) {
  const heddle = useHeddle()
  const newest = useQuery(noticeList(heddle, { page_size: NEWEST }))
  const settings = useQuery(noticeSettings(heddle)).data
  const { mutate: change } = useChangeSettings((error) => toastFailure(words.settings.notSaved, error))
  const isMuted = settings?.in_app_enabled === false

  return (
    <>
      {isMuted && <p className={styles.muted}>{words.muted}</p>}
      <Read of={newest} failure={words.failure} permission="administrators">
        {({ results }) =>
          results.length === 0 ? (
            <p className={styles.none}>{words.none}</p>
          ) : (
            <ul className={styles.list}>
              {results.map((notice) => (
                <li key={notice.id}>
                  <NoticeItem notice={notice} onOpened={onDone} />
                </li>
              ))}
            </ul>
          )
        }
      </Read>
      <div className={styles.foot}>
        <Link to="/notifications" onClick={onDone}>
          {words.all}
        </Link>
        {settings && (
          <Button look="link" onClick={() => change({ in_app_enabled: isMuted })}>
            {isMuted ? words.unmute : words.mute}
          </Button>
        )}
      </div>
    </>
  )
}

const BellIcon = () => (
  <svg
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
    strokeLinejoin="round"
    aria-hidden
  >
    <path d="M3.5 12V7a4.5 4.5 0 0 1 9 0v5l1 1h-11zM6.5 14.5h3" strokeLinecap="round" />
  </svg>
)
