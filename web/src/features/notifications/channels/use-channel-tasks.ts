import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { CHANNELS_KEY } from './api.ts'
import type { ChannelTask } from './channel-actions.tsx'
import type { Opened } from './channel-dialogs.tsx'
import { words } from './words.ts'

/** Does what can be done at once, and opens the dialog for anything else. */
export function useChannelTasks(onOpen: (opened: Opened) => void) {
  const { channels } = useHeddle().notifications
  const cache = useQueryClient()
  const refresh = () => cache.invalidateQueries({ queryKey: CHANNELS_KEY })
  const onError = (error: Error) => toastFailure(words.notDone, error)
  const test = useMutation({
    mutationFn: ({ id }: Wire.Channel) => channels.test(id),
    onSuccess: async ({ delivered, detail }) => {
      await refresh()
      if (delivered) toast(words.delivered(detail))
      else toastFailure(words.notDelivered, new Error(detail))
    },
    onError,
  })
  const rotate = useMutation({
    mutationFn: ({ id }: Wire.Channel) => channels.rotate(id),
    onSuccess: ({ secret }) => onOpen({ task: 'secret', secret, isRotated: true }),
    onError,
  })
  const unmute = useMutation({
    mutationFn: ({ id, muted }: Wire.Channel) =>
      Promise.all(
        muted.map(({ saved_query: query }) => channels.mute.remove(id, query === null ? {} : { saved_query: query })),
      ),
    onSuccess: async () => {
      await refresh()
      toast(words.unmuted)
    },
    onError,
  })
  return (channel: Wire.Channel, task: ChannelTask): void => {
    if (task === 'test') test.mutate(channel)
    else if (task === 'rotate') rotate.mutate(channel)
    else if (task === 'unmute') unmute.mutate(channel)
    else onOpen({ task, channel })
  }
}
