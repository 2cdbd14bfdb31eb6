import type { Terminal } from '../terminal.ts'

const WIDTH = 24

/** A line that replaces itself on a terminal; elsewhere it says nothing, so that logs stay short. */
export function createProgress({ stderr }: Pick<Terminal, 'stderr'>) {
  let isShown = false
  const write = (text: string): void => {
    if (stderr.isTTY !== true) return
    stderr.write(`\r\u001b[2K${text}`)
    isShown = text !== ''
  }
  return {
    say: write,
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
