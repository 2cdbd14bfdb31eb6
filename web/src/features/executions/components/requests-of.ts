type Request = { readonly path: string; readonly parameters: readonly string[] }

/** Requests as people read them: decoded, one parameter a line. */
export const requestsOf = (paths: string): readonly Request[] =>
  paths.split('\n').flatMap((line) => {
    const [path = '', query = ''] = line.split('?')
    return path === '' ? [] : [{ path: decoded(path), parameters: query.split('&').filter(Boolean).map(decoded) }]
  })

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A value of the controller's may hold a percent sign of its own.
    return text
  }
}
