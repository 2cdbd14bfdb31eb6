import type { Command } from 'commander'
import { resolve } from 'node:path'
import { createHeddle, HeddleError, type SessionTokens } from '@heddle/client'
import { ask, askSecret } from '../ask.ts'
import { printTo, working } from '../command.ts'
import {
  configFile,
  type ServerContext,
  readContexts,
  requireContext,
  serverUrl,
  withContext,
  withoutContext,
  writeContexts,
} from '../contexts.ts'
import { table } from '../output/table.ts'
import { CommandError, EXIT, type Terminal } from '../terminal.ts'

type LoginOptions = {
  readonly name?: string
  readonly username?: string
  readonly directory?: true
  readonly token?: true
  readonly code?: string
}

/** Signing in and out, and contexts: servers by name. */
export function addSignIn(program: Command, terminal: Terminal): void {
  program
    .command('login')
    .argument('<url>', 'where the server is, such as https://heddle.example.com')
    .description('sign in to a server; the password or token is asked for, or read from a pipe')
    .option('--name <name>', 'name of the context; the host of the server if absent')
    .option('-u, --username <name>', 'who you are')
    .option('--directory', 'an account of the directory')
    .option('--token', 'use an API token instead of a password')
    .option('--code <code>', 'of the second factor; asked for if absent')
    .action(async (url: string, options: LoginOptions, command: Command) => {
      const { caFile } = command.optsWithGlobals<{ caFile?: string }>()
      const file = configFile(terminal)
      const address = serverUrl(url)
      const name = options.name ?? address.host
      const context = await (
        options.token ? withToken(terminal, address) : withPassword(terminal, address, options)
      ).catch(refusal)
      const before = await readContexts(file)
      const replaced = before.contexts[name]?.username
      await writeContexts(
        file,
        withContext(before, name, {
          ...context,
          ...(caFile !== undefined && { caFile: resolve(caFile) }),
        }),
      )
      await printTo(
        terminal,
        `Signed in to ${address.origin} as ${context.username ?? ''}; this is the context "${name}".\n`,
      )
      if (replaced !== undefined && replaced !== context.username)
        terminal.stderr.write(`It was that of ${replaced}; --name keeps several of one server.\n`)
    })

  program
    .command('logout')
    .description('end the session and forget the context')
    .action(
      working(terminal, async ({ heddle, name, context, tell }) => {
        if (name === '')
          throw new CommandError(
            'HEDDLE_TOKEN is in use, which no command can sign out: unset it, or delete the token.',
          )
        if (context.session) await heddle.signOut()
        const file = configFile(terminal)
        await writeContexts(file, withoutContext(await readContexts(file), name))
        await tell(`Signed out of ${context.url}.`, { context: name })
      }),
    )

  program
    .command('whoami')
    .description('show the server and the user')
    .action(
      working(terminal, async ({ heddle, context, tell }) => {
        const profile = await heddle.auth.profile.get()
        await tell(`${profile.username} at ${context.url}`, { url: context.url, ...profile })
      }),
    )

  addContexts(program.command('context').description('servers by name'), terminal)
}

function addContexts(command: Command, terminal: Terminal): void {
  const file = configFile(terminal)
  command
    .command('list')
    .description('list contexts; the current one is marked')
    .action(async (_options: unknown, self: Command) => {
      const { current, contexts } = await readContexts(file)
      if (self.optsWithGlobals<{ json?: true }>().json) {
        const shown = Object.entries(contexts).map(([name, { url, username }]) => ({
          name,
          url,
          username,
          current: name === current,
        }))
        return printTo(terminal, `${JSON.stringify(shown, null, 2)}\n`)
      }
      const rows = Object.entries(contexts).map(([name, { url, username }]) => [
        name === current ? '*' : '',
        name,
        url,
        username,
      ])
      await printTo(terminal, table(['', 'name', 'url', 'username'], rows))
    })
  command
    .command('use')
    .argument('<name>')
    .description('make a context the current one')
    .action(async (name: string) => {
      const known = await readContexts(file)
      requireContext(known, name)
      await writeContexts(file, { ...known, current: name })
      await printTo(terminal, `The context is "${name}" now.\n`)
    })
  command
    .command('remove')
    .argument('<name>')
    .description('forget a context without ending its session')
    .action(async (name: string) => {
      const known = await readContexts(file)
      requireContext(known, name)
      await writeContexts(file, withoutContext(known, name))
      await printTo(terminal, `The context "${name}" is forgotten.\n`)
    })
}

/** A wrong password needs no advice to sign in. */
function refusal(error: unknown): never {
  throw error instanceof HeddleError && error.status === 401 ? new CommandError(error.message, EXIT.refused) : error
}

/** The server locks those who guess. */
const MOST_CODES = 3

async function withToken(terminal: Terminal, url: URL): Promise<ServerContext> {
  const token = await askSecret(terminal, 'API token')
  const { username } = await createHeddle({ baseUrl: url, token }).auth.profile.get()
  return { url: url.href, username, token }
}

async function withPassword(
  terminal: Terminal,
  url: URL,
  { username: given, directory, code }: LoginOptions,
): Promise<ServerContext> {
  const username = given ?? (await ask(terminal, 'Username', { instead: 'pass --username' }))
  const password = await askSecret(terminal, 'Password')
  let session: SessionTokens | undefined
  const heddle = createHeddle({ baseUrl: url, onSession: (next) => (session = next) })
  const asked = { codes: 0 }
  const askCode = () => {
    asked.codes += 1
    return ask(terminal, 'Code of your second factor', { instead: 'pass --code' })
  }
  for (;;) {
    try {
      await heddle.signIn({ username, password, directory: directory === true, code: async () => code ?? askCode() })
      break
    } catch (error) {
      // Once a code is asked for, the password is right: it need not be typed again.
      const mayTry = asked.codes > 0 && asked.codes < MOST_CODES
      if (!mayTry || !(error instanceof HeddleError) || error.status !== 401) throw error
      terminal.stderr.write(`${error.message}\n`)
    }
  }
  return { url: url.href, username, ...(session && { session }) }
}
