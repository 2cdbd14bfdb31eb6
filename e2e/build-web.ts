import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { chromiumPath } from './browser.ts'

/** Builds the web UI once, before several stories want it at the same time. A build that fails ends the stories. */
export default function buildWeb(): void {
  if (chromiumPath === undefined) return
  execFileSync(process.execPath, ['web/build/main.ts'], {
    cwd: fileURLToPath(new URL('../', import.meta.url)),
    stdio: 'inherit',
  })
}
