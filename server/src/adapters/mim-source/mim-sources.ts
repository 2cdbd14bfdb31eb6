import type { BlockList } from 'node:net'
import type { RemoteVersion } from '@heddle/contract/mim-registry.ts'
import { type ControllerSourceOptions, createControllerSource } from './controller-source.ts'
import type { MimSource } from './mim-source.ts'
import { createRemoteSource } from './remote-source.ts'

export type { DocumentPlace, FetchOptions, MimSource, SourceAnswer } from './mim-source.ts'

type Options = {
  readonly url: string
  readonly deny: BlockList
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly versions: readonly RemoteVersion[]
}

/** The available sources of class models; each import opens one and closes it. */
export type MimSources = {
  /** The registry's versions, in the order shown. */
  readonly versions: readonly RemoteVersion[]
  readonly openRemote: (concurrency: number) => MimSource
  readonly openController: (options: Omit<ControllerSourceOptions, 'now'>) => MimSource
}

export function createMimSources({ url, deny, now, versions }: Options): MimSources {
  return {
    versions: versions.toSorted((a, b) => a.display_order - b.display_order),
    openRemote: (concurrency) => createRemoteSource({ url, deny, now, concurrency }),
    openController: (options) => createControllerSource({ ...options, now }),
  }
}
