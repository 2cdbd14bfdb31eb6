import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { CheckField, TextField } from '../../../components/field.tsx'
import { Read } from '../../../components/read.tsx'
import { toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { noticeSettings, useChangeSettings } from '../api.ts'
import text from '../../../components/text.module.css'
import { words } from '../words.ts'
import { QuietStrip } from './quiet-strip.tsx'
import styles from './settings-panel.module.css'

const CATEGORIES = ['scheduled_task', 'automation_execution', 'snapshot', 'system'] as const

export function SettingsPanel() {
  const found = useQuery(noticeSettings(useHeddle()))
  return (
    <section aria-labelledby="notice-settings" className={styles.panel}>
      <h2 id="notice-settings">{words.settings.title}</h2>
      <Read of={found} failure={words.settings.failure} permission="administrators">
        {(settings) => <Settings settings={settings} />}
      </Read>
    </section>
  )
}

function Settings({ settings }: { readonly settings: Wire.NotificationPreferences }) {
  const { mutate: change } = useChangeSettings((error) => toastFailure(words.settings.notSaved, error))
  const { in_app_enabled: inApp, email_enabled: email, categories, digest_enabled: digest } = settings
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{words.settings.about}</th>
            <th scope="col">{words.settings.inApp}</th>
            <th scope="col">{words.settings.email}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{words.settings.everything}</th>
            <td>
              <Tick
                label={`${words.settings.everything}, ${words.settings.inApp}`}
                isOn={inApp}
                onChange={(in_app_enabled) => change({ in_app_enabled })}
              />
            </td>
            <td>
              <Tick
                label={`${words.settings.everything}, ${words.settings.email}`}
                isOn={email}
                onChange={(email_enabled) => change({ email_enabled })}
              />
            </td>
          </tr>
          {CATEGORIES.map((name) => (
            <tr key={name}>
              <th scope="row">{words.categories[name]}</th>
              <td>
                <Tick
                  label={`${words.categories[name]}, ${words.settings.inApp}`}
                  isOn={categories[name].in_app}
                  isIdle={!inApp}
                  onChange={(in_app) => change({ categories: { [name]: { in_app } } })}
                />
              </td>
              <td>
                <Tick
                  label={`${words.categories[name]}, ${words.settings.email}`}
                  isOn={categories[name].email}
                  isIdle={!email}
                  onChange={(isOn) => change({ categories: { [name]: { email: isOn } } })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <CheckField
        label={words.settings.digest}
        checked={digest}
        disabled={!email}
        onChange={(event) => change({ digest_enabled: event.currentTarget.checked })}
      />
      <QuietHours settings={settings} onChange={change} />
    </>
  )
}

type TickProps = {
  readonly label: string
  readonly isOn: boolean
  /** Has no effect while the channel is off. */
  readonly isIdle?: boolean
  readonly onChange: (isOn: boolean) => void
}

const Tick = ({ label, isOn, isIdle = false, onChange }: TickProps) => (
  <label className={styles.tick}>
    <span className="sr-only">{label}</span>
    <input
      type="checkbox"
      checked={isOn}
      disabled={isIdle}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  </label>
)

type QuietProps = {
  readonly settings: Wire.NotificationPreferences
  readonly onChange: (changes: Wire.NotificationPreferencesPatch) => void
}

/** Saved once both ends are given. */
function QuietHours({ settings, onChange }: QuietProps) {
  const [from, setFrom] = useState(settings.quiet_hours_start?.slice(0, 5) ?? '')
  const [until, setUntil] = useState(settings.quiet_hours_end?.slice(0, 5) ?? '')
  const save = (start: string, end: string) => {
    if ((start === '') === (end === '')) onChange({ quiet_hours_start: start || null, quiet_hours_end: end || null })
  }
  return (
    <fieldset className={styles.quiet}>
      <legend>{words.settings.quiet}</legend>
      <QuietStrip
        from={from}
        until={until}
        onChange={(start, end) => {
          setFrom(start)
          setUntil(end)
          save(start, end)
        }}
      />
      <div className={styles.hours}>
        <TextField
          label={words.settings.from}
          type="time"
          value={from}
          onChange={(event) => {
            setFrom(event.currentTarget.value)
            save(event.currentTarget.value, until)
          }}
        />
        <TextField
          label={words.settings.until}
          type="time"
          value={until}
          onChange={(event) => {
            setUntil(event.currentTarget.value)
            save(from, event.currentTarget.value)
          }}
        />
      </div>
      <p className={text.caption}>{words.settings.quietHint}</p>
      {from !== '' && until !== '' && (
        <Button
          look="link"
          onClick={() => {
            setFrom('')
            setUntil('')
            save('', '')
          }}
        >
          {words.settings.clear}
        </Button>
      )}
    </fieldset>
  )
}
