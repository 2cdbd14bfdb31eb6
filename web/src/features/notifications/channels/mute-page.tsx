import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { Button } from '../../../components/button.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { CHANNELS_KEY, oneChannel } from './api.ts'
import styles from './channels.module.css'
import { words } from './words.ts'

const route = getRouteApi('/inside/notifications/channels/$id/mute')

/** Where the links of messages lead: nothing is muted until somebody who is signed in says so. */
export function MutePage() {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const { id } = route.useParams()
  const { for: wanted, saved_query: query } = route.useSearch()
  const span = wanted === '1d' || wanted === 'until_passed' ? wanted : '1h'
  const found = useQuery(oneChannel(heddle, id))
  const mute = useWrite({
    mutationFn: () =>
      heddle.notifications.channels.mute.create(id, {
        for: span,
        ...(query !== undefined && { saved_query: query }),
      }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: CHANNELS_KEY })
      toast(words.mutedNow)
    },
    next: () => linkOptions({ to: '/notifications/channels' }),
    onError: (error) => toastFailure(words.notDone, error),
  })
  return (
    <Page title={words.muteTitle}>
      <Read of={found} failure={words.failure} permission="notifications.add_channel">
        {({ name }) => (
          <div className={styles.confirm}>
            <p>
              {query === undefined
                ? words.muteAllText(name, words.spans[span])
                : words.muteText(name, words.spans[span])}
            </p>
            <Button look="primary" onClick={() => mute.mutate()}>
              {words.muteVerb}
            </Button>
          </div>
        )}
      </Read>
    </Page>
  )
}
