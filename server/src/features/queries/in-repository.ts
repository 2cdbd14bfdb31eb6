import { Uuid } from '@heddle/contract/common.ts'

/** What a 409 `in_git` says besides: where a save would go. */
export const IN_REPOSITORY = { repository: Uuid }
