import { ServerErrorBody } from '@heddle/contract/common.ts'
import { documented } from '../http/route.ts'

/** What routes answer that read stored rows, besides their rows. */
export const ROW_REFUSALS = {
  503: documented(
    ServerErrorBody,
    'There is no memory, or no turn among the downloads, for it yet: `Retry-After` says when to try again. Without that header, the rows are too large to be read.',
  ),
}
