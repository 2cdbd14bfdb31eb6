import { Argument, type Command } from 'commander'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { HttpMethod } from '@heddle/client'
import { collect, printTo, type Work, working } from '../command.ts'
import { CommandError, EXIT, type Terminal } from '../terminal.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const ERRORS_FROM = 400

type ApiOptions = {
  readonly data?: string
  readonly query?: readonly string[]
  readonly header?: readonly string[]
  readonly include?: true
}

/** Any request, with the rights of the context: what has no command of its own yet. */
export function addApi(program: Command, terminal: Terminal): void {
  program
    .command('api')
    .addArgument(new Argument('<method>', METHODS.join(', ')).argParser(readMethod))
    .argument('<path>', 'such as /api/queries/saved-queries/')
    .description('send a request to the API, and print the body of its answer')
    .option('-d, --data <json>', 'the body: JSON, @file, or @- for a pipe')
    .option('-q, --query <name=value>', 'a query parameter; may be repeated', collect)
    .option('-H, --header <name: value>', 'a header; may be repeated', collect)
    .option('-i, --include', 'print status and headers too')
    .action(
      working(terminal, (work, method: HttpMethod, path: string, options: ApiOptions) =>
        send(work, method, path, options),
      ),
    )
}

async function send(
  { heddle, terminal }: Work,
  method: HttpMethod,
  path: string,
  { data, query, header, include }: ApiOptions,
): Promise<number> {
  const answer = await heddle.request(method, path.startsWith('/') ? path : `/${path}`, {
    signal: terminal.signal,
    query: Object.fromEntries((query ?? []).map((text) => pairOf(text, '='))),
    headers: Object.fromEntries((header ?? []).map((text) => pairOf(text, ':'))),
    ...(data !== undefined && { body: await readBody(terminal, data) }),
  })
  if (include) {
    const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}\n`).join('')
    await printTo(terminal, `HTTP ${answer.status}\n${headers}\n`)
  }
  await printBody(terminal, answer)
  return answer.status >= ERRORS_FROM ? EXIT.refused : EXIT.ok
}

async function readBody(terminal: Terminal, data: string): Promise<unknown> {
  const text = data.startsWith('@') ? await readGiven(terminal, data.slice(1)) : data
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CommandError(`The body is not valid JSON: ${(error as Error).message}`)
  }
}

async function readGiven({ stdin }: Terminal, file: string): Promise<string> {
  if (file === '-') return (await buffer(stdin)).toString()
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`)
  })
}

/** As it arrives; JSON ends with a line end. */
async function printBody(terminal: Terminal, answer: Response): Promise<void> {
  const decoder = new TextDecoder()
  let last = ''
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    const text = decoder.decode(part, { stream: true })
    if (text !== '') last = text
    await printTo(terminal, text)
  }
  if (last !== '' && !last.endsWith('\n')) await printTo(terminal, '\n')
}

function readMethod(text: string): HttpMethod {
  const method = METHODS.find((known) => known === text.toUpperCase())
  if (method === undefined) throw new CommandError(`${text} is no method: expected ${METHODS.join(', ')}.`)
  return method
}

function pairOf(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator)
  if (at < 1) throw new CommandError(`${text}: expected name${separator}value.`)
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}
