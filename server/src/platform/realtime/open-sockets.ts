import type { Caller, CredentialRef } from '../../kernel/caller.ts'
import type { CloseReason } from './channel.ts'

type OpenSocket = { readonly credential: CredentialRef; readonly close: (reason: CloseReason) => void }

/** The keys of those sessions and tokens that are still valid, read at once. */
export type FindLive = (all: readonly CredentialRef[]) => Promise<ReadonlySet<string>>
export const credentialKey = ({ kind, id }: CredentialRef): string => `${kind} ${id}`

export type OpenSockets = ReturnType<typeof createOpenSockets>

/** The sockets of this process by user, to close those whose session has ended, and all of them at a stop. */
export function createOpenSockets(findLive: FindLive) {
  const sockets = new Map<number, Set<OpenSocket>>()

  return {
    /** Returns a function that forgets the socket. */
    add: ({ id, credential }: Caller, close: OpenSocket['close']): (() => void) => {
      const own = sockets.get(id) ?? new Set()
      const socket = { credential, close }
      sockets.set(id, own.add(socket))
      return () => {
        own.delete(socket)
        if (own.size === 0 && sockets.get(id) === own) sockets.delete(id)
      }
    },

    closeEnded: async (userId: number): Promise<void> => {
      const own = [...(sockets.get(userId) ?? [])]
      if (own.length === 0) return
      const live = await findLive(own.map(({ credential }) => credential))
      for (const { credential, close } of own) if (!live.has(credentialKey(credential))) close('ticket')
    },

    closeAll: (reason: CloseReason): void => {
      for (const own of sockets.values()) for (const { close } of own) close(reason)
    },
  }
}
