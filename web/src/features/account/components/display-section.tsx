import { useMemo } from 'react'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { CheckField } from '../../../components/field.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { useMinute } from '../../../components/time-text.tsx'
import { toastFailure } from '../../../components/toasts.tsx'
import { useProfile } from '../../../lib/session/context.tsx'
import { useChangePreferences, useHasSingleKeys } from '../../../lib/session/preferences.ts'
import { formatTime } from '../../../lib/time/format-time.ts'
import { offsetOf, timeZones } from '../../../lib/time/time-zones.ts'
import { words } from '../words.ts'
import styles from './account.module.css'
import { Pair, AccountSection } from './section.tsx'

const THEMES = ['light', 'dark', 'system'] as const
const DATE_FORMATS = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const
const TIME_FORMATS = ['24h', '12h'] as const

/** How everything is shown; each choice counts at once. */
export function DisplaySection() {
  const { preferences } = useProfile()
  const now = useMinute()
  const hasSingleKeys = useHasSingleKeys()
  const { mutate: change } = useChangePreferences((error) => toastFailure(words.notSaved, error))
  const zones = useMemo(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    return timeZones().map((value) => ({ value, note: value === own ? words.display.ofBrowser : offsetOf(value, now) }))
  }, [now])

  return (
    <AccountSection title={words.display.title}>
      <RadioGroup
        label={words.display.theme}
        choices={THEMES.map((value) => ({ value, label: words.display.themes[value] }))}
        value={preferences.theme as (typeof THEMES)[number]}
        onChange={(theme) => change({ theme })}
      />
      <ChoiceField
        label={words.display.zone}
        hint={words.display.zoneHint}
        choices={zones}
        value={preferences.timezone}
        onChange={(timezone) => change({ timezone })}
      />
      <Pair>
        <ChoiceField
          label={words.display.date}
          choices={DATE_FORMATS.map((value) => ({ value }))}
          value={preferences.date_format as (typeof DATE_FORMATS)[number]}
          onChange={(date_format) => change({ date_format })}
        />
        <ChoiceField
          label={words.display.time}
          choices={TIME_FORMATS.map((value) => ({ value, note: words.display.hours[value] }))}
          value={preferences.time_format as (typeof TIME_FORMATS)[number]}
          onChange={(time_format) => change({ time_format })}
        />
      </Pair>
      <p className={styles.quiet}>
        {words.display.now}{' '}
        <time className={styles.now} dateTime={new Date(now).toISOString()}>
          {formatTime(now, preferences)} {preferences.timezone}
        </time>
      </p>
      <div>
        <CheckField
          label={words.display.keys}
          checked={hasSingleKeys}
          onChange={(event) => change({ ui: { single_letter_keys: event.currentTarget.checked } })}
        />
        <p className={styles.quiet}>{words.display.keysHint}</p>
      </div>
    </AccountSection>
  )
}
