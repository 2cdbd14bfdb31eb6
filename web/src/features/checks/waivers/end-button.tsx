import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../components/button.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { WAIVERS_KEY } from './api.ts'
import { words } from './words.ts'

/** Ends a waiver: what it was for counts again from the next run. */
export function EndButton({ waiver: { id, resource } }: { readonly waiver: Wire.Waiver }) {
  const { queries } = useHeddle()
  const cache = useQueryClient()
  const end = useWrite({
    mutationFn: () => queries.waivers.remove(id),
    onError: (error) => toastFailure(words.notEnded(resource), error),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: WAIVERS_KEY })
      toast(words.ended(resource))
    },
  })
  return (
    <Button look="quiet" aria-label={words.endOf(resource)} onClick={() => end.mutate()}>
      {words.end}
    </Button>
  )
}
