/** A signed-in client of the HTTP API: the demo does nothing that a user could not do with curl. */
export type ApiClient = {
  readonly get: <T>(path: string) => Promise<T>
  readonly getText: (path: string) => Promise<string>
  readonly post: <T>(path: string, body?: unknown) => Promise<T>
  readonly patch: <T>(path: string, body: unknown) => Promise<T>
  readonly delete: (path: string) => Promise<void>
}

export async function signIn(baseUrl: string, username: string, password: string): Promise<ApiClient> {
  const login = await call<{ access: string }>(baseUrl, 'POST', '/api/auth/login/', { username, password })
  return clientOf(baseUrl, login.access)
}

/** A client that sends an access token or an API token. */
export const clientOf = (baseUrl: string, token: string): ApiClient => ({
  get: (path) => call(baseUrl, 'GET', path, undefined, token),
  getText: (path) => send(baseUrl, 'GET', path, undefined, token),
  post: (path, body = {}) => call(baseUrl, 'POST', path, body, token),
  patch: (path, body) => call(baseUrl, 'PATCH', path, body, token),
  delete: (path) => call(baseUrl, 'DELETE', path, undefined, token),
})

async function call<T>(baseUrl: string, method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const text = await send(baseUrl, method, path, body, token)
  return (text === '' ? undefined : JSON.parse(text)) as T
}

async function send(baseUrl: string, method: string, path: string, body?: unknown, token?: string): Promise<string> {
  const reply = await fetch(new URL(path, baseUrl), {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
  return text
}
