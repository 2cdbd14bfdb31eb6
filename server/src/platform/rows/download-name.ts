const LONGEST = 60

/** `bridge-domains-2026-11-22-0630`: what was exported and when, UTC, in letters that every file system takes. */
export function downloadName(name: string | null, at: Date): string {
  const words = (name ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9.]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, LONGEST)
    .toLowerCase()
  const [day, time = ''] = at.toISOString().split('T')
  return `${words === '' ? 'rows' : words}-${day}-${time.slice(0, 5).replace(':', '')}`
}
