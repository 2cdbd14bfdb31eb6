import { useQueryClient } from '@tanstack/react-query'
import type { Wire } from '../../lib/api/wire.ts'
import { useHeddle, useProfile } from '../../lib/session/context.tsx'
import { PROFILE_KEY } from '../../lib/session/preferences.ts'
import { useWrite } from '../../lib/use-write.ts'
import { changedViews, keyOfPlace, NO_VIEWS, type ViewChange, viewsIn } from './saved-views.ts'

/** The views that the user saved for a place, and changes of them. */
export function useSavedViews(place: string) {
  const { auth } = useHeddle()
  const cache = useQueryClient()
  const key = keyOfPlace(place)
  const views = viewsIn(useProfile().preferences.ui?.[key])
  const changing = useWrite({
    mutationFn: async (change: ViewChange) => {
      // From what is kept now: another tab may have changed it since this page was read.
      const { ui = {} } = await auth.preferences.get()
      const next = changedViews(viewsIn(ui[key]), change)
      return auth.preferences.update({ ui: { [key]: next.views.length === 0 ? null : next } })
    },
    onSuccess: (preferences) =>
      cache.setQueryData<Wire.OwnProfile>(PROFILE_KEY, (profile) => profile && { ...profile, preferences }),
  })
  return { ...NO_VIEWS, ...views, changing }
}
