import type { Caller, CredentialRef } from '../../kernel/caller.ts'

type OpenSocket = { readonly credential: CredentialRef; readonly close: () => void }

export type OpenSockets = ReturnType<typeof createOpenSockets>

/** The sockets of this process by user, to close those whose session has ended. */
export function createOpenSockets(callerOf: (credential: CredentialRef) => Promise<Caller | undefined>) {
  const sockets = new Map<number, Set<OpenSocket>>()

  return {
    /** Returns a function that forgets the socket. */
    add: ({ id, credential }: Caller, close: () => void): (() => void) => {
      const own = sockets.get(id) ?? new Set()
      const socket = { credential, close }
      sockets.set(id, own.add(socket))
      return () => {
        own.delete(socket)
        if (own.size === 0 && sockets.get(id) === own) sockets.delete(id)
      }
    },

    /** Asks once for each session or token, however many sockets it has. */
    closeEnded: async (userId: number): Promise<void> => {
      const byCredential = Map.groupBy(sockets.get(userId) ?? [], ({ credential: { kind, id } }) => `${kind} ${id}`)
      for (const opened of byCredential.values()) {
        if (await callerOf(opened[0]!.credential)) continue
        for (const { close } of opened) close()
      }
    },
  }
}
