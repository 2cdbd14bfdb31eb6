import type { open as aiProvider } from './programs/ai-provider.ts'
import type { open as archive } from './programs/archive.ts'
import type { open as automationServer } from './programs/automation-server.ts'
import type { open as bareFetch } from './programs/bare-fetch.ts'
import type { open as bareHasher } from './programs/bare-hasher.ts'
import type { open as bareLoop } from './programs/bare-loop.ts'
import type { open as bareSnapshots } from './programs/bare-snapshots.ts'
import type { open as bareSockets } from './programs/bare-sockets.ts'
import type { open as classModel } from './programs/class-model.ts'
import type { open as engine } from './programs/engine.ts'
import type { open as fabric } from './programs/fabric.ts'
import type { open as healthWatch } from './programs/health-watch.ts'
import type { open as registry } from './programs/registry.ts'
import type { open as server } from './programs/server.ts'
import type { open as socketReaders } from './programs/socket-readers.ts'

/** Each program runs in its own process, so that it shares no event loop or heap with what it is measured against. */
export type Programs = {
  readonly 'ai-provider': typeof aiProvider
  readonly archive: typeof archive
  readonly 'automation-server': typeof automationServer
  readonly 'bare-fetch': typeof bareFetch
  readonly 'bare-hasher': typeof bareHasher
  readonly 'bare-loop': typeof bareLoop
  readonly 'bare-snapshots': typeof bareSnapshots
  readonly 'bare-sockets': typeof bareSockets
  readonly 'class-model': typeof classModel
  readonly engine: typeof engine
  readonly fabric: typeof fabric
  readonly 'health-watch': typeof healthWatch
  readonly server: typeof server
  readonly registry: typeof registry
  readonly 'socket-readers': typeof socketReaders
}

export type Options<Name extends keyof Programs> = Parameters<Programs[Name]>[0]

/** The methods of a program as its parent calls them. */
export type Remote<Name extends keyof Programs> = Awaited<ReturnType<Programs[Name]>>

export type ToChild = { readonly call: number; readonly method: string; readonly argument: unknown }
export type FromChild =
  | { readonly type: 'ready' }
  | { readonly type: 'result'; readonly call: number; readonly result: unknown }
  | { readonly type: 'error'; readonly call: number; readonly error: string }
