import type { CheckResults } from '@heddle/client'
import type { Terminal } from '../terminal.ts'
import { type FailedRun, linesOf } from './junit-rows.ts'
import { harmless } from './table.ts'

/** In a workflow of GitHub: what failed, where people read the result of the workflow. */
export function annotate(
  { env, stderr }: Pick<Terminal, 'env' | 'stderr'>,
  { results }: Pick<CheckResults, 'results'>,
  failed: readonly FailedRun[],
): void {
  if (env['GITHUB_ACTIONS'] !== 'true') return
  for (const { name, status, reason, execution } of results) {
    if (status !== 'failed' && status !== 'error') continue
    const run = failed.find(({ address }) => execution !== null && address.endsWith(execution))
    const lines = [reason ?? status, ...(run ? linesOf(run) : [])].map(harmless)
    stderr.write(`::error title=${escaped(harmless(name), /[%\r\n:,]/g)}::${escaped(lines.join('\n'), /[%\r\n]/g)}\n`)
  }
}

const escaped = (text: string, what: RegExp): string =>
  text.replaceAll(what, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
