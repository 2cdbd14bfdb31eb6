import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { DeleteDialog } from '../../../components/delete-dialog.tsx'
import { Fact } from '../../../components/fact.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { saveFile, textFile } from '../../../components/save-file.ts'
import { DataTable, type TableColumn } from '../../../components/table.tsx'
import text from '../../../components/text.module.css'
import { TimeText } from '../../../components/time-text.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import type { Heddle } from '../../../lib/api/heddle.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay, useMayChangeOf } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { changeDetail, CHANGES_KEY, changeReport } from '../windows/api.ts'
import { ChangeLight, CheckLight } from '../windows/change-light.tsx'
import { ReportView } from '../windows/report-view.tsx'
import styles from '../windows/windows.module.css'
import { words } from '../windows/words.ts'

const route = getRouteApi('/inside/history/changes/$id')

/** One change: what is captured of it, and in the end what it did. */
export function ChangePage() {
  const { id } = route.useParams()
  const found = useQuery(changeDetail(useHeddle(), id))
  const { data } = found
  return (
    <Page
      title={data?.name ?? words.title}
      trail={<Link to="/history/changes">{words.title}</Link>}
      note={data && <ChangeLight status={data.status} />}
      actions={data && <ChangeActions change={data} />}
    >
      <Read of={found} failure={words.detailFailure} permission="history.view_snapshot">
        {(change) => (
          <>
            <Facts change={change} />
            {change.reason !== null && <p className={`${styles.say} ${text.fault}`}>{change.reason}</p>}
            {change.status === 'closed' ? <Report id={id} /> : <Captures change={change} />}
          </>
        )}
      </Read>
    </Page>
  )
}

type ChangeProps = { readonly change: Wire.ChangeDetail }

function ChangeActions({ change }: ChangeProps) {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const mayClose = useMay('history.capture_snapshot', 'queries.execute_savedquery')
  const close = useWrite({
    mutationFn: () => heddle.history.changes.close(change.id),
    onSuccess: (closing) => {
      cache.setQueryData(changeDetail(heddle, change.id).queryKey, closing)
      return cache.invalidateQueries({ queryKey: CHANGES_KEY })
    },
    onError: (error) => toastFailure(words.notClosed, error),
  })
  const attempt = (report: Promise<void>) =>
    void report.catch((error: unknown) => toastFailure(words.noReport, error as Error))
  return (
    <>
      {change.status === 'closed' && (
        <>
          <Button onClick={() => attempt(openPage(heddle, change.id))}>{words.print}</Button>
          <Button onClick={() => attempt(saveReport(heddle, change.id))}>{words.json}</Button>
        </>
      )}
      <DeleteChange change={change} />
      {change.can_close && mayClose && (
        <Button look="primary" impossible={close.isPending ? words.closing : undefined} onClick={() => close.mutate()}>
          {words.close}
        </Button>
      )}
    </>
  )
}

/** With what goes and what stays. */
function DeleteChange({ change: { id, status, opened_by: openedBy } }: ChangeProps) {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const mayDelete = useMay('history.delete_snapshot')
  const isMine = useMayChangeOf()(openedBy)
  const [isAsking, setIsAsking] = useState(false)
  if (!mayDelete) return null
  return (
    <>
      <Button look="danger" impossible={isMine ? undefined : words.notYours} onClick={() => setIsAsking(true)}>
        {words.remove}
      </Button>
      {isAsking && (
        <DeleteDialog
          title={words.removeTitle}
          text={words.removeText[status]}
          remove={() => heddle.history.changes.remove(id)}
          onClose={() => setIsAsking(false)}
          onRemoved={async () => {
            toast(words.deleted)
            await navigate({ to: '/history/changes' })
            cache.removeQueries({ queryKey: changeDetail(heddle, id).queryKey })
            await cache.invalidateQueries({ queryKey: [...CHANGES_KEY, 'list'] })
          }}
        />
      )}
    </>
  )
}

/** A page of its own, which prints. */
async function openPage(heddle: Heddle, id: string): Promise<void> {
  const { ticket } = await heddle.wsTicket()
  open(`/api/history/changes/${id}/report/?format=html&ticket=${encodeURIComponent(ticket)}`, '_blank', 'noopener')
}

async function saveReport(heddle: Heddle, id: string): Promise<void> {
  const report = await heddle.history.changes.report(id)
  saveFile(`change-${id.slice(0, 8)}.json`, textFile(await report.text(), report.contentType))
}

const Facts = ({ change }: ChangeProps) => (
  <dl className={styles.facts}>
    <Fact name={words.connection} value={<span dir="auto">{change.controller_connection_name}</span>} />
    <Fact name={words.opened} value={<TimeText at={change.opened_at} isAbsolute />} />
    <Fact name={words.openedBy} value={change.opened_by} />
    {change.closed_at !== null && <Fact name={words.closed} value={<TimeText at={change.closed_at} isAbsolute />} />}
    {change.closed_by !== null && <Fact name={words.closedBy} value={change.closed_by} />}
    {change.note !== '' && <Fact name={words.note} value={<span dir="auto">{change.note}</span>} />}
    {change.sha256 !== null && <Fact name={words.hash} value={<code className={styles.hash}>{change.sha256}</code>} />}
  </dl>
)

function Report({ id }: { readonly id: string }) {
  const found = useQuery(changeReport(useHeddle(), id))
  return (
    <Read of={found} failure={words.reportFailure} permission="history.view_snapshot">
      {(report) => <ReportView report={report} />}
    </Read>
  )
}

type Captured = Wire.ChangeDetail['queries'][number]

const COLUMNS: readonly TableColumn<Captured>[] = [
  {
    name: 'query',
    title: words.queries,
    isGrowing: true,
    cell: ({ saved_query: id, name }) => (
      <Link to="/history" search={{ saved_query: id }} dir="auto">
        {name}
      </Link>
    ),
  },
  { name: 'before', title: words.before, width: '170px', cell: ({ before }) => <SideState side={before} /> },
  { name: 'after', title: words.after, width: '170px', cell: ({ after }) => <SideState side={after} /> },
]

function SideState({ side }: { readonly side: Captured['before'] }) {
  if (side === null) return words.notYet
  return (
    <span title={side.reason ?? undefined}>
      <CheckLight status={side.status} />
    </span>
  )
}

function Captures({ change }: ChangeProps) {
  const { status, queries } = change
  const note =
    status === 'open' ? words.isOpen : status === 'failed' || status === 'closed' ? '' : words.underWay[status]
  return (
    <>
      <p role="status" className={styles.say}>
        {note}
      </p>
      <DataTable label={words.queries} columns={COLUMNS} rows={queries} keyOf={({ saved_query: id }) => id} />
    </>
  )
}
