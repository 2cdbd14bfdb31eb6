import type { Command } from 'commander'
import { readFile } from 'node:fs/promises'
import { askSecret } from '../ask.ts'
import { type Work, working } from '../command.ts'
import { connectionNamed } from '../find.ts'
import { CommandError, EXIT, type Terminal } from '../terminal.ts'
import { takeFirst } from '../take-first.ts'

type AddOptions = {
  readonly username: string
  readonly caCertificate?: string
  readonly verify: boolean
  readonly default?: true
}

/** Connections to controllers: list, add, test and remove them. */
export function addConnections(program: Command, terminal: Terminal): void {
  const connection = program.command('connection').alias('connections').description('connections to controllers')
  connection
    .command('list')
    .description('list connections')
    .action(
      working(terminal, async ({ heddle, list }) =>
        list(await takeFirst(heddle.controller.connections.all({ ordering: 'name' }), Infinity), {
          name: ({ name }) => name,
          host: ({ host }) => host,
          password: ({ has_password }) => (has_password ? 'set' : 'missing'),
          default: ({ is_default }) => (is_default ? 'yes' : ''),
          id: ({ id }) => id,
        }),
      ),
    )
  connection
    .command('add')
    .argument('<name>')
    .argument('<host>', 'name or address, with a port if it is not 443')
    .requiredOption('-u, --username <name>', 'of a user that may read; apic:domain\\\\name for one of a login domain')
    .option('--ca-certificate <file>', 'check the controller against these certificates alone (PEM)')
    .option('--no-verify', 'take any certificate')
    .option('--default', 'the one for new queries')
    .description('store a connection, and test it; the password is asked for, or read from a pipe')
    .action(working(terminal, add))
  connection
    .command('test')
    .argument('<connection>', 'name or id')
    .description('sign in to the controller and read from it')
    .action(
      working(terminal, async (work, wanted: string) => test(work, (await connectionNamed(work.heddle, wanted)).id)),
    )
  connection
    .command('password')
    .argument('<connection>', 'name or id')
    .description('set the password of a connection, and test it; it is asked for, or read from a pipe')
    .action(
      working(terminal, async (work, wanted: string) => {
        const { id } = await connectionNamed(work.heddle, wanted)
        const password = await askSecret(work.terminal, 'Password')
        await work.heddle.controller.connections.update(id, { password })
        return test(work, id)
      }),
    )
  connection
    .command('remove')
    .argument('<connection>', 'name or id')
    .description('delete a connection; queries that name it fail from then on')
    .action(
      working(terminal, async ({ heddle, tell }, wanted: string) => {
        const { id, name } = await connectionNamed(heddle, wanted)
        await heddle.controller.connections.remove(id)
        await tell(`"${name}" was deleted.`, { id, name })
      }),
    )
}

async function add(
  work: Work,
  name: string,
  host: string,
  { username, caCertificate, verify, default: isDefault }: AddOptions,
): Promise<number> {
  const certificate = caCertificate === undefined ? undefined : await readCertificate(caCertificate)
  const { id } = await work.heddle.controller.connections.create({
    ...{ name, host, username, verify_ssl: verify, password: await askSecret(work.terminal, 'Password') },
    ...(certificate !== undefined && { ca_certificate: certificate }),
    ...(isDefault && { is_default: true }),
  })
  if (!work.wantsJson) await work.print(`"${name}" was stored as ${id}.\n`)
  return test(work, id)
}

const readCertificate = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`)
  })

async function test({ heddle, tell, terminal }: Work, id: string): Promise<number> {
  const reply = await heddle.controller.connections.testConnection(id, { signal: terminal.signal })
  const { certificate } = reply
  const shown = certificate
    ? `\nCertificate of ${certificate.subject}, by ${certificate.issuer}, until ${certificate.valid_to}\n${certificate.sha256}`
    : ''
  await tell(`${reply.message}${reply.release === undefined ? '' : ` (release ${reply.release})`}${shown}`, reply)
  return reply.status === 'success' ? EXIT.ok : EXIT.found
}
