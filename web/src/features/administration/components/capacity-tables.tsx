import type { ReactNode } from 'react'
import { Light } from '../../../components/light.tsx'
import { DataTable, type TableColumn } from '../../../components/table.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { formatDuration } from '../../../lib/time/format-time.ts'
import { words } from '../capacity-words.ts'
import styles from './administration.module.css'

type Threads = Wire.Capacity['process']['threads']
type Queues = Wire.Capacity['queues']
type Controllers = Wire.Capacity['controllers']

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={styles.section} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

/** What waits is worth a look; nothing does, mostly. */
const Waiting = ({ count }: { readonly count: number }) =>
  count === 0 ? <>0</> : <Light color="warn" text={formatNumber(count)} />

export const ThreadTable = ({ threads }: { readonly threads: Threads }) => (
  <Section title={words.threads}>
    <DataTable label={words.threads} columns={THREADS} rows={threads} keyOf={({ pool }) => pool} />
  </Section>
)

const THREADS: readonly TableColumn<Threads[number]>[] = [
  { name: 'pool', title: words.pool, cell: ({ pool }) => words.pools[pool] },
  { name: 'busy', title: words.busy, cell: ({ busy, capacity }) => words.ofMost(busy, capacity) },
  { name: 'waiting', title: words.waiting, cell: ({ waiting }) => <Waiting count={waiting} /> },
]

export const QueueTable = ({ queues }: { readonly queues: Queues }) => (
  <Section title={words.queues}>
    <DataTable label={words.queues} columns={QUEUES} rows={busiestFirst(queues)} keyOf={({ queue }) => queue} />
  </Section>
)

const loadOf = ({ active, waiting, delayed }: Queues[number]): number => active + waiting + delayed

/** There are many queues, and most are empty. */
const busiestFirst = (queues: Queues): Queues => queues.toSorted((a, b) => loadOf(b) - loadOf(a))

const QUEUES: readonly TableColumn<Queues[number]>[] = [
  { name: 'queue', title: words.queue, cell: ({ queue }) => <code>{queue}</code> },
  { name: 'active', title: words.active, cell: ({ active }) => formatNumber(active) },
  { name: 'waiting', title: words.waiting, cell: ({ waiting }) => <Waiting count={waiting} /> },
  { name: 'delayed', title: words.delayed, cell: ({ delayed }) => formatNumber(delayed) },
  {
    name: 'oldest',
    title: words.oldest,
    cell: ({ waiting, oldest_seconds: seconds }) => (waiting === 0 ? '–' : formatDuration(seconds * 1000)),
  },
]

export const ControllerTable = ({ controllers }: { readonly controllers: Controllers }) => (
  <Section title={words.controllers}>
    {controllers.length === 0 ? (
      <p>{words.noControllers}</p>
    ) : (
      <DataTable
        label={words.controllers}
        columns={CONTROLLERS}
        rows={controllers}
        keyOf={({ connections }) => connections[0]?.id ?? ''}
      />
    )}
  </Section>
)

const CONTROLLERS: readonly TableColumn<Controllers[number]>[] = [
  {
    name: 'connections',
    title: words.controller,
    cell: ({ connections }) => connections.map(({ name }) => name).join(', '),
  },
  {
    name: 'in-flight',
    title: words.inFlight,
    cell: ({ budget }) => words.ofMost(budget.in_flight, budget.effective.max_parallel_requests),
  },
  {
    name: 'minute',
    title: words.lastMinute,
    cell: ({ budget: { requests_last_minute: count, effective } }) =>
      effective.max_requests_per_minute === null
        ? formatNumber(count)
        : words.ofMost(count, effective.max_requests_per_minute),
  },
  {
    name: 'waiting',
    title: words.waitingRequests,
    cell: ({ budget }) => <Waiting count={budget.waiting.requests} />,
  },
  {
    name: 'refused',
    title: words.refusals,
    cell: ({ budget }) => <Waiting count={budget.refusals.last_hour} />,
  },
]
