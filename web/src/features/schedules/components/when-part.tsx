import { describeCron } from '@heddle/domain/schedule/describe-cron.ts'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { TextField } from '../../../components/field.tsx'
import { FormPart } from '../../../components/form-part.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { useMinute } from '../../../components/time-text.tsx'
import { timeZones } from '../../../lib/time/time-zones.ts'
import { words } from '../form-words.ts'
import { cronFault, nextSlots } from '../next-slots.ts'
import { NextRuns } from './next-runs.tsx'
import type { PartProps } from './part-props.ts'
import styles from './schedule.module.css'

const TYPES = (['cron', 'interval'] as const).map((value) => ({ value, label: words.types[value] }))
const ZONES = timeZones().map((value) => ({ value }))

type Props = PartProps & {
  /** What unchanged intervals count from. */
  readonly anchor?: Date | undefined
}

/** The cadence, in words and as the next five runs while it is typed. */
export function WhenPart({ draft, faults, onChange, anchor }: Props) {
  const now = new Date(useMinute())
  const slots = nextSlots(draft, now, anchor)
  const inWords = draft.type === 'cron' ? describeCron(draft.cron) : undefined
  return (
    <FormPart title={words.when}>
      <RadioGroup label={words.repeats} choices={TYPES} value={draft.type} onChange={(type) => onChange({ type })} />
      {draft.type === 'cron' ? (
        <CronFields {...{ draft, faults, onChange }} />
      ) : (
        <TextField
          label={words.minutes}
          inputMode="numeric"
          value={draft.minutes}
          faults={faults.of('interval_minutes')}
          onChange={(event) => onChange({ minutes: event.currentTarget.value })}
        />
      )}
      <ChoiceField
        label={words.zone}
        choices={ZONES}
        value={draft.timezone}
        faults={faults.of('timezone')}
        onChange={(timezone) => onChange({ timezone })}
      />
      <div role="status" className={styles.words}>
        {inWords !== undefined && <p>{words.inWords(inWords)}</p>}
        {slots.length === 0 && <p>{words.nextNone}</p>}
      </div>
      {slots.length > 0 && <NextRuns slots={slots} timezone={draft.timezone} />}
    </FormPart>
  )
}

function CronFields({ draft, faults, onChange }: PartProps) {
  const fault = cronFault(draft)
  return (
    <>
      <div role="group" aria-label={words.presets} className={styles.row}>
        <span className={styles.minor}>{words.presets}</span>
        {words.beginWith.map(({ text, cron }) => (
          <Button key={cron} look="link" aria-pressed={draft.cron === cron} onClick={() => onChange({ cron })}>
            {text}
          </Button>
        ))}
      </div>
      <TextField
        label={words.cron}
        hint={words.cronHint}
        isCode
        spellCheck={false}
        autoComplete="off"
        value={draft.cron}
        faults={fault === undefined ? faults.of('cron_expression') : [fault]}
        onChange={(event) => onChange({ cron: event.currentTarget.value })}
      />
    </>
  )
}
