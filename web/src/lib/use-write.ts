import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query'
import { type NavigateOptions, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'

type Options<Data, Variables> = UseMutationOptions<Data, Error, Variables> & {
  /** The page that shows what came of it, after `onSuccess`. It is not opened once another one was chosen meanwhile. */
  readonly next?: (data: Data) => NavigateOptions
}

/**
 * A mutation that is under way only once: two clicks within a frame, or a key that repeats, send one request. The
 * state that disables a button is drawn too late for that.
 */
export function useWrite<Data, Variables = void>({
  next,
  ...options
}: Options<Data, Variables>): UseMutationResult<Data, Error, Variables> {
  const isUnderWay = useRef(false)
  const begunAt = useRef('')
  const router = useRouter()
  const mutation = useMutation({
    ...options,
    onMutate: (...given) => {
      begunAt.current = router.latestLocation.pathname
      return options.onMutate?.(...given)
    },
    onSuccess: async (...answer) => {
      await options.onSuccess?.(...answer)
      if (next && router.latestLocation.pathname === begunAt.current) await router.navigate(next(answer[0]))
    },
    // Not when it is drawn: an answer may be there before the request is.
    onSettled: (...ended) => {
      isUnderWay.current = false
      return options.onSettled?.(...ended)
    },
  })
  const { mutate } = mutation
  return {
    ...mutation,
    mutate: (...given) => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      mutate(...given)
    },
  }
}
