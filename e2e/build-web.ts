import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isWebStale } from '../web/build/ensure-built.ts'
import { chromiumPath } from './browser.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** Builds the web UI, if it has changed, before several stories want it. A build that fails ends the stories. */
export default async function buildWeb(): Promise<void> {
  if (chromiumPath === undefined || !(await isWebStale(ROOT))) return
  execFileSync(process.execPath, ['web/build/main.ts'], { cwd: ROOT, stdio: 'inherit' })
}
