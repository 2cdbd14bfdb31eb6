import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandError, EXIT, type Terminal } from './terminal.ts'

/** Asks on the terminal; answers to secret questions are not shown. Without a terminal it says what to pass instead. */
export async function ask(
  { stdin, stderr, signal }: Terminal,
  question: string,
  { secret = false, instead }: { secret?: boolean; instead: string },
): Promise<string> {
  if (stdin.isTTY !== true) throw new CommandError(`There is no terminal to ask on (${question}): ${instead}.`)
  let isMuted = false
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!isMuted) stderr.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: stdin, output, terminal: true })
  try {
    // Muted and listening before the question shows: a key that comes early neither shows nor is lost.
    isMuted = secret
    const answer = lines.question(secret ? '' : `${question}: `, { signal })
    if (secret) stderr.write(`${question}: `)
    return await answer
  } catch (error) {
    // The terminal hands Ctrl-C and Ctrl-D to the question, and sends no signal.
    if (!(error instanceof Error) || error.name !== 'AbortError') throw error
    if (!secret) stderr.write('\n')
    throw new CommandError('Interrupted.', EXIT.interrupted)
  } finally {
    lines.close()
    if (isMuted) stderr.write('\n')
  }
}

/** Something secret: asked for without showing it, or the first line of a pipe. */
export const askSecret = (terminal: Terminal, question: string): Promise<string> =>
  terminal.stdin.isTTY === true ? ask(terminal, question, { secret: true, instead: '' }) : firstLine(terminal)

/** The first line of what is piped in, such as a password. */
async function firstLine({ stdin }: Pick<Terminal, 'stdin'>): Promise<string> {
  for await (const line of createInterface({ input: stdin })) return line
  return ''
}
