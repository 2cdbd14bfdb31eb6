import { useQueryClient } from '@tanstack/react-query'
import { toast } from '../../../components/toasts.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { AUTOMATION_KEY } from '../api.ts'
import { words } from './words.ts'

/** Sends a form; what refers to it is read again as well. */
export function useSaving<Body>(save: (body: Body) => Promise<{ readonly name: string }>, onClose: () => void) {
  const cache = useQueryClient()
  return useWrite({
    mutationFn: save,
    onSuccess: async ({ name }) => {
      onClose()
      toast(words.saved(name))
      await cache.invalidateQueries({ queryKey: AUTOMATION_KEY })
    },
  })
}
