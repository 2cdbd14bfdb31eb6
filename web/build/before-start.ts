import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './ensure-built.ts'

/** Runs before `npm start` and `npm run demo`. */
const said =
  process.env.WEB_UI?.trim() === 'false'
    ? undefined
    : await ensureBuilt(fileURLToPath(new URL('../..', import.meta.url)))
if (said !== undefined) console.error(said)
