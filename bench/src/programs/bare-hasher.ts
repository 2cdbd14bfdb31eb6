import { createPasswordHasher } from '@heddle/server/adapters/passwords/password-hasher.ts'

/** The floor of a login: how many passwords per second a process verifies when it does nothing else. */
export async function open(password: string) {
  const hasher = await createPasswordHasher()
  const stored = await hasher.hash(password)
  return {
    perSecond: async (forMs: number) => {
      const startedAt = performance.now()
      let verified = 0
      const lane = async () => {
        while (performance.now() < startedAt + forMs) {
          await hasher.verify(stored, password)
          verified += 1
        }
      }
      await Promise.all([lane(), lane(), lane(), lane()])
      return verified / ((performance.now() - startedAt) / 1000)
    },
  }
}
