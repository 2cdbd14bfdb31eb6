import { queryOptions } from '@tanstack/react-query'
import { readWithTag } from '../lib/api/read-with-tag.ts'
import type { Heddle } from '../lib/api/heddle.ts'

export const AI_KEY = ['ai'] as const

/** Whether there is a provider for everybody, and what it may be sent; with the tag of what was read. */
export const aiSettings = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...AI_KEY, 'settings'],
    queryFn: ({ signal }) => readWithTag((options) => heddle.ai.settings.get({ ...options, signal })),
  })
