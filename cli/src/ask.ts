import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandError, type Terminal } from './terminal.ts'

/** Asks on the terminal; answers to secret questions are not shown. Without a terminal it says what to pass instead. */
export async function ask(
  { stdin, stderr, signal }: Terminal,
  question: string,
  { secret = false, instead }: { secret?: boolean; instead: string },
): Promise<string> {
  if (stdin.isTTY !== true) throw new CommandError(`${question} cannot be asked without a terminal: ${instead}.`)
  let isMuted = false
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!isMuted) stderr.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: stdin, output, terminal: true })
  try {
    const answer = lines.question(`${question}: `, { signal })
    isMuted = secret
    return await answer
  } finally {
    lines.close()
    if (secret) stderr.write('\n')
  }
}

/** The first line of what is piped in, such as a password. */
export async function firstLine({ stdin }: Pick<Terminal, 'stdin'>): Promise<string> {
  for await (const line of createInterface({ input: stdin })) return line
  return ''
}
