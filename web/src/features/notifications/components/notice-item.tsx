import { Link } from '@tanstack/react-router'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useNotices } from '../api.ts'
import { words } from '../words.ts'
import styles from './notice-item.module.css'

type Props = {
  readonly notice: Wire.Notification
  /** All that it says, not the title alone. */
  readonly isFull?: boolean
  readonly onOpened?: () => void
}

/** What happened. Opening it marks it as read and leads to its page. */
export function NoticeItem({ notice, isFull = false, onOpened }: Props) {
  const { id, title, body, link, severity, category, read_at, created_at } = notice
  const { one, remove } = useNotices()
  const isUnread = read_at === null

  function handleOpen() {
    if (isUnread) one.mutate(id)
    onOpened?.()
  }
  const text = (
    <>
      {isUnread && <span className="sr-only">{words.state.unread}: </span>}
      {severity !== 'info' && <span className="sr-only">{words.severities[severity]}: </span>}
      {title}
    </>
  )
  const look = `${styles.title} ${isUnread ? styles.unread : ''}`

  return (
    <div className={`${styles.notice} ${styles[severity]}`}>
      {link === null ? (
        <button type="button" className={look} onClick={handleOpen}>
          {text}
        </button>
      ) : (
        <Link to={link} className={look} dir="auto" onClick={handleOpen}>
          {text}
        </Link>
      )}
      {isFull && body !== '' && <p className={styles.body}>{body}</p>}
      <p className={styles.when}>
        <TimeText at={created_at} /> · {words.categories[category]}
        {isFull && isUnread && (
          <button
            type="button"
            className={styles.mark}
            aria-label={words.markRead(title)}
            onClick={() => one.mutate(id)}
          >
            {words.mark}
          </button>
        )}
        {isFull && (
          <button
            type="button"
            className={styles.mark}
            aria-label={words.removeNotice(title)}
            onClick={() => remove.mutate(notice)}
          >
            {words.remove}
          </button>
        )}
      </p>
    </div>
  )
}
