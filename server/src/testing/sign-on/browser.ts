import { PUBLIC_URL } from './registration.ts'

type Cookie = { readonly origin: string; readonly path: string; readonly name: string; readonly value: string }

export type Page = {
  readonly status: number
  readonly url: string
  readonly text: string
  readonly location: string | null
}

/** As much of a browser as signing in takes: cookies by origin and path, and redirects, to the app at `appUrl` too. */
export function createBrowser(appUrl: string) {
  let cookies: Cookie[] = []

  const keep = (url: URL, lines: readonly string[]): void => {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(/;\s*/)
      const at = pair.indexOf('=')
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
      const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/'
      const isGone = value === '' || attributes.some((one) => /^max-age=0$/i.test(one))
      cookies = cookies.filter((one) => !(one.origin === url.origin && one.path === path && one.name === name))
      if (!isGone) cookies.push({ origin: url.origin, path, name, value })
    }
  }
  const cookiesFor = (url: URL): Cookie[] =>
    cookies.filter(({ origin, path }) => origin === url.origin && url.pathname.startsWith(path))

  async function get(address: string, init: RequestInit = {}): Promise<Page> {
    const url = new URL(address, PUBLIC_URL)
    const target = url.origin === PUBLIC_URL ? new URL(url.pathname + url.search, appUrl) : url
    const cookie = cookiesFor(url).map(({ name, value }) => `${name}=${value}`)
    const headers = { ...(cookie.length > 0 && { cookie: cookie.join('; ') }), ...(init.headers as object) }
    const answer = await fetch(target, { ...init, headers, redirect: 'manual' })
    keep(url, answer.headers.getSetCookie())
    const location = answer.headers.get('location')
    return {
      status: answer.status,
      url: url.href,
      text: await answer.text(),
      location: location && new URL(location, url).href,
    }
  }

  return {
    get,
    /** Follows redirects until a page of ours that is not below `stopAt`, or one that redirects no further. */
    follow: async (address: string, stopAt = /^http:\/\/heddle\.test\/(?!api\/)/): Promise<string> => {
      let at = address
      for (let hops = 0; hops < 20; hops++) {
        if (stopAt.test(at)) return at
        const { location } = await get(at)
        if (location === null) return at
        at = location
      }
      throw new Error(`too many redirects, at ${at}`)
    },
    cookies: () => cookies,
    cookie: (name: string) => cookies.find((one) => one.name === name)?.value,
    copyOf: (others: readonly Cookie[]) => void (cookies = [...others]),
  }
}

export type Browser = ReturnType<typeof createBrowser>
