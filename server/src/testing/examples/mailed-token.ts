import type { World } from './start-world.ts'

/** The token in the link of the next mail to an address. */
export async function mailedToken({ smtp }: World, address: string): Promise<string> {
  for (;;) {
    const { to, text } = await smtp.nextMail()
    const link = /https?:\/\/\S+token=\S+/.exec(text)?.[0]
    if (to.includes(address) && link) return new URL(link).searchParams.get('token')!
  }
}
