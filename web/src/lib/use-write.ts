import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A mutation that is under way only once: two clicks within a frame, or a key that repeats, send one request. The
 * state that disables a button is drawn too late for that.
 */
export function useWrite<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
): UseMutationResult<Data, Error, Variables> {
  const isUnderWay = useRef(false)
  const mutation = useMutation({
    ...options,
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
