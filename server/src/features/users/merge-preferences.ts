import type { Preferences, PreferencesPatch } from '@heddle/contract/auth.ts'
import { isTimeZone } from '@heddle/domain/schedule/time-zone.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import type { FieldMessages } from '../../kernel/field-messages.ts'

const MOST_SECTIONS = 500
const LARGEST_UI_BYTES = 64_000

/** Per key, including the sections of the class browser and what the web UI keeps, where null removes a key. */
export function mergePreferences(
  before: Preferences,
  { class_browser_sections: sections, ui, ...others }: PreferencesPatch,
): Preferences {
  const after = {
    ...before,
    ...others,
    class_browser_sections: { ...before.class_browser_sections, ...sections },
    ui: withoutNulls({ ...before.ui, ...ui }),
  }
  const faults: FieldMessages = {}
  if (!isTimeZone(after.timezone))
    faults.timezone = [`${after.timezone}: expected an IANA time zone such as Europe/Warsaw.`]
  if (Object.keys(after.class_browser_sections).length > MOST_SECTIONS) {
    faults.class_browser_sections = [`Expected at most ${MOST_SECTIONS} sections.`]
  }
  const bytes = Buffer.byteLength(JSON.stringify(after.ui))
  if (bytes > LARGEST_UI_BYTES)
    faults.ui = [`${bytes} bytes of JSON: expected at most ${LARGEST_UI_BYTES}. Remove keys by setting them to null.`]
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
  return after
}

const withoutNulls = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
