/**
 * At most so many kB of JavaScript as it is sent: for the form to sign in, with what comes while somebody types, and
 * for a page beyond those.
 */
export const SCRIPT_BUDGETS = { form: 135, signIn: 230, page: 200 } as const

/** What the page to sign in names itself: its form waits for these. Others come while somebody types. */
export async function assetsOfForm(url: string): Promise<ReadonlySet<string>> {
  const page = await fetch(`${url}/login`).then((reply) => reply.text())
  return new Set([...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, name]) => name!))
}
