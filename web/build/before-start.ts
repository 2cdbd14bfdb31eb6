import { fileURLToPath } from 'node:url'
import { ensureBundled } from '../../server/build/bundle-programs.ts'
import { ensureBuilt } from './ensure-built.ts'
import { ensureCommandLine } from './ensure-tools.ts'

/** Runs before `npm start` and `npm run demo`. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const said = process.env.WEB_UI?.trim() === 'false' ? undefined : await ensureBuilt(ROOT)
if (said !== undefined) console.error(said)
const tools = await ensureCommandLine(ROOT)
if (tools !== undefined) console.error(tools)
// Without it the server starts from its sources, which takes longer.
const bundled = await ensureBundled().catch((error: unknown) => `The server could not be bundled: ${String(error)}`)
if (bundled !== undefined) console.error(bundled)
