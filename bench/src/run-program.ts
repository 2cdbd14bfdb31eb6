import type { FromChild, ToChild } from './programs.ts'

/** Started by `start-program.ts`: opens one program and answers its parent's calls until the parent disconnects. */
type Methods = Readonly<Record<string, (argument: unknown) => Promise<unknown>>>
type Program = { readonly open: (options: never) => Promise<object> }

const PROGRAMS: Readonly<Record<string, () => Promise<Program>>> = {
  'ai-provider': () => import('./programs/ai-provider.ts'),
  archive: () => import('./programs/archive.ts'),
  'automation-server': () => import('./programs/automation-server.ts'),
  'bare-fetch': () => import('./programs/bare-fetch.ts'),
  'bare-hasher': () => import('./programs/bare-hasher.ts'),
  'bare-loop': () => import('./programs/bare-loop.ts'),
  'bare-snapshots': () => import('./programs/bare-snapshots.ts'),
  'bare-sockets': () => import('./programs/bare-sockets.ts'),
  'class-model': () => import('./programs/class-model.ts'),
  engine: () => import('./programs/engine.ts'),
  fabric: () => import('./programs/fabric.ts'),
  'health-watch': () => import('./programs/health-watch.ts'),
  registry: () => import('./programs/registry.ts'),
  server: () => import('./programs/server.ts'),
  'socket-readers': () => import('./programs/socket-readers.ts'),
}

const [name = '', options = '{}'] = process.argv.slice(2)
const program = await PROGRAMS[name]!()
const methods = (await program.open(JSON.parse(options) as never)) as Methods

process.on('message', (message: ToChild) => void answer(message))
process.on('disconnect', () => process.exit())
send({ type: 'ready' })

async function answer({ call, method, argument }: ToChild): Promise<void> {
  try {
    send({ type: 'result', call, result: await methods[method]!(argument) })
  } catch (error) {
    send({ type: 'error', call, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

function send(message: FromChild): void {
  process.send!(message)
}
