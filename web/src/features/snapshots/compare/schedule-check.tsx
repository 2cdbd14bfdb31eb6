import { linkOptions } from '@tanstack/react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { CheckField, TextField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay, useProfile } from '../../../lib/session/context.tsx'
import { formatTime } from '../../../lib/time/format-time.ts'
import { useWrite } from '../../../lib/use-write.ts'
import { captureList, lineageOf } from '../../../resources/history.ts'
import { snapshotDetail } from '../api.ts'
import { scheduleWords as words } from './words.ts'
import styles from './compare.module.css'

type Terms = Pick<Wire.CompareBody, 'key_fields' | 'ignore_fields'>
type Props = { readonly capture: Wire.Snapshot; readonly terms: Terms }

const CRONS = { weekdays: '30 6 * * mon-fri', daily: '30 6 * * *', hourly: '0 * * * *' } as const
const OWN = 'own'
type Rhythm = keyof typeof CRONS | typeof OWN
const RHYTHMS: readonly Rhythm[] = ['weekdays', 'daily', 'hourly', OWN]
const FIELDS = ['name', 'cron_expression', 'timezone'] as const

/** Captures the query regularly, and compares each capture with the one before as this comparison does. */
export function ScheduleCheck(props: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const mayAdd = useMay('queries.add_scheduledtask', 'history.capture_snapshot')
  if (!mayAdd || props.capture.saved_query_name === null) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{words.open}</Button>
      {isOpen && <ScheduleDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function ScheduleDialog({ capture, terms, onClose }: Props & { readonly onClose: () => void }) {
  const cache = useQueryClient()
  const { queries } = useHeddle()
  const { preferences } = useProfile()
  const usualName = words.usualName(capture.saved_query_name ?? '')
  const [name, setName] = useState(usualName)
  const [rhythm, setRhythm] = useState<Rhythm>('weekdays')
  const [cron, setCron] = useState('')
  const [notifies, setNotifies] = useState(true)
  const connections = capture.controller_connections ?? [capture.controller_connection ?? '']
  const saving = useWrite({
    mutationFn: () =>
      queries.scheduledTasks.create({
        name,
        saved_query: capture.saved_query,
        controller_connections: [...connections],
        ...(capture.controller_connections && { merge: true }),
        schedule_type: 'cron',
        cron_expression: rhythm === OWN ? cron : CRONS[rhythm],
        timezone: preferences.timezone,
        capture_snapshot: true,
        notify_on_changes: notifies,
        diff_key_fields: terms.key_fields ? [...terms.key_fields] : null,
        diff_ignore_fields: terms.ignore_fields ? [...terms.ignore_fields] : null,
      }),
    onSuccess: async () => {
      onClose()
      toast(words.done(name))
      await cache.invalidateQueries({ queryKey: ['queries', 'scheduled-tasks'] })
    },
    next: () => linkOptions({ to: '/queries/scheduled-tasks', search: { saved_query: capture.saved_query } }),
  })
  const faults = formFaults(saving.error, FIELDS)
  const lost = useLostKeys(capture, terms.key_fields ?? [])
  return (
    <FormDialog
      title={words.title}
      sending={saving}
      faults={faults.general}
      verb={words.verb}
      impossible={lost && words.keyLost(lost.names)}
      isDirty={name !== usualName || cron !== ''}
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      <p>{words.text(terms.ignore_fields?.length, terms.key_fields ?? undefined)}</p>
      {lost && (
        <p role="alert" className={styles.lost}>
          {words.keyLost(lost.names)} {words.keyLostSince(formatTime(lost.at, preferences))}
        </p>
      )}
      <TextField
        label={words.name}
        value={name}
        data-autofocus
        faults={faults.of('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <WhenFields {...{ rhythm, cron, faults }} zone={preferences.timezone} onRhythm={setRhythm} onCron={setCron} />
      <CheckField
        label={words.notify}
        checked={notifies}
        onChange={(event) => setNotifies(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}

type WhenProps = {
  readonly rhythm: Rhythm
  readonly cron: string
  readonly zone: string
  readonly faults: ReturnType<typeof formFaults>
  readonly onRhythm: (rhythm: Rhythm) => void
  readonly onCron: (cron: string) => void
}

const WhenFields = ({ rhythm, cron, zone, faults, onRhythm, onCron }: WhenProps) => (
  <>
    <ChoiceField
      label={words.when}
      hint={words.zone(zone)}
      choices={RHYTHMS.map((value) => ({ value, label: words.rhythms[value] }))}
      value={rhythm}
      faults={[...faults.of('timezone'), ...(rhythm === OWN ? [] : faults.of('cron_expression'))]}
      onChange={onRhythm}
    />
    {rhythm === OWN && (
      <TextField
        label={words.cron}
        isCode
        placeholder={CRONS.weekdays}
        value={cron}
        faults={faults.of('cron_expression')}
        onChange={(event) => onCron(event.currentTarget.value)}
      />
    )}
  </>
)

/** The fields of the key that the query no longer gives, by its newest capture: nothing could be compared by them. */
function useLostKeys(
  capture: Wire.Snapshot,
  keys: readonly string[],
): { readonly names: readonly string[]; readonly at: string } | undefined {
  const heddle = useHeddle()
  const isAsked = keys.length > 0
  const captures = useQuery({ ...captureList(heddle, capture.saved_query), enabled: isAsked }).data?.results
  const newest = captures?.find((one) => lineageOf(one) === lineageOf(capture))
  const { data } = useQuery({ ...snapshotDetail(heddle, newest?.id ?? ''), enabled: isAsked && newest !== undefined })
  const names = data ? keys.filter((name) => !data.columns.includes(name)) : []
  return data && names.length > 0 ? { names, at: data.captured_at } : undefined
}
