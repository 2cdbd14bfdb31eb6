import type { Terminal } from '../terminal.ts'
import { harmless, cutToWidth } from './table.ts'

const WIDTH = 24

/** A line that replaces itself on a terminal; elsewhere only steps are shown, a line each, so that logs stay short. */
export function createProgress({ stderr }: Pick<Terminal, 'stderr'>) {
  let isShown = false
  const write = (text: string): void => {
    if (stderr.isTTY !== true) return
    // A line that wraps could not be replaced.
    stderr.write(`\r\u001b[2K${cutToWidth(harmless(text), (stderr.columns ?? 80) - 1)}`)
    isShown = text !== ''
  }
  let last = ''
  return {
    say: write,
    /** Something worth a line in a log. */
    step: (text: string): void => {
      if (stderr.isTTY === true) write(text)
      else if (text !== last) stderr.write(`${harmless(text)}\n`)
      last = text
    },
    /** `done` of `total`, as a bar. */
    bar: (label: string, done: number, total: number): void =>
      write(`${bar(done, total)} ${label} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`),
    end: (): void => {
      if (isShown) write('')
    },
  }
}

function bar(done: number, total: number): string {
  const full = total <= 0 ? 0 : Math.min(WIDTH, Math.round((WIDTH * done) / total))
  return `[${'█'.repeat(full)}${'·'.repeat(WIDTH - full)}]`
}
