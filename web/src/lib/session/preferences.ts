import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Wire } from '../api/wire.ts'
import { useHeddle, useProfile } from './context.tsx'

export const PROFILE_KEY = ['auth', 'profile'] as const

/** What the web UI itself keeps in `preferences.ui`. */
type OwnSettings = {
  readonly single_letter_keys?: boolean
  readonly idle_minutes?: number
  readonly last_visit?: string
}

const ownSettings = ({ preferences }: Wire.OwnProfile): OwnSettings => preferences.ui ?? {}

/** Whether keys such as `G` and `/` may act alone. */
export const hasSingleKeysOf = (profile: Wire.OwnProfile): boolean => ownSettings(profile).single_letter_keys !== false
export const useHasSingleKeys = (): boolean => hasSingleKeysOf(useProfile())

/** After how many minutes without input the sessions of this user end; 0 means never. */
export const useIdleMinutes = (): number => ownSettings(useProfile()).idle_minutes ?? 0

/** Changes preferences: shown at once, and taken back if the server refuses them. */
export function useChangePreferences(onFailed: (error: Error) => void) {
  const heddle = useHeddle()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (changes: Wire.PreferencesPatch) => heddle.auth.preferences.update(changes),
    onMutate: async (changes) => {
      await queries.cancelQueries({ queryKey: PROFILE_KEY })
      const before = queries.getQueryData<Wire.OwnProfile>(PROFILE_KEY)
      queries.setQueryData<Wire.OwnProfile>(PROFILE_KEY, (profile) => profile && withChanges(profile, changes))
      return before
    },
    onError: (error, _changes, before) => {
      queries.setQueryData(PROFILE_KEY, before)
      onFailed(error)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: PROFILE_KEY }),
  })
}

/** Merged per key, as the server does. */
function withChanges(profile: Wire.OwnProfile, changes: Wire.PreferencesPatch): Wire.OwnProfile {
  const { ui, class_browser_sections: sections, ...rest } = changes
  const { preferences } = profile
  return {
    ...profile,
    preferences: {
      ...preferences,
      ...(rest as Partial<Wire.Preferences>),
      class_browser_sections: { ...preferences.class_browser_sections, ...sections },
      ui: { ...preferences.ui, ...ui },
    },
  }
}
