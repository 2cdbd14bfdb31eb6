import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

/** What nobody refers to is gone afterwards, except what the current task has looked at. */
export const collectGarbage = runInNewContext('gc') as () => void
