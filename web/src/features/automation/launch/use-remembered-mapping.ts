import { useProfile } from '../../../lib/session/context.tsx'
import { useChangePreferences } from '../../../lib/session/preferences.ts'
import type { mappingOf } from '../../../resources/row-mapping.ts'

type Mapping = ReturnType<typeof mappingOf>

/** Which columns a template took at the last launch by this user. */
export function useRememberedMapping(template: string) {
  const key = `mapping ${template}`
  const { ui } = useProfile().preferences
  // The launch went well: that its mapping is asked for again is no reason to complain.
  const { mutate } = useChangePreferences(() => undefined)
  const mapping = isMapping(ui?.[key]) ? ui[key] : undefined
  return {
    mapping,
    keep: (given: Mapping) => {
      if (JSON.stringify(given) !== JSON.stringify(mapping)) mutate({ ui: { [key]: given } })
    },
  }
}

const isMapping = (kept: unknown): kept is Mapping =>
  typeof kept === 'object' &&
  kept !== null &&
  Object.values(kept).every(
    (value) => typeof value === 'string' || typeof (value as { value?: unknown } | null)?.value === 'string',
  )
