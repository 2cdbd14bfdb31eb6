import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { Light, type LightColor } from '../../../components/light.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { DataTable, Pager, type TableColumn } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { CHANNELS_KEY, DELIVERIES_PER_PAGE, deliveryList, oneDelivery } from './api.ts'
import styles from './channels.module.css'
import { words } from './words.ts'

type Props = { readonly channel: Wire.Channel; readonly onClose: () => void }

const PERMISSION = 'notifications.add_channel'
const COLORS: Readonly<Record<Wire.Delivery['status'], LightColor>> = {
  waiting: 'busy',
  delivered: 'ok',
  failed: 'bad',
  skipped: 'off',
}

/** What was sent, and for each what was said on both sides. */
export function DeliveriesDialog({ channel, onClose }: Props) {
  const [shown, setShown] = useState<string>()
  return (
    <Dialog title={words.deliveriesOf(channel.name)} isOpen width={760} onClose={onClose}>
      {shown === undefined ? (
        <Deliveries channel={channel} onShow={setShown} />
      ) : (
        <Details id={shown} onBack={() => setShown(undefined)} />
      )}
    </Dialog>
  )
}

function Deliveries({ channel, onShow }: Pick<Props, 'channel'> & { readonly onShow: (id: string) => void }) {
  const [page, setPage] = useState(1)
  const found = useQuery(deliveryList(useHeddle(), channel.id, page))
  return (
    <Read of={found} failure={words.deliveriesFailure} permission={PERMISSION}>
      {({ results, count }) =>
        results.length === 0 ? (
          <EmptyState title={words.noDeliveries} />
        ) : (
          <>
            <DataTable label={words.deliveries} columns={columnsOf(onShow)} rows={results} keyOf={({ id }) => id} />
            <Pager page={page} pageSize={DELIVERIES_PER_PAGE} count={count} onPage={setPage} />
          </>
        )
      }
    </Read>
  )
}

const columnsOf = (onShow: (id: string) => void): readonly TableColumn<Wire.Delivery>[] => [
  { name: 'title', title: words.message, isGrowing: true, cell: ({ title }) => <span title={title}>{title}</span> },
  { name: 'at', title: words.at, width: '140px', cell: ({ at }) => <TimeText at={at} /> },
  {
    name: 'status',
    title: words.state,
    width: '120px',
    cell: ({ status }) => <Light color={COLORS[status]} text={words.statuses[status]} />,
  },
  { name: 'attempts', title: words.attempts, isNumber: true, isWideOnly: true, cell: ({ attempt }) => attempt },
  {
    name: 'actions',
    title: words.actions,
    isTitleHidden: true,
    cell: ({ id, title }) => (
      <Button aria-label={words.showOf(title)} onClick={() => onShow(id)}>
        {words.show}
      </Button>
    ),
  },
]

function Details({ id, onBack }: { readonly id: string; readonly onBack: () => void }) {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const found = useQuery(oneDelivery(heddle, id))
  const replay = useWrite({
    mutationFn: () => heddle.notifications.channels.deliveries.replay(id),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: CHANNELS_KEY })
      toast(words.replayed)
    },
    onError: (error) => toastFailure(words.notDone, error),
  })
  return (
    <>
      <Read of={found} failure={words.deliveriesFailure} permission={PERMISSION}>
        {(delivery) => <Exchange delivery={delivery} />}
      </Read>
      <DialogActions>
        <Button onClick={onBack}>{words.back}</Button>
        <Button look="primary" onClick={() => replay.mutate()}>
          {words.replay}
        </Button>
      </DialogActions>
    </>
  )
}

function Exchange({ delivery }: { readonly delivery: Wire.DeliveryDetails }) {
  const { title, status, error, request, response_status, response_text, next_attempt_at } = delivery
  return (
    <div className={styles.exchange}>
      <h3>{title}</h3>
      <p>
        <Light color={COLORS[status]} text={words.statuses[status]} />
      </p>
      {error !== null && <p>{error}</p>}
      {next_attempt_at !== null && (
        <p>
          {words.next} <TimeText at={next_attempt_at} />
        </p>
      )}
      <h4>{words.request}</h4>
      <code>{`${request.method} ${request.url}`}</code>
      <Scrolled label={words.request} text={prettyOf(request.body)} />
      <h4>{words.answer}</h4>
      {response_status !== null && <code>{response_status}</code>}
      {response_text === null || response_text === '' ? (
        <p className={styles.hint}>{words.noAnswer}</p>
      ) : (
        <Scrolled label={words.answer} text={response_text} />
      )}
    </div>
  )
}

const Scrolled = ({ label, text }: { readonly label: string; readonly text: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- With the focus, keys scroll it.
  <pre role="region" aria-label={label} tabIndex={0}>
    {text}
  </pre>
)

/** Of JSON with its lines; of a mail its text. */
function prettyOf(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    // A mail.
    return body
  }
}
