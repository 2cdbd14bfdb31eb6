import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import text from '../../../components/text.module.css'
import { TimeText } from '../../../components/time-text.tsx'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { changeRequest } from './api.ts'
import { RequestLight } from './change-light.tsx'
import styles from './windows.module.css'
import { words } from './words.ts'

/** Each is read on its own; those beyond are links. */
const MOST_READ = 5

type Props = {
  readonly ids: readonly string[]
  /** Their rows were typed, so nothing says which fabric they are about. */
  readonly byHand: readonly string[]
}

/** What was launched while a window was open. The report knows ids only, since a status goes on. */
export const ChangeRequests = ({ ids, byHand }: Props) => (
  <section aria-labelledby="change-requests">
    <h2 id="change-requests">{words.requests}</h2>
    {ids.length > 0 && <RequestList ids={ids} read={MOST_READ} about={words.requestsText} />}
    {byHand.length > 0 && (
      <RequestList ids={byHand} read={Math.max(0, MOST_READ - ids.length)} about={words.requestsByHand} />
    )}
  </section>
)

type ListProps = { readonly ids: readonly string[]; readonly read: number; readonly about: string }

const RequestList = ({ ids, read, about }: ListProps) => (
  <>
    <p className={text.caption}>{about}</p>
    <ul aria-label={about}>
      {ids.map((id, index) => (
        <RequestItem key={id} id={id} isRead={index < read} />
      ))}
    </ul>
  </>
)

function RequestItem({ id, isRead }: { readonly id: string; readonly isRead: boolean }) {
  const mayView = useMay('automation.view_request')
  const { data, error } = useQuery({ ...changeRequest(useHeddle(), id), enabled: isRead && mayView })
  return (
    <li className={`${styles.check} ${styles.line}`}>
      <Link to="/automation/requests/$id" params={{ id }} dir="auto">
        {data ? data.template_name : <code>{id}</code>}
      </Link>
      {data && (
        <>
          <RequestLight status={data.status} />
          <span className={styles.minor}>
            {words.requestBy(data.user)}, <TimeText at={data.created_at} isAbsolute />
          </span>
        </>
      )}
      {error && <span className={styles.minor}>{words.requestGone}</span>}
    </li>
  )
}
