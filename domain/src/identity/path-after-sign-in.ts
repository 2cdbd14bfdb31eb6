/** Stands for the origin of the page, whatever that is: only the path is used. */
const OURS = 'http://ours.invalid'

/**
 * Where a sign-in leads: the path that was asked for, and never another site. Judged as the browser's own parser reads
 * it, which drops tabs and line ends, takes a backslash for a slash, and resolves dots, even encoded ones.
 */
export function pathAfterSignIn(next: string | undefined): string {
  if (next === undefined || !next.startsWith('/') || !URL.canParse(next, OURS)) return '/'
  const { origin, pathname, search, hash } = new URL(next, OURS)
  return origin === OURS && !pathname.startsWith('//') ? pathname + search + hash : '/'
}
