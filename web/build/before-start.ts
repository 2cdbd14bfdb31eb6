import { fileURLToPath } from 'node:url'
import { ensureThreadsBundled } from '../../server/build/bundle-threads.ts'
import { ensureBuilt } from './ensure-built.ts'

/** Runs before `npm start` and `npm run demo`. */
const said =
  process.env.WEB_UI?.trim() === 'false'
    ? undefined
    : await ensureBuilt(fileURLToPath(new URL('../..', import.meta.url)))
if (said !== undefined) console.error(said)
// Without it threads start from their sources, half a second later.
await ensureThreadsBundled().catch((error: unknown) => console.error('The threads could not be bundled:', error))
